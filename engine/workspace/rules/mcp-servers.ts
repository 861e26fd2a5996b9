import { join } from 'node:path';
import { McpFile, McpLocalFile } from '../../../schemas/mcp';
import type { Problem } from '../../../schemas/problem';
import { RookHome } from '../home';
import { rookFolder } from '../layout';
import { readDefinition } from '../mcp/definition';
import { nearestName } from '../nearest-name';
import { asRecord } from '../plain-value';
import { parseYaml } from '../yaml-document';
import type { Derivation } from './file-view';
import { literalValues } from './literal-values';
import type { RuleContext } from './rule-context';

type Names = readonly string[] | 'unreadable';

const serverNames: Derivation<Names> = {
  of: (text, path) => {
    if (text.trim() === '') return [];
    const read = McpFile.safeParse(parseYaml(text, path).value);
    return read.success ? Object.keys({ ...read.data.servers, ...read.data.mcpServers }) : 'unreadable';
  },
};

const localNames: Derivation<ReadonlyMap<string, string[]> | 'unreadable'> = {
  of: (text, path) => {
    const read = McpLocalFile.safeParse(parseYaml(text, path).value);
    if (!read.success) return 'unreadable';
    return new Map(
      Object.entries(read.data.workspaces).map(([root, file]) => [
        root,
        Object.keys({ ...file.servers, ...file.mcpServers }),
      ]),
    );
  },
};

/** Names of the MCP servers of every origin (behaviour §9); undefined when a file cannot be read, since nobody can tell then. */
export function mcpServerNames({ files, env }: RuleContext, workspaceRoot: string): string[] | undefined {
  const home = RookHome.of(env);
  const local = files.derive(home.path('mcp-local.json'), localNames) ?? new Map<string, string[]>();
  const lists: (Names | undefined)[] = [
    local === 'unreadable' ? local : local.get(workspaceRoot),
    files.derive(join(workspaceRoot, rookFolder, 'mcp.json'), serverNames),
    files.derive(home.path('mcp.json'), serverNames),
    files.derive(join(workspaceRoot, '.mcp.json'), serverNames),
  ];
  if (lists.includes('unreadable')) return undefined;
  return [...new Set(lists.flatMap((list) => (list === 'unreadable' ? [] : (list ?? []))))].sort();
}

/**
 * What is wrong with a file that defines servers, each definition by itself.
 * @param value the file as parsed, of the shape of `mcp.json`.
 * @param own false for `.mcp.json`, which belongs to other tools as well.
 */
export function serverProblems(value: unknown, own: boolean): Problem[] {
  const root = asRecord(value) ?? {};
  return (['mcpServers', 'servers'] as const).flatMap((owner) => {
    const servers = asRecord(root[owner]) ?? {};
    return Object.entries(servers).flatMap(([name, definition]): Problem[] => {
      if (owner === 'servers' && Object.hasOwn(asRecord(root.mcpServers) ?? {}, name)) return []; // hidden by the other
      const path = [owner, name];
      const read = readDefinition(name, definition);
      const secrets = ['env', 'headers'].flatMap((field) =>
        literalValues(
          asRecord(definition)?.[field],
          [...path, field],
          (key) => `Write a reference such as \${${variableFor(key)}}, and set the variable in the environment.`,
        ),
      );
      if (read.ok) return secrets;
      const key = misspeltKey(definition);
      const remedy = key ? `Did you mean ${key.meant}?` : read.error.remedy;
      return [
        {
          code: 'broken-server',
          severity: own ? 'error' : 'warning',
          message: `MCP server ${name} is broken: ${read.error.message}`,
          ...(remedy && { remedy }),
          path: [...path, ...(key ? [key.written] : [])],
          at: 'key',
        },
        ...secrets,
      ];
    });
  });
}

/** The key that was meant as the one that a definition must have. */
function misspeltKey(definition: unknown): { written: string; meant: string } | undefined {
  const record = asRecord(definition) ?? {};
  if ('command' in record || 'url' in record) return undefined;
  const [found] = Object.keys(record).flatMap((written) => {
    const meant = nearestName(written, ['command', 'url']);
    return meant ? [{ written, meant }] : [];
  });
  return found;
}

function variableFor(key: string): string {
  return /^[A-Z_][A-Z0-9_]*$/.test(key) ? key : key.toUpperCase().replace(/[^A-Z0-9]+/g, '_');
}
