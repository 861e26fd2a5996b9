import { css } from 'lit';

export const rowFilterStyles = css`
  :host {
    display: block;
  }
  .filters {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 6px 12px;
  }
  label {
    display: inline-flex;
    align-items: center;
    gap: 6px;
    min-width: 0;
    color: var(--rook-muted);
    font-size: var(--rook-label-size);
  }
  input,
  select {
    min-width: 0;
    margin: 0;
    padding: 3px 6px;
    border: 1px solid var(--rook-line);
    border-radius: 4px;
    background: var(--vscode-editor-background);
    color: var(--vscode-foreground);
    font: inherit;
    line-height: 18px;
  }
  select {
    max-width: 220px;
    padding-inline-end: 2px;
  }
  .search {
    position: relative;
    flex: 1 1 220px;
  }
  .search .icon {
    position: absolute;
    inset-inline-start: 7px;
  }
  .search input {
    width: 100%;
    padding-inline-start: 28px;
  }
  input::placeholder {
    color: var(--rook-muted);
    opacity: 1;
  }
  .sort {
    display: none;
  }
  .found {
    display: flex;
    align-items: center;
    gap: 12px;
    min-height: 26px;
    margin: 6px 0 2px;
    color: var(--rook-muted);
  }
  .found [hidden] {
    display: none;
  }
  .empty {
    display: grid;
    justify-items: start;
    gap: 8px;
    padding: 24px 0;
  }
  @media (max-width: 900px) {
    .sort {
      display: inline-flex;
    }
  }
`;
