import { css } from 'lit';

/** Signs of standings, wherever they are drawn. */
export const signStyles = css`
  .sign {
    fill: none;
    stroke: currentColor;
    stroke-width: 1.7;
    stroke-linecap: round;
    stroke-linejoin: round;
  }
  .sign.muted {
    color: var(--rook-muted);
  }
  .box {
    fill: none;
    stroke: var(--rook-fail);
    stroke-width: 1.3;
  }
`;

export const chartStyles = css`
  :host {
    display: block;
    min-width: 0;
    container-type: inline-size;
  }
  figure {
    margin: 0;
  }
  figcaption {
    font-weight: 600;
  }
  .legend {
    display: flex;
    flex-wrap: wrap;
    gap: 0 14px;
    min-height: 20px;
    margin-top: 2px;
    color: var(--rook-muted);
    font-size: var(--rook-label-size);
  }
  .legend li {
    display: inline-flex;
    align-items: center;
    gap: 5px;
  }
  .plot {
    position: relative;
    margin-top: 4px;
  }
  .plot svg {
    display: block;
    overflow: visible;
  }
  .plot svg + svg {
    position: absolute;
    inset: 0;
  }
  .grid {
    stroke: var(--rook-muted);
    stroke-width: 1;
    opacity: 0.28;
  }
  .axis {
    fill: var(--rook-muted);
    font-size: 11px;
  }
  .alarm {
    fill: var(--rook-fail);
    font-size: 13px;
    font-weight: 700;
  }
  .legend .alarm {
    color: var(--rook-fail);
  }
  .break {
    fill: none;
    stroke: var(--rook-muted);
    stroke-width: 1;
    stroke-dasharray: 2 3;
  }
  .line {
    fill: none;
    stroke-width: 1.8;
    stroke-linejoin: round;
  }
  .line.first {
    stroke: var(--rook-bar);
  }
  .line.second {
    stroke: var(--vscode-foreground);
    stroke-dasharray: 5 3;
  }
  .mark-of.first {
    fill: var(--rook-bar);
  }
  .mark-of.second {
    fill: var(--vscode-editor-background);
    stroke: var(--vscode-foreground);
    stroke-width: 1.4;
  }
  .bar.outlined {
    stroke-width: 1;
  }
  .bar.pass,
  .fill.pass {
    fill: var(--rook-pass);
  }
  .bar.outlined.pass {
    stroke: var(--rook-pass);
  }
  .bar.fail {
    fill: url(#fail);
  }
  .bar.outlined.fail {
    stroke: var(--rook-fail);
  }
  .fill.fail {
    fill: var(--rook-fail);
  }
  .bar.unable {
    fill: url(#unable);
  }
  .bar.outlined.unable {
    stroke: var(--rook-unable);
  }
  .fill.unable {
    fill: var(--rook-unable);
  }
  .bar.without {
    fill: none;
    stroke: var(--rook-muted);
    stroke-width: 1;
    stroke-dasharray: 2 2;
  }
  .gap {
    fill: var(--vscode-editor-background);
  }
  .column {
    fill: var(--vscode-foreground);
    fill-opacity: 0;
    stroke: none;
    cursor: pointer;
    outline: none !important;
  }
  .column:hover,
  .column.shown {
    fill-opacity: 0.08;
  }
  .column:focus-visible {
    fill-opacity: 0.12;
    stroke: var(--vscode-focusBorder);
    stroke-width: 2;
  }
  .readout {
    min-height: 3em;
    color: var(--rook-muted);
    font-size: var(--rook-label-size);
    overflow-wrap: anywhere;
  }
  .readout b {
    color: var(--vscode-foreground);
    font-weight: 600;
  }
  .unmeasured {
    display: grid;
    place-content: center;
    min-height: 120px;
    padding: 0 20px;
    border: 1px dashed var(--rook-line);
    border-radius: 4px;
    color: var(--rook-muted);
    text-align: center;
  }
  .scroll {
    max-height: 320px;
    overflow: auto;
  }
  table {
    border-collapse: collapse;
    font-variant-numeric: tabular-nums;
  }
  th,
  td {
    padding: 2px 14px 2px 6px;
    border-bottom: 1px solid var(--rook-line);
    font-weight: 400;
    text-align: end;
    white-space: nowrap;
  }
  th:first-child {
    text-align: start;
  }
  thead th {
    color: var(--rook-muted);
  }
`;
