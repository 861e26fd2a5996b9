import { css } from 'lit';

/** What every part of the panel looks the same in. Colours are the tokens of panel.css, which are the theme's. */
export const baseStyles = css`
  * {
    box-sizing: border-box;
  }
  :host([hidden]) {
    display: none;
  }
  h1,
  h2,
  h3,
  p,
  dl,
  dd,
  ol,
  ul {
    margin: 0;
    padding: 0;
    font-size: inherit;
    font-weight: inherit;
  }
  ol,
  ul {
    list-style: none;
  }
  .icon {
    flex: none;
    display: inline-block;
    width: 16px;
    height: 16px;
    font: normal 16px/1 codicon;
    vertical-align: text-bottom;
  }
  .icon::before {
    content: attr(data-glyph);
  }
  .muted {
    color: var(--rook-muted);
  }
  .unseen {
    position: absolute;
    width: 1px;
    height: 1px;
    margin: -1px;
    overflow: hidden;
    clip-path: inset(50%);
    white-space: nowrap;
  }
  code {
    font-family: var(--rook-mono);
    font-size: var(--rook-mono-size);
    overflow-wrap: anywhere;
  }
  .mark,
  .cut {
    color: var(--rook-muted);
  }
  .mark {
    padding: 0 2px;
    border: 1px solid var(--rook-line);
    border-radius: 2px;
    font-family: var(--rook-mono);
    font-size: 0.85em;
    unicode-bidi: isolate;
    direction: ltr;
  }
  .chip {
    display: inline-block;
    padding: 0 6px;
    border: 1px solid var(--rook-line);
    border-radius: 9px;
    color: var(--rook-muted);
    font-size: 0.9em;
    line-height: 16px;
    white-space: nowrap;
  }
  button {
    display: inline-flex;
    align-items: center;
    gap: 4px;
    margin: 0;
    padding: 3px 8px;
    border: 1px solid var(--vscode-button-secondaryBorder, var(--vscode-button-border, transparent));
    border-radius: 4px;
    background: var(--vscode-button-secondaryBackground, transparent);
    color: var(--vscode-button-secondaryForeground, inherit);
    font: inherit;
    line-height: 18px;
    text-align: start;
    cursor: pointer;
  }
  button:hover {
    background: var(--vscode-button-secondaryHoverBackground, var(--vscode-toolbar-hoverBackground));
    outline: 1px dashed var(--vscode-contrastActiveBorder, transparent);
    outline-offset: -1px;
  }
  button.plain,
  button.link {
    border-color: transparent;
    background: none;
    color: inherit;
  }
  button.plain:hover {
    background: var(--vscode-toolbar-hoverBackground);
  }
  button.link {
    padding: 0 2px;
    border-width: 0;
    border-radius: 2px;
    color: var(--rook-link);
  }
  button.link:hover {
    color: var(--rook-link-active);
    text-decoration: underline;
    outline: none;
  }
  :focus-visible {
    outline: 1px solid var(--vscode-focusBorder) !important;
    outline-offset: 1px !important;
  }
  .pass {
    color: var(--rook-pass);
  }
  .fail {
    color: var(--rook-fail);
  }
  .unable {
    color: var(--rook-unable);
  }
`;
