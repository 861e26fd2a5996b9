import { describe, expect, it } from 'vitest';
import { check } from './check';
import { goldenFiles, placeOf } from './golden-file';

const variants: [string, (text: string) => string][] = [
  ['as written', (text) => text],
  ['with CRLF line ends', (text) => text.replaceAll('\n', '\r\n')],
  ['without an end of its last line', (text) => text.trimEnd()],
];

for (const kind of ['profiles', 'scenarios'] as const) {
  describe(`golden ${kind}`, () => {
    for (const { name, text, wanted } of goldenFiles(kind)) {
      it.each(variants)(`${name} %s`, (_, change) => {
        const { diagnostics } = check(name, change(text));
        expect(diagnostics.map(placeOf).sort()).toEqual(wanted.map(({ place }) => place).sort());
        for (const { place, part } of wanted) {
          const messages = diagnostics.filter((found) => placeOf(found) === place).map(({ message }) => message);
          expect(messages.join('\n')).toContain(part);
        }
        for (const diagnostic of diagnostics) expect(diagnostic.source).toBe('rook');
      });

      it(`${name} with a byte order mark, which counts as a character where the client sends it`, () => {
        const shifted = wanted.map(({ place }) =>
          place.replace(/^0:(\d+)-(\d+)/, (__, from, to) => `0:${Number(from) + 1}-${Number(to) + 1}`),
        );
        const { diagnostics } = check(name, `\uFEFF${text}`);
        expect(diagnostics.map(placeOf).sort()).toEqual(shifted.sort());
      });
    }
  });
}
