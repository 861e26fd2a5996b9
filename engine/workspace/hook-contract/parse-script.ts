import { tsPlugin } from '@sveltejs/acorn-typescript';
import { type Comment, type Options, Parser } from 'acorn';
import { parse as parseLoosely } from 'acorn-loose';
import { isNode, type ScriptNode } from './script-node';

/** Why a script does not parse. Offsets are UTF-16 units. */
export interface SyntaxProblem {
  message: string;
  start: number;
  end: number;
}

export interface ScriptComment {
  text: string;
  start: number;
  end: number;
}

export interface ParsedText {
  /** Absent when nothing can be said of the text: TypeScript that does not parse. */
  program?: ScriptNode;
  comments: ScriptComment[];
  sourceType: 'module' | 'commonjs';
  syntaxProblem?: SyntaxProblem;
}

const TypeScriptParser = Parser.extend(tsPlugin());

/**
 * Parses a script as Node.js would load it, by the extension of its path: `.mjs` and `.mts` are modules, `.cjs` and `.cts`
 * are not, the others are whichever they parse as. What does not parse strictly gets the tree of a parser that repairs.
 */
export function parseText(text: string, extension: string): ParsedText {
  // A hash-bang line is one for Node.js after a byte order mark, too. Two characters for two: the offsets stay.
  const source = text.replace(/^(\uFEFF?)#!/, '$1//');
  const typescript = /^\.[mc]?ts$/.test(extension);
  const kinds: ('module' | 'commonjs')[] =
    extension[1] === 'm' ? ['module'] : extension[1] === 'c' ? ['commonjs'] : ['module', 'commonjs'];
  let furthest: { problem: SyntaxProblem; sourceType: 'module' | 'commonjs' } | undefined;
  for (const sourceType of kinds) {
    const comments: ScriptComment[] = [];
    try {
      const program: unknown = (typescript ? TypeScriptParser : Parser).parse(
        source,
        options(sourceType, comments, typescript),
      );
      if (isNode(program)) return { program, comments: commentsOnce(comments), sourceType };
    } catch (error) {
      const problem = syntaxProblemOf(error, source);
      if (!furthest || problem.start > furthest.problem.start) furthest = { problem, sourceType };
    }
  }
  const sourceType = furthest?.sourceType ?? 'module';
  const problem = furthest && { syntaxProblem: furthest.problem };
  if (typescript) return { comments: [], sourceType, ...problem };
  const comments: ScriptComment[] = [];
  const program: unknown = parseLoosely(source, options('module', comments, false));
  return { ...(isNode(program) && { program }), comments: commentsOnce(comments), sourceType: 'module', ...problem };
}

function options(sourceType: 'module' | 'commonjs', comments: ScriptComment[], typescript: boolean): Options {
  return {
    ecmaVersion: 'latest',
    sourceType,
    // Positions by line: the plugin for TypeScript fails without.
    locations: typescript,
    allowHashBang: true,
    ranges: true, // scopes need them
    onComment: (_block: boolean, text: string, start: number, end: number): void => {
      comments.push({ text, start, end });
    },
  } satisfies Options & { onComment: Exclude<Options['onComment'], Comment[]> };
}

/** The plugin for TypeScript reads some text twice, to try what it means. */
function commentsOnce(comments: ScriptComment[]): ScriptComment[] {
  return [...new Map(comments.map((comment) => [comment.start, comment])).values()].sort((a, b) => a.start - b.start);
}

function syntaxProblemOf(error: unknown, source: string): SyntaxProblem {
  if (!(error instanceof SyntaxError)) throw error;
  const at = 'pos' in error && typeof error.pos === 'number' ? Math.min(error.pos, source.length) : 0;
  const raised = 'raisedAt' in error && typeof error.raisedAt === 'number' ? error.raisedAt : at;
  const end = Math.min(source.length, Math.max(raised, at + 1));
  return { message: error.message.replace(/ \(\d+:\d+\)$/, ''), start: Math.min(at, end), end };
}
