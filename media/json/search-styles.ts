import { css } from 'lit';

export const searchStyles = css`
  :host {
    display: block;
    min-width: 0;
  }
  .search {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 4px;
    min-width: 0;
  }
  input {
    flex: 1 1 80px;
    min-width: 0;
    max-width: 320px;
    padding: 3px 6px;
    border: 1px solid var(--vscode-contrastBorder, var(--rook-muted));
    border-radius: 3px;
    background: transparent;
    color: inherit;
    font: inherit;
  }
  .count {
    min-width: 6.5em;
    color: var(--rook-muted);
    font-variant-numeric: tabular-nums;
    white-space: nowrap;
  }
  button {
    padding: 2px 4px;
  }
  button:disabled {
    color: var(--rook-muted);
    cursor: default;
  }
`;
