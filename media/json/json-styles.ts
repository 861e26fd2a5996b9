import { css } from 'lit';

export const jsonStyles = css`
  :host {
    display: block;
    min-width: 0;
    container-type: inline-size;
  }
  .tools {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 4px 8px;
    margin-bottom: 6px;
  }
  rook-json-search {
    flex: 1 1 260px;
  }
  .tree {
    font-family: var(--rook-mono);
    font-size: var(--rook-mono-size);
  }
  [role='treeitem'] {
    display: flex;
    align-items: flex-start;
    padding: 1px 4px 1px 0;
    border-radius: 2px;
    cursor: default;
    scroll-margin-block: 80px;
  }
  [role='treeitem']:hover {
    background: var(--vscode-list-hoverBackground);
  }
  [role='treeitem'].found {
    background: var(--vscode-list-hoverBackground);
  }
  [role='treeitem'].whole {
    background: var(--vscode-editor-findMatchHighlightBackground, transparent);
    outline: 1px solid var(--vscode-contrastActiveBorder, transparent);
  }
  .indent {
    flex: none;
    align-self: stretch;
    width: 14px;
    border-inline-start: 1px solid transparent;
  }
  .tree:hover .indent,
  .tree:focus-within .indent {
    border-color: var(--rook-line);
  }
  .twist {
    flex: none;
    width: 18px;
    color: var(--vscode-icon-foreground);
  }
  .twist .icon {
    font-size: 14px;
    line-height: 1.5;
  }
  .open > .twist .icon {
    transform: rotate(90deg);
  }
  .body {
    flex: 1;
    min-width: 0;
    overflow-wrap: anywhere;
  }
  .name {
    color: var(--rook-muted);
  }
  .size {
    color: var(--rook-muted);
    font-family: var(--vscode-font-family);
  }
  rook-text {
    margin: 2px 0 4px;
    padding: 4px 8px;
    border-inline-start: 2px solid var(--rook-line);
  }
  .note {
    margin-top: 4px;
    color: var(--rook-muted);
  }
  .icons button {
    padding: 2px 4px;
  }
  @container (max-width: 400px) {
    .indent {
      width: 8px;
    }
  }
`;
