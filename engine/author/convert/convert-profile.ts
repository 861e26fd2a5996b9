import { mkdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { Slug } from '../../../schemas/profile';
import { ok, type Result, refuse } from '../../../schemas/result';
import { orDiskRefusal } from '../../lifecycle/under-lock';
import { findProfileFile } from '../../workspace/agent-files';
import { ensureGitignore } from '../../workspace/gitignore';
import { asRecord } from '../../workspace/plain-value';
import { readProfileText } from '../../workspace/profile-file';
import { readTextIfPresent } from '../../workspace/read-text';
import type { AgentRef, Workspace } from '../../workspace/workspace';
import { writeFileAtomically } from '../../workspace/write-file';
import type { FoundSecret } from '../material';
import { refuseLiterals } from '../refuse-literals';
import { phasesOf, writeScript } from '../script/write-script';
import { withKeysReplaced } from './converted-text';
import { recipeKeys } from './recipe';
import { type ConvertedRecipe, draftOfRecipe } from './recipe-draft';
import { resetScript } from './reset-script';

/** Limits of one turn that fit into the hook's own (behaviour §2), in seconds. */
const longestTurnSeconds = 300;

export interface ConvertedProfile {
  /** Absolute paths. */
  profileFile: string;
  scripts: string[];
  /** The profile as it was. */
  backup: string;
  /** What was not converted, or is different now, each a sentence. */
  warnings: string[];
  /** Credentials that stood in the recipe: variables now, whose values have to be kept somewhere. */
  secrets: FoundSecret[];
}

/**
 * Turns a legacy recipe profile into hooks, in place: its scripts are written, its recipe is taken out, its id, name,
 * comments and other keys stay, and the old text is kept as `<id>.legacy.bak` (behaviour §13). Refused, with nothing
 * written, is what cannot be converted, what is no recipe, and a script of another origin that is in the way.
 */
export async function convertProfile(
  workspace: Workspace,
  agent: AgentRef,
  id: string,
): Promise<Result<ConvertedProfile>> {
  const file = await findProfileFile(agent, id);
  if (file === undefined) return refuse(`agent ${agent.id} has no profile ${id}`);
  const text = await readFile(file, 'utf8');
  const { legacy, document, profile, problems } = readProfileText(text, file);
  if (!legacy) {
    const [problem] = problems.filter(({ severity }) => severity === 'error');
    if (!profile && problem) return refuse(problem.message, problem.remedy, problem);
    const before = await readTextIfPresent(join(agent.profilesDir, `${id}.legacy.bak`));
    return before === undefined
      ? refuse(`profile ${id} has hooks: there is nothing to convert`, `Try it: rook profile test ${id}.`)
      : refuse(`profile ${id} is converted already: it has hooks`, `Try it: rook profile test ${id}.`);
  }
  const converted = draftOfRecipe(document.value);
  if (!converted.ok) return { ok: false, error: { ...converted.error, place: { file } } };
  const warnings = [...converted.value.warnings];
  const scripts = scriptsOf(id, converted.value);
  for (const source of scripts.values()) {
    const literal = refuseLiterals(source);
    if (literal) return literal;
  }
  const edited = editedText(text, file, id, converted.value, asRecord(document.value) ?? {}, warnings);
  if (!edited.ok) return edited;
  return orDiskRefusal(async () => {
    const files = new Map([...scripts].map(([name, source]) => [join(agent.scriptsDir, name), source]));
    const backup = await freeName(join(agent.profilesDir, `${id}.legacy`), text);
    for (const [path, source] of files) {
      const present = await readTextIfPresent(path);
      if (present !== undefined && present !== source)
        return refuse(
          `${path} is there already, and is not what would be written`,
          'Rename or remove it. Nothing was written.',
        );
    }
    await ensureGitignore(workspace.rookDir);
    await mkdir(agent.scriptsDir, { recursive: true });
    for (const [path, source] of files) await writeFileAtomically(path, source);
    await writeFileAtomically(backup, text);
    await writeFileAtomically(file, edited.value);
    return ok({
      profileFile: file,
      scripts: [...files.keys()],
      backup,
      warnings: [...warnings, ...warningsOfSecrets(converted.value.secrets, basename(backup))],
      secrets: converted.value.secrets,
    });
  });
}

/** The scripts by their names. */
function scriptsOf(id: string, { draft, reset }: ConvertedRecipe): Map<string, string> {
  const scripts = new Map([[`${id}.mjs`, writeScript(draft, { profileId: id })]]);
  if (reset) scripts.set(`${id}-reset.mjs`, resetScript(reset, { profileId: id }));
  return scripts;
}

function editedText(
  text: string,
  file: string,
  id: string,
  { draft, reset, capabilities }: ConvertedRecipe,
  before: Record<string, unknown>,
  warnings: string[],
): Result<string> {
  const script = `scripts/${id}.mjs`;
  const { timeoutSeconds } = draft.target;
  const hooks: Record<string, unknown> = {};
  if (reset) {
    const resets = `scripts/${id}-reset.mjs`;
    hooks.open =
      reset.timeoutSeconds === undefined ? resets : { script: resets, timeout_seconds: reset.timeoutSeconds };
  }
  for (const phase of phasesOf(draft)) {
    const longer = phase === 'execute' && timeoutSeconds !== undefined && timeoutSeconds > longestTurnSeconds;
    hooks[phase] = longer ? { script, timeout_seconds: timeoutSeconds + 10 } : script;
  }
  const env = mergedEnv(before.env, draft.env);
  const isSlug = Slug.safeParse(before.id).success;
  if (!isSlug && before.id !== undefined)
    warnings.push(`id: ${String(before.id)} is no slug, and is ${id} now, like the name of the file.`);
  const added = {
    ...(!isSlug && { id }),
    ...(!isSlug && typeof before.id === 'string' && before.name === undefined && { name: before.id }),
    hooks,
    ...(env.length > 0 && { env }),
    capabilities,
  };
  const edited = withKeysReplaced(text, file, recipeKeys, added);
  if (!edited.ok) return edited;
  const reading = readProfileText(edited.value, file);
  const [problem] = reading.problems;
  return reading.profile
    ? edited
    : refuse(`the profile cannot be converted: ${problem?.message ?? 'it would not be one'}`, problem?.remedy, {
        file,
      });
}

/** Variables that the profile declares already, and those that the recipe needs. */
function mergedEnv(declared: unknown, needed: ConvertedRecipe['draft']['env']): unknown[] {
  const list: unknown[] = Array.isArray(declared) ? declared : [];
  const names = new Set(list.map((entry) => asRecord(entry)?.variable));
  return [...list, ...needed.filter(({ variable }) => !names.has(variable))];
}

/** A name that no other text is kept under: nothing is ever written over. */
async function freeName(stem: string, text: string): Promise<string> {
  for (let number = 1; ; number++) {
    const path = number === 1 ? `${stem}.bak` : `${stem}.${number}.bak`;
    const present = await readTextIfPresent(path);
    if (present === undefined || present === text) return path;
  }
}

function warningsOfSecrets(secrets: FoundSecret[], backup: string): string[] {
  if (secrets.length === 0) return [];
  const names = secrets.map(({ variable }) => variable).join(', ');
  return [
    `The recipe held credentials, which are variables now: ${names}. ${backup} still holds them: remove it, or keep it out of version control.`,
  ];
}
