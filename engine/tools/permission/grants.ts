import { GrantsFile, type PermissionGrant } from '../../../schemas/permission';
import { formatRefusal, ok, type Result } from '../../../schemas/result';
import type { RookHome } from '../../workspace/home';

const fileName = 'grants.json';

/** What a person answered `always` or `never`, kept in the global home for one workspace and one target. */
export class GrantStore {
  constructor(
    private readonly home: RookHome,
    private readonly workspace: string,
  ) {}

  get file(): string {
    return this.home.path(fileName);
  }

  /** The grants of a target. */
  async of(target: string): Promise<Result<PermissionGrant[]>> {
    const file = await this.home.read(fileName, GrantsFile);
    if (!file.ok) return file;
    const grants = file.value?.grants ?? [];
    return ok(grants.filter((grant) => grant.workspace === this.workspace && grant.target === target));
  }

  /** Keeps an answer; a later one about the same rule replaces it. */
  async keep(answer: Pick<PermissionGrant, 'target' | 'effect' | 'rule'>): Promise<void> {
    const grant: PermissionGrant = { workspace: this.workspace, ...answer, at: new Date().toISOString() };
    const same = (other: PermissionGrant): boolean =>
      other.workspace === grant.workspace && other.target === grant.target && other.rule === grant.rule;
    const kept = await this.home.update(fileName, GrantsFile, (present) => ({
      ...present,
      version: 1 as const,
      grants: [...(present?.grants ?? []).filter((other) => !same(other)), grant],
    }));
    if (!kept.ok) throw new Error(formatRefusal(kept.error)); // it was read without fault when the command began
  }
}
