import type { DocumentSelector } from 'vscode-languageserver/node';

/**
 * The YAML files whose fields we know, for features that are registered apart. Whatever else a client shows us, such as scripts, has
 * servers of its own, which in some clients would be left out in favour of ours.
 */
export const ourYamlFiles: DocumentSelector = [
  '**/.testmuai/rook/projects/*/agents/*/{profiles,scenarios,features}/*.{yaml,yml}',
  '**/.testmuai/rook/projects/*/agents/*/agent.yaml',
  '**/.testmuai/rook/projects/*/project.yaml',
].map((pattern) => ({ scheme: 'file', pattern }));
