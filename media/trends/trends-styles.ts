import { css } from 'lit';

export const trendsStyles = css`
  :host {
    display: block;
    padding-top: 16px;
    container-type: inline-size;
  }
  h1 {
    font-size: 1.6em;
    font-weight: 600;
    line-height: 1.3;
    overflow-wrap: anywhere;
  }
  .back {
    margin-bottom: 8px;
  }
  .lead {
    margin-top: 4px;
  }
  .progress {
    display: flex;
    align-items: center;
    gap: 6px;
    min-height: 22px;
    color: var(--rook-muted);
  }
  .notes {
    margin-bottom: 12px;
  }
  .range {
    display: flex;
    align-items: center;
    gap: 8px;
    margin-bottom: 12px;
  }
  .charts {
    display: grid;
    grid-template-columns: repeat(2, minmax(0, 1fr));
    gap: 24px 32px;
    margin-top: 8px;
  }
  .strip {
    margin-bottom: 20px;
  }
  .definition {
    margin-top: 10px;
    font-size: var(--rook-label-size);
  }
  section {
    margin-top: 30px;
  }
  h2 {
    font-size: 1.15em;
    font-weight: 600;
  }
  .meaning {
    margin-bottom: 8px;
  }
  @container (max-width: 720px) {
    .charts {
      grid-template-columns: minmax(0, 1fr);
    }
  }
`;
