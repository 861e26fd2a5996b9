import type { JudgeModel, JudgeQuestion, JudgeReply } from '../model/judge-model';

/** A model behind an API, and how it is reached. */
export interface ProviderConfig {
  provider: 'openai-compatible' | 'anthropic' | 'google';
  model: string;
  /** The provider's own address when absent. */
  baseUrl?: string;
  key?: { variable: string; value: string };
}

/** A judge behind a provider's API. What talks to providers is large, so it is loaded with the first question. */
export class ProviderJudge implements JudgeModel {
  readonly name: string;
  /** The server does not know how to keep to a schema: it is not asked to again. */
  private plain = false;

  constructor(private readonly config: ProviderConfig) {
    this.name = `${config.provider}:${config.model}`;
  }

  async ask(question: JudgeQuestion): Promise<JudgeReply> {
    const { askProvider } = await import('./llm');
    const { reply, refusedSchema } = await askProvider(this.config, question, !this.plain);
    if (refusedSchema) this.plain = true;
    return reply;
  }
}
