import { css } from 'lit';

/** A standing, and the step from one to another, wherever they are shown. */
export const changeStyles = css`
  .standing {
    display: inline-flex;
    align-items: center;
    gap: 5px;
    white-space: nowrap;
  }
  .standing .words {
    color: var(--vscode-foreground);
  }
  .step {
    display: inline-flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 2px 8px;
  }
`;
