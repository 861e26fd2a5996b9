import { css } from 'lit';

export const tableStyles = css`
  :host {
    display: block;
    container-type: inline-size;
  }
  /* Blocks, not a table's own layout: that would measure every row anew whenever one comes into sight. */
  table,
  thead,
  tbody {
    display: block;
    /* The window of rows moves while one scrolls: nothing may be shifted for it. */
    overflow-anchor: none;
  }
  tr {
    display: grid;
    grid-template-columns: 142px minmax(0, 1fr) 76px 126px 76px 86px 76px;
    border-bottom: 1px solid var(--rook-line);
  }
  thead tr {
    position: sticky;
    top: 0;
    z-index: 1;
    background: var(--vscode-editor-background);
  }
  thead {
    display: contents;
  }
  th {
    min-width: 0;
    padding: 0;
    font-weight: normal;
    text-align: start;
  }
  th button {
    width: 100%;
    border-radius: 0;
    color: var(--rook-muted);
    font-size: var(--rook-label-size);
    white-space: nowrap;
  }
  th[aria-sort='ascending'] button,
  th[aria-sort='descending'] button {
    color: inherit;
    font-weight: 600;
  }
  th .icon {
    width: 12px;
    font-size: 12px;
  }
  th.number button {
    justify-content: flex-end;
  }
  td {
    min-width: 0;
    padding: 0 8px;
  }
  /* Every row is as high as any other: what is not rendered has its room. */
  tr.row {
    height: 3.8em;
    contain: size layout style;
    cursor: pointer;
  }
  tr.gap {
    display: block;
    border: 0;
    contain: strict;
  }
  tr.row:hover {
    background: var(--vscode-list-hoverBackground);
    outline: 1px dashed var(--vscode-contrastActiveBorder, transparent);
    outline-offset: -1px;
  }
  .cell {
    display: flex;
    flex-direction: column;
    justify-content: center;
    height: 100%;
    white-space: nowrap;
  }
  /* Only where something can be too long: whatever cuts costs in every frame that is painted. */
  .text > * {
    overflow: hidden;
    max-width: 100%;
    text-overflow: ellipsis;
  }
  .status .cell {
    flex-direction: row;
    align-items: center;
    justify-content: flex-start;
    gap: 6px;
  }
  .number {
    text-align: end;
    font-variant-numeric: tabular-nums;
  }
  .small {
    font-size: var(--rook-label-size);
  }
  button.link {
    display: block;
    width: fit-content;
    padding: 0;
    line-height: 1.5;
  }
  .chip {
    font-size: 0.85em;
    line-height: 14px;
  }
  @container (max-width: 860px) {
    tr {
      grid-template-columns: 142px minmax(0, 1fr) 126px 76px 86px;
    }
    .tokens,
    .feature {
      display: none;
    }
  }
  @container (max-width: 640px) {
    tr {
      grid-template-columns: 124px minmax(0, 1fr) 86px;
    }
    .kind,
    .criteria {
      display: none;
    }
  }
  @container (max-width: 440px) {
    tr {
      grid-template-columns: 32px minmax(0, 1fr);
    }
    .latency {
      display: none;
    }
    td.status {
      padding-inline: 6px;
    }
    .status .words,
    th.status .name {
      position: absolute;
      width: 1px;
      height: 1px;
      overflow: hidden;
      clip-path: inset(50%);
    }
  }
`;
