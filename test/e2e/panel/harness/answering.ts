import type { FromPanel, PanelAnswer, PanelRequest } from '../../../../schemas/panel';
import type { PanelPage } from './panel-page';

declare global {
  interface Window {
    answerOf: (request: PanelRequest) => Promise<PanelAnswer>;
  }
}

/** Answers what the page asks for, as its host does; what it sends is kept as before. */
export async function answering(
  { page }: PanelPage,
  answer: (request: PanelRequest) => PanelAnswer | Promise<PanelAnswer>,
): Promise<void> {
  await page.exposeFunction('answerOf', answer);
  await page.evaluate(() => {
    const { push } = window.sent;
    window.sent.push = (...messages: FromPanel[]) => {
      for (const message of messages)
        if (message.type === 'request')
          void window
            .answerOf(message.request)
            .then((given) => window.postMessage({ type: 'answer', id: message.id, answer: given }, '*'));
      return push.apply(window.sent, messages);
    };
  });
}
