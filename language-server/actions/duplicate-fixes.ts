import { duplicateKey } from '../../engine/workspace/edits/duplicate-key';
import { ok } from '../../schemas/result';
import { type Fixer, inDocument } from './fix-subject';

/** A key that is written twice: one of them goes. Which one is a person's choice, unless both say the same. */
export const keepOne: Fixer = ({ range }, subject) => {
  const twins = subject.yaml && duplicateKey(subject.yaml, range);
  if (!twins) return [];
  const { key, same, withoutFirst, withoutSecond } = twins;
  if (same)
    return [
      inDocument(subject, `Remove the second ${key}, which says the same`, withoutSecond && ok([withoutSecond]), {
        sure: true,
      }),
    ];
  return [
    inDocument(subject, `Keep the first ${key}, and remove this one`, withoutSecond && ok([withoutSecond])),
    inDocument(subject, `Keep this ${key}, and remove the first`, withoutFirst && ok([withoutFirst])),
  ];
};
