import { describe, expect, test } from 'vitest';
import { stringify } from 'yaml';
import * as z from 'zod';
import { readSections } from '../../../engine/workspace/record-sections';

const Wanted = z.object({ headline: z.string(), totals: z.object({ passed: z.number() }), list: z.array(z.string()) });
const record = {
  run_id: 'r',
  headline: `a long one ${'word '.repeat(40)}`,
  totals: { passed: 3 },
  list: ['a', 'b'],
  rest: [1],
};

describe('readSections', () => {
  test('reads the entries that are asked for, over several lines too', () => {
    const { headline, totals, list } = record;
    expect(readSections(stringify(record), 'report.yaml', Wanted)).toEqual({ headline, totals, list });
  });

  test('says when an entry is missing or stands there in another way', () => {
    expect(readSections(stringify({ ...record, totals: undefined }), 'report.yaml', Wanted)).toBeUndefined();
    expect(readSections(JSON.stringify(record), 'report.yaml', Wanted)).toBeUndefined();
    expect(readSections('', 'report.yaml', Wanted)).toBeUndefined();
  });

  test('leaves what stands twice, and what is torn, to who reads the whole', () => {
    const text = stringify(record);
    expect(readSections(`${text}headline: another\n`, 'report.yaml', Wanted)).toBeUndefined();
    expect(readSections(text.slice(0, -2), 'report.yaml', Wanted)).toBeUndefined();
  });
});
