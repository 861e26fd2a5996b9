/** What a criterion says in words when nobody has said it; undefined when its check needs a person for that. */
export function criterionSentence(check: string, parameters: Record<string, unknown>): string | undefined {
  const show = (name: string): string => shown(parameters[name]);
  const not = parameters.absent === true;
  const tool = typeof parameters.server === 'string' ? `${parameters.server}.${show('tool')}` : show('tool');
  switch (check) {
    case 'contains':
      return `The answer ${not ? 'does not contain' : 'contains'} "${show('value')}".`;
    case 'equals':
      return `The answer ${not ? 'is not' : 'is'} "${show('value')}".`;
    case 'regex':
      return `The answer ${not ? 'does not match' : 'matches'} ${show('pattern')}.`;
    case 'json_path':
      if ('exists' in parameters)
        return `${show('path')} ${parameters.exists === false ? 'does not exist' : 'exists'}.`;
      return 'equals' in parameters
        ? `${show('path')} is ${show('equals')}.`
        : `${show('path')} matches ${show('matches')}.`;
    case 'json_schema':
      return 'schema_file' in parameters ? `The answer fits ${show('schema_file')}.` : 'The answer fits the schema.';
    case 'called':
      return `${tool} was called.`;
    case 'not_called':
      return `${tool} was not called.`;
    case 'called_with':
      return `${tool} was called with ${show('arguments')}.`;
    case 'call_count': {
      const bounds = Object.entries({ equals: 'exactly', min: 'at least', max: 'at most' });
      const said = bounds.filter(([name]) => name in parameters).map(([name, words]) => `${words} ${show(name)}`);
      return `The number of calls of ${tool} is ${said.join(' and ')}.`;
    }
    case 'call_order':
      return Array.isArray(parameters.tools)
        ? `The tools are called in this order: ${parameters.tools.join(', ')}.`
        : undefined;
    case 'max_latency_ms':
      return `The answer takes at most ${show('value')} ms.`;
    case 'max_tokens':
      return `Input and output stay within ${show('value')} tokens.`;
    case 'max_turns':
      return `The scenario takes at most ${show('value')} turns.`;
    case 'file_exists':
      return `There is ${not ? 'no' : 'a'} file ${show('path')}.`;
    case 'file_matches':
      return `The file ${show('path')} matches ${show('pattern')}.`;
    default:
      return undefined;
  }
}

function shown(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value ?? null);
}
