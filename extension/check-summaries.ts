import * as vscode from 'vscode';

/** One line about each check, for a list to choose from. The first ones are what most criteria need. */
const summaries: Record<string, string> = {
  contains: vscode.l10n.t('A text stands in the answer, or must not'),
  llm_judge: vscode.l10n.t('In words: a judge model decides whether it holds'),
  regex: vscode.l10n.t('A pattern matches the answer, or must not'),
  equals: vscode.l10n.t('The answer is exactly this text'),
  json_path: vscode.l10n.t('A value in an answer that is JSON'),
  json_schema: vscode.l10n.t('The shape of an answer that is JSON'),
  called: vscode.l10n.t('The agent called a tool'),
  not_called: vscode.l10n.t('The agent did not call a tool'),
  called_with: vscode.l10n.t('The agent called a tool with these arguments'),
  call_order: vscode.l10n.t('Tools were called in this order'),
  call_count: vscode.l10n.t('How often a tool was called'),
  max_latency_ms: vscode.l10n.t('The longest time that the answer may take'),
  max_tokens: vscode.l10n.t('The most tokens that the scenario may use'),
  max_turns: vscode.l10n.t('The most turns that the scenario may take'),
  file_exists: vscode.l10n.t('A file that the agent made is there, or must not be'),
  file_matches: vscode.l10n.t('A pattern matches a file that the agent made'),
  mcp_probe: vscode.l10n.t('What a read-only tool of an MCP server says afterwards'),
  script: vscode.l10n.t('A script of your own decides'),
};

/** The names of checks in the order of the list; one that it does not know comes last. */
export function inListOrder(names: readonly string[]): string[] {
  const known = Object.keys(summaries);
  return [...known.filter((name) => names.includes(name)), ...names.filter((name) => !known.includes(name))];
}

/** The line about a check; undefined when there is none. */
export function checkSummary(name: string): string | undefined {
  return summaries[name];
}

const hints: Record<string, string> = {
  'called.tool': vscode.l10n.t('Name of the tool, as the agent calls it'),
  'regex.pattern': vscode.l10n.t('A JavaScript regular expression'),
  'file_matches.pattern': vscode.l10n.t('A JavaScript regular expression'),
  'json_path.path': vscode.l10n.t('A JSONPath, such as $.order.status'),
  'json_path.equals': vscode.l10n.t('The value: a number, true, null, a text or JSON'),
  'json_path.matches': vscode.l10n.t('A JavaScript regular expression'),
  'json_schema.schema_file': vscode.l10n.t("A file, relative to the agent's folder or the workspace"),
  'json_schema.schema': vscode.l10n.t('A JSON Schema'),
  'call_order.tools': vscode.l10n.t('Names of the tools in their order, with commas between'),
  'max_latency_ms.value': vscode.l10n.t('Milliseconds'),
  'max_tokens.value': vscode.l10n.t('Tokens of input and output together'),
  'max_turns.value': vscode.l10n.t('Number of turns, set-up messages included'),
  'script.script': vscode.l10n.t("A script, relative to the agent's folder or the workspace"),
  arguments: vscode.l10n.t('The arguments as JSON, such as {"orderId": "ORD-1"}'),
  tool: vscode.l10n.t('Name of the tool, as the agent calls it'),
  server: vscode.l10n.t('Name of the MCP server'),
  path: vscode.l10n.t('A path, relative to the workspace'),
  value: vscode.l10n.t('The text'),
  flags: vscode.l10n.t('Flags of the pattern, such as i'),
  absent: vscode.l10n.t('It must not be so'),
  ignore_case: vscode.l10n.t('Upper and lower case are the same'),
  strict: vscode.l10n.t('A miss is a Fail; without it, a miss is for the judge'),
};

/** What is asked for a parameter of a check. */
export function fieldHint(check: string, field: string): string {
  return hints[`${check}.${field}`] ?? hints[field] ?? field;
}
