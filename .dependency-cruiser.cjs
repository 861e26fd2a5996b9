/**
 * Who may import whom. The picture and the reasons are in docs/architecture.md;
 * `npm run lint` fails with the comment of the rule that was broken.
 * @type {import('dependency-cruiser').IConfiguration}
 */
module.exports = {
  forbidden: [
    {
      name: 'no-circular',
      comment: 'Two files that need each other are one file, or a third one is missing.',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    {
      name: 'schemas-are-the-ground',
      comment: 'schemas/ says what files and messages mean. It knows no other room.',
      severity: 'error',
      from: { path: '^schemas/' },
      to: { path: '^(engine|cli|language-server|extension|media)/' },
    },
    {
      name: 'engine-knows-no-surface',
      comment: 'engine/ is plain Node: surfaces listen to its events, it never calls them.',
      severity: 'error',
      from: { path: '^engine/' },
      to: { path: '^(cli|language-server|extension|media)/' },
    },
    {
      name: 'cli-stands-on-engine',
      comment: 'cli/ parses, calls the engine and prints. Other surfaces are not its business.',
      severity: 'error',
      from: { path: '^cli/' },
      to: { path: '^(language-server|extension|media)/' },
    },
    {
      name: 'language-server-reads-only',
      comment: 'language-server/ reads files through schemas/ and engine/workspace; it never runs a hook.',
      severity: 'error',
      from: { path: '^language-server/' },
      to: { path: '^(engine/(?!workspace/)|cli|extension|media)/' },
    },
    {
      name: 'media-knows-messages-only',
      comment: 'The webview talks to its host by messages; their types are in schemas/.',
      severity: 'error',
      from: { path: '^media/' },
      to: { path: '^(engine|cli|language-server|extension)/' },
    },
    {
      name: 'extension-stands-on-engine',
      comment:
        'extension/ maps engine and server to VS Code. It starts the server as a process and loads the panel as a bundle.',
      severity: 'error',
      from: { path: '^extension/' },
      to: { path: '^(cli|language-server|media)/' },
    },
    {
      name: 'vscode-only-in-extension',
      comment: 'Only extension/ may import vscode: everything else must run headless.',
      severity: 'error',
      from: { pathNot: '^extension/' },
      to: { path: '^vscode$|node_modules/@types/vscode/' },
    },
    {
      name: 'lsp-only-at-the-wire',
      comment: 'LSP packages belong to language-server/ and the client in extension/language-client.ts.',
      severity: 'error',
      from: { pathNot: '^(language-server/|extension/language-client\\.ts)' },
      to: { path: 'node_modules/vscode-language(client|server)' },
    },
    {
      name: 'one-place-starts-processes',
      comment: 'Processes are started by engine/lifecycle/processes only (process groups, time limits, noted pids).',
      severity: 'error',
      from: { path: '^(schemas|engine|cli|language-server|extension)/', pathNot: '^engine/lifecycle/process' },
      to: { path: '^(node:)?child_process$|node_modules/execa/' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.base.json' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'require', 'node', 'default'] },
  },
};
