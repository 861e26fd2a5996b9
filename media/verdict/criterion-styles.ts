import { css } from 'lit';

export const criterionStyles = css`
  :host {
    display: block;
    container-type: inline-size;
    border: 1px solid var(--rook-line);
    border-radius: 4px;
    overflow: clip;
    /* Room for the outline of what has the focus. */
    overflow-clip-margin: 3px;
  }
  rook-disclosure {
    --disclosure-padding: 7px 10px;
  }
  .summary {
    display: grid;
    grid-template-columns: auto minmax(0, 1fr) auto;
    gap: 0 8px;
  }
  .summary .icon {
    margin-top: 2px;
  }
  h3 {
    overflow-wrap: anywhere;
  }
  .id {
    margin-inline-end: 4px;
    font-weight: 600;
  }
  .status {
    color: var(--rook-muted);
    white-space: nowrap;
  }
  .details {
    padding: 6px 12px 10px 56px;
  }
  .reason {
    margin-bottom: 8px;
  }
  dl {
    display: grid;
    grid-template-columns: 1fr 1fr;
    gap: 12px 24px;
  }
  dl > div {
    min-width: 0;
  }
  .wide {
    grid-column: 1 / -1;
  }
  dt {
    margin-bottom: 2px;
    color: var(--rook-muted);
    font-size: var(--rook-label-size);
  }
  .evidence {
    padding: 6px 10px;
    border-inline-start: 3px solid var(--vscode-textBlockQuote-border, var(--rook-line));
    background: var(--rook-quiet-background);
  }
  .quote {
    margin-top: 4px;
    font-family: var(--vscode-font-family);
  }
  .remedy {
    display: grid;
    grid-template-columns: auto minmax(0, 1fr);
    gap: 6px;
  }
  .foot {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    justify-content: space-between;
    gap: 4px 16px;
    margin-top: 10px;
  }
  .facts {
    display: flex;
    flex-wrap: wrap;
    gap: 0 16px;
  }
  .actions {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 4px;
    margin-inline: auto -8px;
  }
  @container (max-width: 520px) {
    .details {
      padding-inline-start: 12px;
    }
    dl {
      grid-template-columns: 1fr;
    }
  }
`;
