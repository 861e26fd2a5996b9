import { css } from 'lit';

/** What was looked for: the colours of a match in an editor; high contrast paints no backgrounds and has a border. */
export const foundStyles = css`
  mark {
    border-radius: 2px;
    background: var(--vscode-editor-findMatchHighlightBackground, transparent);
    color: inherit;
    outline: 1px solid var(--vscode-contrastActiveBorder, var(--vscode-editor-findMatchBackground, currentColor));
    box-decoration-break: clone;
    scroll-margin-block: 80px;
  }
`;
