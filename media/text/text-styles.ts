import { css } from 'lit';

export const textStyles = css`
  :host {
    display: block;
    min-width: 0;
  }
  .text {
    white-space: pre-wrap;
    overflow-wrap: anywhere;
    unicode-bidi: plaintext;
    text-align: start;
    tab-size: 4;
    /* Piled-up combining marks stay inside their own block. */
    overflow: clip;
    overflow-clip-margin: 3px;
  }
  :host([mono]) .text {
    font-family: var(--rook-mono);
    font-size: var(--rook-mono-size);
  }
  .block {
    content-visibility: auto;
    contain-intrinsic-size: auto 600px;
  }
  .more {
    display: flex;
    flex-wrap: wrap;
    align-items: baseline;
    gap: 4px 12px;
    margin-top: 4px;
  }
  .more.before {
    margin: 0 0 4px;
  }
  .failed {
    display: flex;
    gap: 6px;
    flex-basis: 100%;
  }
  button[aria-disabled='true'] {
    color: var(--rook-muted);
    cursor: default;
  }
`;
