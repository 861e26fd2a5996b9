import { css } from 'lit';

/** What limits a page: a quiet list of sentences. */
export const notesStyles = css`
  .notes {
    display: grid;
    gap: 4px;
    padding: 8px 12px;
    border: 1px solid var(--rook-line);
    border-radius: 4px;
    background: var(--rook-quiet-background);
  }
  .notes li {
    display: grid;
    grid-template-columns: auto minmax(0, 1fr);
    gap: 8px;
    overflow-wrap: anywhere;
  }
`;
