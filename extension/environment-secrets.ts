import { realpathSync } from 'node:fs';
import type * as vscode from 'vscode';
import type { SecretValues } from '../engine/lifecycle/effective-environment';

/** Values of environment variables in VS Code's secret storage, apart for each Rook workspace: by its real path. */
export class EnvironmentSecrets {
  /**
   * @param secrets holds the values.
   * @param names remembers which there are, since the storage cannot say: names are no secret.
   */
  constructor(
    private readonly secrets: vscode.SecretStorage,
    private readonly names: vscode.Memento,
  ) {}

  /** The values of a workspace, one at a time. */
  of(root: string): SecretValues {
    return { get: (variable) => this.secrets.get(keyOf(root, variable)) };
  }

  /** Names of the variables that have a value. */
  list(root: string): string[] {
    return this.names.get<string[]>(keyOf(root), []);
  }

  async set(root: string, variable: string, value: string): Promise<void> {
    // The name first: a value that nobody can find could not be removed.
    await this.names.update(keyOf(root), [...new Set([...this.list(root), variable])].sort());
    await this.secrets.store(keyOf(root, variable), value);
  }

  async remove(root: string, variable: string): Promise<void> {
    await this.secrets.delete(keyOf(root, variable));
    const rest = this.list(root).filter((name) => name !== variable);
    await this.names.update(keyOf(root), rest.length > 0 ? rest : undefined);
  }
}

function keyOf(root: string, variable?: string): string {
  const key = `rook.env:${realpathSync.native(root)}`;
  return variable === undefined ? key : `${key}:${variable}`;
}
