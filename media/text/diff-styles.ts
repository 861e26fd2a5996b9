import { css } from 'lit';

/** A change is told by its sign, its line (through or under) and, in high contrast, its border; the colour repeats it. */
export const diffStyles = css`
  :host {
    display: block;
    container-type: inline-size;
    min-width: 0;
  }
  .legend,
  .note {
    display: flex;
    flex-wrap: wrap;
    align-items: flex-start;
    gap: 2px 14px;
    margin-bottom: 6px;
    color: var(--rook-muted);
    font-size: var(--rook-label-size);
    overflow-wrap: anywhere;
  }
  .note {
    gap: 6px;
  }
  .note > :last-child {
    flex: 1;
    min-width: 0;
  }
  .text,
  .block {
    white-space: pre-wrap;
    overflow-wrap: anywhere;
    tab-size: 4;
    overflow: clip;
  }
  .text {
    unicode-bidi: plaintext;
    text-align: start;
    line-height: 1.6;
  }
  :host([mono]) .text,
  :host([mono]) .block {
    font-family: var(--rook-mono);
    font-size: var(--rook-mono-size);
  }
  del,
  ins {
    text-decoration: none;
    border: 1px solid transparent;
    border-radius: 2px;
    color: inherit;
    box-decoration-break: clone;
    -webkit-box-decoration-break: clone;
  }
  del {
    border-color: var(--vscode-diffEditor-removedTextBorder, transparent);
    background: var(--vscode-diffEditor-removedTextBackground, transparent);
  }
  ins {
    border-color: var(--vscode-diffEditor-insertedTextBorder, transparent);
    background: var(--vscode-diffEditor-insertedTextBackground, transparent);
  }
  .text del,
  .text ins {
    margin: 0 1px;
    padding: 0 2px;
    unicode-bidi: plaintext;
  }
  .changed {
    text-decoration: line-through 1px;
  }
  ins .changed {
    text-decoration: underline 1px;
    text-underline-offset: 2px;
  }
  .sign {
    padding-inline-end: 2px;
    font-family: var(--rook-mono);
    font-weight: 600;
  }
  .sign,
  .unseen {
    user-select: none;
    -webkit-user-select: none;
  }
  .lines {
    display: grid;
  }
  .lines > del,
  .lines > ins,
  .lines > .same {
    display: grid;
    grid-template-columns: 1.6em minmax(0, 1fr);
    border-radius: 0;
  }
  .lines > .same {
    border: 1px solid transparent;
  }
  .lines .sign {
    padding-inline-start: 4px;
  }
  .block {
    grid-column: 2;
    unicode-bidi: plaintext;
    text-align: start;
  }
  button.fold {
    display: block;
    width: 100%;
    margin: 4px 0;
    padding: 2px 4px;
    border: 0 dashed var(--rook-line);
    border-width: 1px 0;
    border-radius: 0;
    text-align: start;
    white-space: normal;
  }
  .lines button.fold {
    padding-inline-start: 1.6em;
  }
  .sides {
    display: grid;
    grid-template-columns: 1fr 1fr;
    gap: 12px 24px;
  }
  .sides > div {
    min-width: 0;
  }
  .label {
    margin-bottom: 2px;
    color: var(--rook-muted);
    font-size: var(--rook-label-size);
  }
  @container (max-width: 520px) {
    .sides {
      grid-template-columns: 1fr;
    }
  }
`;
