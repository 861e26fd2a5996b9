import { dirname, join } from 'node:path/posix';
import { ok, type Result, refuse } from '../../../schemas/result';
import { asRecord } from '../../workspace/plain-value';
import { parseYaml } from '../../workspace/yaml-document';
import type { MaterialFiles } from './material-files';

/** Something in a document, and the document that it is in: references within it are relative to that one. */
export interface Located {
  value: unknown;
  /** Path of the document relative to the material's folder; empty for the material itself. */
  file: string;
}

/** More files than any description is split into. */
const mostFiles = 200;

/** Follows `$ref` within a document and into files beside it. Remote ones are not fetched. */
export class References {
  /** Sentences on references that lead nowhere. */
  readonly warnings: string[] = [];

  private constructor(private readonly documents: Map<string, unknown>) {}

  /**
   * Loads the document with all files that it refers to, directly or not.
   * @returns a refusal when one is missing, broken, or outside of the material's folder.
   */
  static async load(root: unknown, files: MaterialFiles): Promise<Result<References>> {
    const documents = new Map<string, unknown>([['', root]]);
    const waiting = [''];
    for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
      for (const reference of referencesIn(documents.get(file))) {
        const target = fileOf(reference, file);
        if (target === undefined || documents.has(target)) continue;
        if (documents.size >= mostFiles) return refuse(`the description refers to more than ${mostFiles} files`);
        const text = await files.read(target, `$ref ${reference}`);
        if (!text.ok) return text;
        const document = parseYaml(text.value, target);
        const [problem] = document.syntaxProblems;
        if (problem)
          return refuse(problem.message, problem.remedy, {
            file: problem.file,
            line: problem.line,
            column: problem.column,
          });
        documents.set(target, document.value);
        waiting.push(target);
      }
    }
    return ok(new References(documents));
  }

  /** What a value stands for: the end of its chain of references. `undefined` when that leads nowhere, or in a circle. */
  resolve({ value, file }: Located): Located {
    let at: Located = { value, file };
    for (const seen = new Set<string>(); ; ) {
      const reference = asRecord(at.value)?.$ref;
      if (typeof reference !== 'string') return at;
      const target = fileOf(reference, at.file);
      const key = `${target ?? at.file}#${reference.replace(/^[^#]*#?/, '')}`;
      if (isRemote(reference)) return this.lost(`${reference} is not fetched: what it describes is left out.`);
      if (seen.has(key)) return this.lost(`${reference} refers to itself.`);
      seen.add(key);
      const document = target ?? at.file;
      const found = pointed(this.documents.get(document), reference.replace(/^[^#]*#?/, ''));
      if (found === undefined) return this.lost(`${reference} leads nowhere.`);
      at = { value: found, file: document };
    }
  }

  /** A property of a value, both resolved. */
  get(located: Located, key: string | number): Located {
    const { value, file } = this.resolve(located);
    const record = value !== null && typeof value === 'object' ? Reflect.get(value, key) : undefined;
    return this.resolve({ value: record, file });
  }

  /** The entries of a mapping, each resolved; none when it is no mapping. */
  entries(located: Located): [string, Located][] {
    const { value, file } = this.resolve(located);
    return Object.entries(asRecord(value) ?? {}).map(([key, item]) => [key, this.resolve({ value: item, file })]);
  }

  /** The elements of a list, each resolved; none when it is no list. */
  items(located: Located): Located[] {
    const { value, file } = this.resolve(located);
    return Array.isArray(value) ? value.map((item: unknown) => this.resolve({ value: item, file })) : [];
  }

  private lost(warning: string): Located {
    if (!this.warnings.includes(warning)) this.warnings.push(warning);
    return { value: undefined, file: '' };
  }
}

function isRemote(reference: string): boolean {
  return /^[a-z][a-z0-9+.-]*:|^\/\//i.test(reference);
}

/** The file that a reference names, relative to the material's folder; undefined for the same document or a remote one. */
function fileOf(reference: string, from: string): string | undefined {
  const path = reference.replace(/#.*$/s, '');
  return path === '' || isRemote(reference) ? undefined : join(dirname(from), path);
}

function* referencesIn(value: unknown): Generator<string> {
  if (value === null || typeof value !== 'object') return;
  if ('$ref' in value && typeof value.$ref === 'string') yield value.$ref;
  for (const item of Object.values(value)) yield* referencesIn(item);
}

/** What a JSON pointer names (RFC 6901, in a URI fragment). */
function pointed(document: unknown, pointer: string): unknown {
  if (pointer === '') return document;
  return pointer
    .split('/')
    .slice(1)
    .reduce<unknown>((at, step) => {
      const key = safelyDecoded(step).replaceAll('~1', '/').replaceAll('~0', '~');
      return at !== null && typeof at === 'object' && Object.hasOwn(at, key) ? Reflect.get(at, key) : undefined;
    }, document);
}

function safelyDecoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
