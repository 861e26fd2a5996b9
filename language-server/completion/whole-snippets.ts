import { checkNames, criterionForm } from '../../engine/workspace/criterion-fields';
import type { RookFileKind } from '../../engine/workspace/rook-file';
import { snippetText } from './write-value';

/** A whole piece of a file, its lines relative to its own first column. `$1`, `${1:…}` are places to fill in. */
export interface Piece {
  label: string;
  detail: string;
  lines: string[];
}

/** A criterion of every check, with what it must have. */
export const criterionPieces: readonly Piece[] = checkNames.map((check) => {
  const { fields, oneOf } = criterionForm(check) ?? { fields: [], oneOf: [] };
  const shown = fields.filter(
    ({ name, required }) => required || name === oneOf[0] || (check === 'mcp_probe' && name !== 'arguments'),
  );
  return {
    label: `criterion: ${check}`,
    detail: 'A whole criterion',
    lines: [
      'statement: ${1:What must hold.}',
      `check: ${check}`,
      ...shown.flatMap(({ name, kind }, index) => parameter(name, kind, index + 2)),
    ],
  };
});

function parameter(name: string, kind: string, index: number): string[] {
  switch (name) {
    case 'pattern':
      return [`${name}: '\${${index}:pattern}'`];
    case 'path':
      return [`${name}: \${${index}:$.field}`.replace('$.field', snippetText('$.field'))];
    case 'tools':
      return [`${name}: [\${${index}:first, second}]`];
    case 'schema':
      return [`${name}:`, '  type: object', `  required: [\${${index}}]`];
    case 'expect':
      return [`${name}:`, `  contains: \${${index}}`];
    default:
      return [kind === 'json' && name !== 'equals' ? `${name}: { \${${index}} }` : `${name}: \${${index}}`];
  }
}

const call: Piece = {
  label: 'call',
  detail: 'A whole expectation',
  lines: ['tool: ${1}', 'expect: ${2|called,not_called,called_with|}'],
};

/** What can be an entry of the list that stands under a key. */
export function entryPieces(kind: RookFileKind, key: string): readonly Piece[] {
  if (kind === 'scenario' && key === 'acceptance_criteria') return criterionPieces;
  if (kind === 'scenario' && (key === 'calls' || key === 'mcp')) return [call];
  if (kind === 'profile' && key === 'env')
    return [{ label: 'variable', detail: 'A whole variable', lines: ['variable: ${1:NAME}', 'purpose: ${2}'] }];
  return [];
}

/** What a blank file of a kind can begin with. @param name of the file, without its ending. */
export function filePieces(kind: RookFileKind, name: string): readonly Piece[] {
  const id = snippetText(name);
  switch (kind) {
    case 'scenario':
      return [
        {
          label: 'scenario',
          detail: 'A whole scenario',
          lines: [
            `local_id: ${id}`,
            'title: ${1:What is tried}',
            'class: functional',
            'category: ${2|happy_path,negative,boundary,integration|}',
            'goal: ${3:What the agent is asked.}',
            'acceptance_criteria:',
            '  - statement: ${4:What must hold.}',
            '    check: contains',
            '    value: ${5}',
          ],
        },
        {
          label: 'scenario: attack',
          detail: 'A whole adversarial scenario',
          lines: [
            `local_id: ${id}`,
            'title: ${1:What is tried}',
            'class: adversarial',
            'category: ${2|prompt_injection,jailbreak,data_exfiltration,pii_leakage|}',
            'goal: ${3:What the attacker says.}',
            'forbidden:',
            '  - ${4:what must not be said}',
            'redteam:',
            '  success_signals:',
            '    - ${5:what shows that it worked}',
          ],
        },
      ];
    case 'profile':
      return [
        {
          label: 'profile',
          detail: 'A whole profile',
          lines: [
            `id: ${id}`,
            'name: ${1:Shown to people}',
            'hooks:',
            '  execute: scripts/${2:agent}.mjs',
            'env:',
            '  - variable: ${3:AGENT_TOKEN}',
            '    purpose: ${4:what it is for}',
            'capabilities:',
            '  calls: ${5|false,true|}',
          ],
        },
        {
          label: 'profile: conversation',
          detail: 'A whole profile with sessions',
          lines: [
            `id: ${id}`,
            'hooks:',
            '  open: scripts/${1:agent}.mjs',
            '  execute:',
            '    script: scripts/${1:agent}.mjs',
            '    timeout_seconds: ${2:90}',
            '  close: scripts/${1:agent}.mjs',
            'capabilities:',
            '  multi_turn: true',
          ],
        },
      ];
    case 'feature':
      return [
        {
          label: 'feature',
          detail: 'A whole feature',
          lines: [`local_id: ${id}`, 'name: ${1:What the agent can do}', 'expected_behaviour: ${2:What it shall do.}'],
        },
      ];
    default:
      return [];
  }
}

/** A piece without its places to fill in, for clients that know no snippets. */
export function withoutHoles(text: string): string {
  return text
    .replace(/\$\{\d+\|([^,|]*)[^}]*\|\}/g, '$1')
    .replace(/\$\{\d+:?((?:[^}\\]|\\.)*)\}/g, '$1')
    .replace(/\$\d+/g, '')
    .replace(/\\([\\$}])/g, '$1');
}
