/**
 * Text that GitHub's runner would obey, made inert. The runner reads every line of a job's output, and takes one that
 * begins with `::`, after white space, or has `##[` in it for a command: an agent's words must not annotate a job, mask
 * a value or end a group. Elsewhere the text stays as it is.
 */
export function inertForRunner(text: string, env: NodeJS.ProcessEnv): string {
  if (env.GITHUB_ACTIONS !== 'true') return text;
  return text.replace(/^(\s*):(?=:)/gm, '$1\u2236').replace(/##(?=\[)/g, '#\u2060#');
}

/** The same for a JSON document, whose value stays what it is. */
export function inertDocument(json: string, env: NodeJS.ProcessEnv): string {
  return env.GITHUB_ACTIONS === 'true' ? json.replace(/##\[/g, '##\\u005b') : json;
}
