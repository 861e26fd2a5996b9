import { PermissionRules, UserSettingsFile } from '../../../schemas/permission';
import { ok, type Refusal, type Result, refuse } from '../../../schemas/result';
import type { RookHome } from '../../workspace/home';
import { misspeltName } from '../../workspace/nearest-name';
import { parseRule } from '../../workspace/permission-rule';
import type { GrantStore } from './grants';
import { Policy, type SourcedRule } from './policy';

/** The user's own settings, in the global home. */
export const userSettingsName = 'settings.json';

export interface PolicySources {
  home: RookHome;
  grants: GrantStore;
  target: string;
  /** Rules of `--allow`. */
  allow: readonly string[];
  /** `permissions` of the workspace's settings.json, and where that file is. */
  project: { file: string; rules: PermissionRules | null | undefined };
}

/**
 * Collects every rule that counts: `--allow`, the user's settings, the project's deny rules, and what a person has
 * answered before. A workspace may forbid, but not permit itself anything: its allow rules are ignored with a warning.
 * A rule that cannot be read is refused, never skipped: it may be a deny rule.
 */
export async function loadPolicy(sources: PolicySources): Promise<Result<{ policy: Policy; warnings: Refusal[] }>> {
  const { home, grants, target, allow, project } = sources;
  const settings = await home.read(userSettingsName, UserSettingsFile);
  if (!settings.ok) return settings;
  const granted = await grants.of(target);
  if (!granted.ok) return granted;
  const own = settings.value?.permissions;
  const ownFile = home.path(userSettingsName);
  const misspelt =
    misspeltKey(settings.value, Object.keys(UserSettingsFile.shape), ownFile) ??
    misspeltKey(own, Object.keys(PermissionRules.shape), ownFile) ??
    misspeltKey(project.rules, Object.keys(PermissionRules.shape), project.file);
  if (misspelt) return misspelt;
  const rules: SourcedRule[] = [];
  const take = (text: string, from: Omit<SourcedRule, 'rule'>): Result<true> => {
    const rule = parseRule(text);
    if (!rule.ok) return refuse(`${from.where}: ${rule.error.message}`, rule.error.remedy);
    rules.push({ ...from, rule: rule.value });
    return ok(true);
  };
  const lists: [readonly string[] | null | undefined, Omit<SourcedRule, 'rule'>][] = [
    [allow, { effect: 'allow', where: '--allow', unattended: true }],
    [own?.allow, { effect: 'allow', where: ownFile, unattended: true }],
    [own?.deny, { effect: 'deny', where: ownFile, unattended: true }],
    [project.rules?.deny, { effect: 'deny', where: project.file, unattended: true }],
  ];
  for (const [texts, from] of lists) {
    for (const text of texts ?? []) {
      const taken = take(text, from);
      if (!taken.ok) return taken;
    }
  }
  for (const { rule, effect } of granted.value) {
    const taken = take(rule, { effect, where: grants.file, unattended: effect === 'deny' });
    if (!taken.ok) return taken;
  }
  const ignored = project.rules?.allow ?? [];
  const warnings: Refusal[] =
    ignored.length === 0
      ? []
      : [
          {
            message: `the allow rules of the workspace are ignored: ${ignored.join(', ')}`,
            remedy: `A workspace cannot permit itself anything. Put those that you want into permissions.allow of ${ownFile}, or give them with --allow`,
            place: { file: project.file },
          },
        ];
  return ok({ policy: new Policy(rules), warnings });
}

/** A list of rules that goes by another name is no list of rules: what it forbids would be done. */
function misspeltKey(
  written: object | null | undefined,
  known: readonly string[],
  file: string,
): ReturnType<typeof refuse> | undefined {
  for (const key of Object.keys(written ?? {})) {
    const meant = known.includes(key) ? undefined : misspeltName(key, known);
    if (meant) return refuse(`there is no setting ${key}`, `Did you mean ${meant}?`, { file });
  }
  return undefined;
}
