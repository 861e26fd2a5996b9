import { type HookPhase, hookPhases } from '../../../schemas/phase';
import type { Draft, Target, TextTemplate } from '../draft';
import { readGoal } from './fragments/exchange';
import { httpScript } from './http-script';
import { commandScript, mcpScript, number, webSocketScript } from './process-scripts';
import { ScriptParts } from './script-parts';
import { commentText, quote } from './source-text';

/** Limit of one turn when a draft names none, in seconds: the hook's own (behaviour §2). */
const turnSeconds = 300;
/** Limit of prepare and of open, in seconds: what a hook has by default, less what starting it takes. */
const stepSeconds = { prepare: 55, open: 25 };

/** The phases that the script of a draft implements: execute, and what its steps need. */
export function phasesOf(draft: Draft): HookPhase[] {
  const steps = draft.target.kind === 'http' ? draft.target.steps : [];
  return hookPhases.filter((phase) => phase === 'execute' || steps.some((step) => step.phase === phase));
}

/**
 * The hook script of a draft: one ES module for Node.js 20, without packages, that does every phase of `phasesOf`. What a
 * draft holds gets in escaped; a value that is secret is a slot, so none gets in at all (behaviour §13).
 */
export function writeScript(draft: Draft, about: { profileId: string }): string {
  const { target, reading } = draft;
  const script = new ScriptParts();
  const phases = phasesOf(draft);
  limits(target, phases, script);
  if (isInsecure(target)) {
    script.constants(
      '// The certificate of the agent is not checked, as was asked for (curl -k). Without this line it is checked.',
      "process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0';",
    );
  }
  script.use(readGoal);
  const own = functionsOf(target, reading, script);
  const main = phases
    .map(
      (phase) => `    case ${quote(phase)}:\n      return ${phase}(${phase === 'execute' ? 'await readGoal()' : ''});`,
    )
    .join('\n');
  return script.source(heading(target, about.profileId, script), main, own);
}

function isInsecure(target: Target): boolean {
  if (target.kind === 'http') return [target, ...target.steps].some(({ call }) => call.insecure === true);
  return target.kind === 'websocket' && target.insecure === true;
}

function functionsOf(target: Target, reading: Draft['reading'], script: ScriptParts): string[] {
  switch (target.kind) {
    case 'http':
      return httpScript(target, reading, script);
    case 'command':
      return commandScript(target, reading, script);
    case 'websocket':
      return webSocketScript(target, reading, script);
    case 'mcp':
      return mcpScript(target, reading, script);
    default:
      throw target satisfies never;
  }
}

/** The time that a phase has: all its requests together. */
function limits(target: Target, phases: readonly HookPhase[], script: ScriptParts): void {
  const own = number(Math.max(1, Math.round((target.timeoutSeconds ?? turnSeconds) * 1000)));
  const steps = phases.filter((phase) => phase === 'prepare' || phase === 'open');
  const choices = steps.map((phase) => `${phase}: ${number(stepSeconds[phase] * 1000)}`);
  script.constants(
    choices.length === 0
      ? `const limitMs = ${own}; // for one turn`
      : `const limitMs = { ${choices.join(', ')} }[process.argv[2]] ?? ${own}; // for one phase`,
    'const limit = AbortSignal.timeout(limitMs);',
  );
}

function heading(target: Target, profileId: string, script: ScriptParts): string[] {
  const variables = [...script.variables].map((name) => commentText(name)).join(', ');
  return [
    `Hook script of the profile ${commentText(profileId)}. Rook runs it once a phase: node <this file> <phase>`,
    `It talks to ${destination(target)}`,
    ...(target.kind === 'http' ? target.steps : []).map(
      ({ phase, call }) => `(${phase}: ${commentText(call.method)} ${commentText(words(call.url))})`,
    ),
    '',
    'The goal comes on standard input; one JSON object goes to standard output. What goes wrong is said on standard error,',
    'with exit code 1. It needs Node.js 20 or newer, and no packages.',
    ...(variables === '' ? [] : [`From the environment, never from this file: ${variables}`]),
  ];
}

function destination(target: Target): string {
  switch (target.kind) {
    case 'http':
      return `${commentText(target.call.method)} ${commentText(words(target.call.url))}`;
    case 'command':
      return `the program ${commentText(target.argv.map(words).join(' '))}`;
    case 'websocket':
      return `the WebSocket ${commentText(words(target.url))}`;
    case 'mcp': {
      const tool = target.tool === undefined ? 'the list of tools' : `the tool ${commentText(target.tool)}`;
      return 'command' in target.server
        ? `${tool} of the MCP server ${commentText([target.server.command, ...target.server.args.map(words)].join(' '))}`
        : `${tool} of the MCP server at ${commentText(words(target.server.url))}`;
    }
    default:
      throw target satisfies never;
  }
}

/** A template for people: `<goal>` for what is filled in. */
function words(template: TextTemplate): string {
  return template
    .map((part) => {
      if (typeof part === 'string') return part;
      if ('env' in part) return `$${part.env}`;
      return 'taken' in part ? `<${part.taken}>` : `<${part.slot}>`;
    })
    .join('');
}
