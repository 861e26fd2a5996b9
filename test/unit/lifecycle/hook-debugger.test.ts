import { describe, expect, it } from 'vitest';
import { inspectedCommand, withoutInspectorLines } from '../../../engine/lifecycle/hook-debugger';

describe('the command of a hook that is debugged', () => {
  it('waits for the debugger before the first line of a script that Node runs', () => {
    expect(inspectedCommand(['node', 'scripts/hook.mjs', 'execute'])).toEqual([
      'node',
      '--inspect-brk=127.0.0.1:0',
      'scripts/hook.mjs',
      'execute',
    ]);
  });

  it.each(['hook.py', 'hook.sh', 'hook'])('is left alone for %s', (script) => {
    expect(inspectedCommand(['x', script, 'open'])).toBeUndefined();
  });
});

describe('what the inspector says', () => {
  const run = (pieces: string[]) => {
    let kept = '';
    const places: unknown[] = [];
    const filter = withoutInspectorLines(
      {
        append: (text) => {
          kept += text;
        },
        flush: () => {},
      },
      (place) => places.push(place),
    );
    for (const piece of pieces) filter.append(piece);
    filter.flush();
    return { kept, places };
  };

  it('is taken out of standard error, and tells where it listens', () => {
    const said =
      'Debugger listening on ws://127.0.0.1:43211/8d2c\nFor help, see: https://nodejs.org/en/docs/inspector\nDebugger attached.\nmine\nWaiting for the debugger to disconnect...\n';
    expect(run([said])).toEqual({ kept: 'mine\n', places: [{ address: '127.0.0.1', port: 43211 }] });
    expect(run([...said])).toEqual(run([said]));
  });

  it('is told once, whatever the hook prints itself', () => {
    const line = 'Debugger listening on ws://127.0.0.1:1/x\n';
    expect(run([line, line.replace(':1/', ':2/')]).places).toEqual([{ address: '127.0.0.1', port: 1 }]);
  });
});
