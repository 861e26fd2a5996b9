import type { Binding } from './bindings';
import type { Script } from './script';
import { kid, type ScriptNode, textOf } from './script-node';

/** Whether what a name holds is written into somewhere: `result.output = …`, `list[0] = …`, `delete result.x`. */
export function isChanged(script: Script, binding: Binding): boolean {
  const known = changed.get(binding);
  if (known !== undefined) return known;
  const found = binding.reads.some((read) => isWrittenInto(script, read));
  changed.set(binding, found);
  return found;
}

const changed = new WeakMap<Binding, boolean>();

function isWrittenInto(script: Script, read: ScriptNode): boolean {
  let node = read;
  for (let parent = script.parents.get(node); parent; parent = script.parents.get(node)) {
    if (parent.type !== 'MemberExpression' || kid(parent, 'object') !== node) {
      if (node === read) return false;
      const target = parent.type === 'AssignmentExpression' && kid(parent, 'left') === node;
      return target || parent.type === 'UpdateExpression' || textOf(parent, 'operator') === 'delete';
    }
    node = parent;
  }
  return false;
}
