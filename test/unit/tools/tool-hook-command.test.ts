import { describe, expect, it } from 'vitest';
import { readHookList } from '../../../engine/tools/tool-hooks/registry';
import { fillCommand, joinCommand, readCommand } from '../../../engine/workspace/tool-hook-command';

const words = (command: string, extra: string[] = []): string[] => {
  const read = readCommand(command, extra);
  if (!read.ok) throw new Error(read.error.message);
  return read.value;
};
const why = (command: string, extra: string[] = []): string => {
  const read = readCommand(command, extra);
  return read.ok ? 'allowed' : read.error.message;
};

describe('a hook command', () => {
  it('is one program and its arguments', () => {
    expect(words('node hooks/pre.mjs {tool}  {path}')).toEqual(['node', 'hooks/pre.mjs', '{tool}', '{path}']);
    expect(words(`node -e "process.exit(1)" 'a b' ""`)).toEqual(['node', '-e', 'process.exit(1)', 'a b', '']);
    expect(words('node $HOME ~ *.mjs')).toEqual(['node', '$HOME', '~', '*.mjs']);
  });

  it.each([';', '&&', '||', '|', '&', '<', '>', '>>', '$(', '`'])(
    'with %s is refused, in quotation marks too',
    (sign) => {
      expect(why(`node x.mjs ${sign} y`)).toBe(
        `${sign} is refused: a hook is one program and its arguments, there is no shell`,
      );
      expect(why(`node x.mjs "a${sign}b"`)).not.toBe('allowed');
    },
  );

  it('runs only programs that are allowed, by their plain names', () => {
    for (const program of ['node', 'npm', 'dotnet', 'find']) expect(why(`${program} x`)).toBe('allowed');
    for (const program of ['bash', './node', '/usr/bin/node', 'NODE', '{tool}', 'node.exe'])
      expect(why(`${program} x`)).toContain('not allowed');
    expect(why('bash check.sh', ['bash'])).toBe('allowed');
  });

  it.each([
    ['', 'empty'],
    ['   ', 'empty'],
    ['node "x', 'not closed'],
    ['node a\nb', 'one line'],
    ['node \0', 'one line'],
  ])('%j is refused', (command, reason) => {
    expect(why(command)).toContain(reason);
  });

  it('gets tool, event and path in its arguments', () => {
    const filled = fillCommand(words('node h.mjs {tool} {event} {path} --p={path}'), 'pre-tool', {
      tool: 'read_file',
      path: 'src/x.ts',
    });
    expect(filled).toEqual(['node', 'h.mjs', 'read_file', 'pre-tool', 'src/x.ts', '--p=src/x.ts']);
  });

  it.each([
    ['a/b_c.d@+=,:-1', 'a/b_c.d@+=,:-1'],
    ['-rf', '-'],
    ['a b', '-'],
    ['a;b', '-'],
    ['$(x)', '-'],
    ['ä', '-'],
    ['', '-'],
    ['a\nb', '-'],
    [undefined, '-'],
  ])('the path %j becomes %s', (path, shown) => {
    const call = { tool: 't', ...(path !== undefined && { path }) };
    expect(fillCommand(['node', '{path}'], 'pre-tool', call)).toEqual(['node', shown]);
  });

  it('can be joined and read again', () => {
    const parts = ['node', 'a b', 'c"d', '', 'e'];
    expect(words(joinCommand(parts))).toEqual(parts);
  });
});

describe('a list of hooks', () => {
  const hook = { event: 'pre-tool', command: 'node x.mjs' };

  it('is a list, or an object with one', () => {
    expect(readHookList(JSON.stringify([hook]), 'it')).toEqual({ ok: true, value: [hook] });
    expect(readHookList(JSON.stringify({ hooks: [hook] }), 'it')).toEqual({ ok: true, value: [hook] });
  });

  it.each(['{', '{"hook":[]}', '[{"event":"before","command":"node x"}]', '[{"event":"stop"}]', '5'])(
    '%s is refused: a guard that is misspelt would be no guard',
    (text) => {
      expect(readHookList(text, 'it').ok).toBe(false);
    },
  );
});
