import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { analyseHookScript } from '../../../../engine/workspace/hook-contract/entry';
import type { OwnPlace } from '../../../../engine/workspace/hook-contract/own-place';
import { repository } from '../../../integration/workspace-builder';

/** What may matter to a script, in short. */
function matters(text: string, path = 'desk.mjs'): (keyof OwnPlace)[] {
  const { facts } = analyseHookScript(text, { path });
  if (!facts) throw new Error('no facts');
  return (['ownName', 'startedName', 'started'] as const).filter((part) => facts.ownPlace[part]);
}

const all = ['ownName', 'startedName', 'started'];

describe('what a script may do with where it stands', () => {
  test.each([
    ['process.stdout.write(process.argv[2])', []],
    ['const [, , phase] = process.argv; run(phase)', []],
    ['const [node, , phase] = process.argv; run(phase)', []],
    ['run(process.argv.slice(2)[0], process.argv.at(-1), process.argv.length)', []],
    ["if (process.argv.includes('open')) run()", []],
    ['const argv = process.argv; run(argv[2])', []],
    ['const { argv, env } = process; run(argv[2], env.A)', []],
    ["import { argv } from 'node:process'; run(argv[2])", []],
    [
      "import { dirname } from 'node:path'; import { fileURLToPath } from 'node:url'; run(dirname(fileURLToPath(import.meta.url)))",
      [],
    ],
    ["new URL('./data.json', import.meta.url); run(import.meta.dirname)", []],
    [
      "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url); require('./a.cjs')",
      [],
    ],
    ["import axios from 'axios'; import x from './x.mjs'; axios.get(x)", []],
    ['const o = { require: 1, module: 2, arguments: 3 }; run(o.module, o.require, o.eval)', []],
    ['new URL(import.meta.url)', ['ownName']],
    ["new URL('#part', import.meta.url)", ['ownName']],
    ['run(import.meta.filename)', ['ownName']],
    ['run(import.meta)', all],
    ['if (import.meta.main) run()', ['started']],
    ['run(process.argv[1])', ['ownName', 'startedName']],
    ['const argv = process.argv; run(argv[1])', ['ownName', 'startedName']],
    ['let argv = process.argv; argv = argv.concat(1); run(argv[1])', ['ownName', 'startedName']],
    ['const { argv: [, self] } = process; run(self)', ['ownName', 'startedName']],
    ['let { argv } = process; argv = [...argv]; run(argv[1])', ['ownName', 'startedName']],
    ["import { argv } from 'node:process'; run(argv[1])", ['ownName', 'startedName']],
    ['run(process.argv)', ['ownName', 'startedName']],
    ['run(process.argv.slice(1))', ['ownName', 'startedName']],
    ['const [, self] = process.argv; run(self)', ['ownName', 'startedName']],
    ['run([...process.argv])', ['ownName', 'startedName']],
    ['run(process)', ['ownName', 'startedName']],
    ['const { mainModule } = process; run(mainModule)', all],
    ['run(process[name])', ['ownName', 'startedName']],
    ["process.on('uncaughtException', run)", ['started']],
    ["eval('1')", all],
    ['run(globalThis)', all],
    ["import { program } from 'commander'; program.parse()", all],
    ['await import(name)', all],
  ] as [string, string[]][])('%s', (text, parts) => {
    expect(matters(text)).toEqual(parts);
  });

  test.each([
    ['module.exports = { run }; module.exports.x = 1;', []],
    ["const { argv } = require('node:process'); run(argv[2], __dirname)", []],
    ['if (require.main === module) run()', ['started']],
    ['if (!module.parent) run()', ['started']],
    ["if (typeof module !== 'undefined') run()", []],
    ['run(require.main.filename)', all],
    ['run(require.main?.path)', all],
    ['const { main } = require; run(main)', all],
    ['run(module.filename)', all],
    ['run(process.mainModule)', all],
    ['run(__filename)', ['ownName']],
    ['run(arguments[3])', all],
    ['function f() { return arguments[0]; }', []],
    ["run(require('process'))", ['ownName', 'startedName']],
    ["require('yargs')", all],
  ] as [string, string[]][])('in CommonJS: %s', (text, parts) => {
    expect(matters(text, 'desk.cjs')).toEqual(parts);
  });

  test('is nothing to most of the scripts that people write', () => {
    const folder = join(repository, 'test/fixtures/lsp/scripts');
    const told = readdirSync(folder).filter((name) => {
      const parts = matters(readFileSync(join(folder, name), 'utf8'), name);
      return parts.includes('startedName') || parts.includes('ownName');
    });
    expect(told).toEqual(['commander.mjs']);
  });
});
