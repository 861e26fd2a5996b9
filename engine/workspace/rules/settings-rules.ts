import { JudgeSettings } from '../../../schemas/judge';
import { PermissionRules } from '../../../schemas/permission';
import type { LocatedProblem, Problem } from '../../../schemas/problem';
import { judgeConfigOf } from '../judge-config';
import { misspeltName } from '../nearest-name';
import { parseRule } from '../permission-rule';
import { asRecord } from '../plain-value';
import type { PlainReading } from './rook-reading';

/**
 * What a run would refuse, or not heed, in the settings of a workspace (behaviour §9, §12).
 * @param env the judge's settings there win; what it lacks, or says wrongly, has no place in the file and is not told.
 */
export function settingsProblems({ document, problems }: PlainReading, env: NodeJS.ProcessEnv): LocatedProblem[] {
  const settings = asRecord(document.value);
  const permissions = permissionProblems(asRecord(settings?.permissions)).map(document.locate);
  const judge = JudgeSettings.safeParse(settings?.judge);
  if (!judge.success || problems.some(({ path }) => path[0] === 'judge')) return permissions;
  const config = judgeConfigOf({ env, settings: judge.data, document, file: document.file });
  if (config.ok || !config.error.place) return permissions;
  const { message, place } = config.error;
  const remedy = config.error.remedy?.replace(/ ?Nothing was run\.$/, '');
  const told = { code: 'judge', severity: 'error', message, ...(remedy && { remedy }) } as const;
  const places = Object.keys(asRecord(settings?.judge) ?? {}).map((field) =>
    document.locate({ ...told, path: ['judge', field] }),
  );
  const found = places.find(({ line, column }) => line === place.line && column === place.column);
  return [found ?? document.locate({ ...told, path: ['judge'], at: 'key' }), ...permissions];
}

function permissionProblems(permissions: Record<string, unknown> | undefined): Problem[] {
  if (!permissions) return [];
  const lists = Object.keys(PermissionRules.shape);
  // As a run reads them: also beside the list that was meant.
  const misspelt = Object.keys(permissions).flatMap((key): Problem[] => {
    const meant = lists.includes(key) ? undefined : misspeltName(key, lists);
    if (!meant) return [];
    const remedy = `Did you mean ${meant}?`;
    const message = `permissions has no ${key}`;
    return [{ code: 'unknown-field', severity: 'error', message, remedy, path: ['permissions', key], at: 'key' }];
  });
  const deny: unknown[] = Array.isArray(permissions.deny) ? permissions.deny : [];
  const unread = deny.flatMap((text, index): Problem[] => {
    if (typeof text !== 'string') return []; // reported by the schema
    const rule = parseRule(text);
    if (rule.ok) return [];
    const { message, remedy } = rule.error;
    const told = { message, ...(remedy && { remedy }) };
    return [{ ...told, code: 'bad-rule', severity: 'error', path: ['permissions', 'deny', index] }];
  });
  const ignored: Problem[] =
    Array.isArray(permissions.allow) && permissions.allow.length > 0
      ? [
          {
            code: 'allow-ignored',
            severity: 'warning',
            message: 'the allow rules of a workspace are ignored: it cannot permit itself anything',
            remedy: 'Put those that you want into your own settings, or give them with --allow.',
            path: ['permissions', 'allow'],
            at: 'key',
          },
        ]
      : [];
  return [...misspelt, ...unread, ...ignored];
}
