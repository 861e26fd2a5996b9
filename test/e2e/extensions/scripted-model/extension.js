// A language model for tests: it grades and explains by rule, from what it is asked, as the scripted judges of the other tiers do.
const path = require('node:path');
const { realpathSync } = require('node:fs');
const { pathToFileURL } = require('node:url');
const vscode = require('vscode');

const rules = path.resolve(realpathSync(__dirname), '../../../integration/judge-provider/rca-judge.mjs');

exports.activate = async (context) => {
  const { answerByRule } = await import(pathToFileURL(rules).href);
  const information = {
    id: 'rule',
    name: 'Rule Judge',
    family: 'rule',
    version: '1',
    maxInputTokens: 1_000_000,
    maxOutputTokens: 10_000,
    capabilities: { toolCalling: true },
  };
  context.subscriptions.push(
    vscode.lm.registerLanguageModelChatProvider('rook-scripted', {
      provideLanguageModelChatInformation: async () => [information],
      provideTokenCount: async () => 1,
      provideLanguageModelChatResponse: async (_model, messages, _options, progress) => {
        const text = messages.flatMap(({ content }) => content.map(({ value }) => value ?? '')).join('\n');
        const answer = JSON.stringify(answerByRule(text));
        // In two pieces, as a stream brings it.
        progress.report(new vscode.LanguageModelTextPart(answer.slice(0, 20)));
        progress.report(new vscode.LanguageModelTextPart(answer.slice(20)));
      },
    }),
  );
};
