import { css } from 'lit';

export const timelineStyles = css`
  :host {
    display: block;
    container-type: inline-size;
  }
  .rows {
    --end-width: 3.5em;
  }
  .rows.failed {
    --end-width: 9em;
  }
  /* Without details a line has no mark to open it: it stands in line with those that have. */
  .flat {
    padding: 3px 6px 3px 28px;
  }
  .line {
    display: grid;
    grid-template-columns: 8em minmax(60px, 1fr) 5.5em var(--end-width);
    align-items: center;
    gap: 0 12px;
  }
  .line > * {
    min-width: 0;
    overflow-wrap: anywhere;
  }
  .track svg {
    display: block;
    width: 100%;
    height: 16px;
    overflow: visible;
  }
  .ground {
    stroke: var(--rook-line);
  }
  .cut-line {
    stroke: var(--rook-muted);
    stroke-dasharray: 2 3;
  }
  .good {
    fill: var(--rook-bar);
  }
  rect.bad {
    fill: var(--rook-fail);
  }
  .time {
    font-variant-numeric: tabular-nums;
    text-align: end;
    white-space: nowrap;
  }
  .end.bad {
    color: var(--vscode-foreground);
    font-weight: 600;
  }
  .axis {
    padding-block: 0;
  }
  .ends {
    color: var(--rook-muted);
    font-size: var(--rook-label-size);
    display: flex;
    justify-content: space-between;
  }
  .note {
    margin: 4px 0 0 28px;
    color: var(--rook-muted);
  }
  @container (max-width: 520px) {
    .line {
      grid-template-columns: minmax(0, 1fr) auto auto;
    }
    .track,
    .ends {
      grid-row: 2;
      grid-column: 1 / -1;
    }
  }
`;
