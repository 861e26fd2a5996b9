import type { Redaction } from '../redaction';

/** Names as they may leave: what is masked in one is masked everywhere, and two names never become one. */
export class RedactedNames {
  private readonly known = new Map<string, string>();
  private readonly taken = new Set<string>();

  constructor(private readonly redaction: Redaction) {}

  async name(name: string): Promise<string> {
    const known = this.known.get(name);
    if (known !== undefined) return known;
    const masked = await this.redaction.text(name);
    let free = masked;
    for (let number = 2; this.taken.has(free); number++) free = `${masked}-${number}`;
    this.known.set(name, free);
    this.taken.add(free);
    return free;
  }

  /** A path with slashes, part by part. */
  async path(path: string): Promise<string> {
    const parts: string[] = [];
    for (const part of path.split('/')) parts.push(part === '' ? '' : await this.name(part));
    return parts.join('/');
  }
}
