import { css } from 'lit';

/** Native fields in the colours that the editor gives its own: they bring their keys, names and lists with them. */
export const fieldStyles = css`
  label {
    color: var(--rook-muted);
    font-size: var(--rook-label-size);
  }
  select,
  input {
    min-width: 0;
    max-width: 100%;
    height: 26px;
    margin: 0;
    padding: 0 6px;
    border: 1px solid var(--vscode-dropdown-border, var(--rook-line));
    border-radius: 3px;
    background: var(--vscode-dropdown-background);
    color: var(--vscode-dropdown-foreground);
    font: inherit;
  }
  select {
    text-overflow: ellipsis;
    cursor: pointer;
  }
  input {
    border-color: var(--vscode-input-border, var(--rook-line));
    background: var(--vscode-input-background);
    color: var(--vscode-input-foreground);
  }
  input::placeholder {
    color: var(--vscode-input-placeholderForeground);
    opacity: 1;
  }
`;
