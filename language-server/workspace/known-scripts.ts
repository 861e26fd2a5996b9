/** The hook scripts that profiles name, wherever they are: no place and no name tells that a script is one. */
export class KnownScripts {
  /** Profile → the scripts it names. */
  readonly #byProfile = new Map<string, readonly string[]>();
  /** Script → the workspace of a profile that names it. */
  readonly #roots = new Map<string, string>();

  /**
   * Keeps what a profile names now.
   * @returns the scripts that nobody named before, and those that nobody names any more.
   */
  set(profile: string, workspaceRoot: string, scripts: readonly string[]): { added: string[]; removed: string[] } {
    const before = this.#byProfile.get(profile) ?? [];
    if (scripts.length > 0) this.#byProfile.set(profile, scripts);
    else this.#byProfile.delete(profile);
    const added = scripts.filter((script) => !this.#roots.has(script));
    for (const script of added) this.#roots.set(script, workspaceRoot);
    const named = new Set([...this.#byProfile.values()].flat());
    const removed = before.filter((script) => !named.has(script));
    for (const script of removed) this.#roots.delete(script);
    return { added, removed };
  }

  /** The root of the workspace that a script belongs to; undefined when no profile names it. */
  rootOf(script: string): string | undefined {
    return this.#roots.get(script);
  }

  get any(): boolean {
    return this.#roots.size > 0;
  }
}
