import type { TextRange } from '../../schemas/problem';
import type { LooseNode, LooseYaml } from './loose-yaml';

/** Where each block node ends: after what belongs to it, without the blank lines and comments that follow. */
export function extents(yaml: LooseYaml): ReadonlyMap<LooseNode, TextRange> {
  const { text, nodes, opaque } = yaml;
  const ends = new Map<LooseNode, number>();
  const texts = opaque.filter(({ start }) => text[start] !== '#').sort((a, b) => a.start - b.start);
  let next = 0;
  for (const [index, node] of nodes.entries()) {
    const limit = nodes[index + 1]?.start ?? text.length;
    let end = Math.max(node.value?.end ?? 0, node.flow?.end ?? 0, (node.colon ?? node.start) + 1);
    // A block text belongs to the last node before it.
    for (let one = texts[next]; one && one.start < limit; one = texts[++next]) end = Math.max(end, one.end);
    for (let owner: LooseNode | undefined = node; owner?.parent; owner = owner.parent)
      if ((ends.get(owner) ?? 0) < end) ends.set(owner, end);
  }
  return new Map([...ends].map(([node, end]) => [node, { start: node.start, end: Math.min(end, text.length) }]));
}
