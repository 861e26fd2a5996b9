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
      comment:
        'language-server/ reads files through schemas/ and engine/workspace; it never runs a hook. How text becomes Markdown that is no markup, engine/report/text/ says.',
      severity: 'error',
      from: { path: '^language-server/' },
      to: { path: '^(engine/(?!workspace/|report/text/)|cli|extension|media)/' },
    },
    {
      name: 'workspace-stands-alone',
      comment:
        'engine/workspace/ reads files, for the language server, too. What may be written of a check, the check says: that list is the one thing of another folder that it may know.',
      severity: 'error',
      from: { path: '^engine/workspace/' },
      to: { path: '^engine/(?!workspace/|judge/known-checks)' },
    },
    {
      name: 'checks-are-light',
      comment:
        'Every reader of a scenario loads the checks, the language server too: a check needs no more than schemas/, engine/workspace/, what lies directly in engine/judge/, and what its context hands it.',
      severity: 'error',
      from: { path: '^engine/judge/checks/' },
      to: {
        path: '^engine/(?!workspace/|judge/[^/]+$)|^(node:)?(child_process|worker_threads|cluster|http2?|https|net|tls|dgram)$',
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'media-knows-messages-only',
      comment:
        'The webview talks to its host by messages; their types are in schemas/. Texts that host and webview both make are pure, and in engine/report/text/.',
      severity: 'error',
      from: { path: '^media/' },
      to: { path: '^(engine/(?!report/text/)|cli|language-server|extension)/' },
    },
    {
      name: 'texts-are-pure',
      comment: 'engine/report/text/ runs in the webview, too: it knows nothing of Node. Text diffs are made by `diff`.',
      severity: 'error',
      from: { path: '^engine/report/text/' },
      to: { pathNot: '^(engine/report/text/|schemas/)|(^|/)node_modules/diff/' },
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
    {
      name: 'mcp-library-apart',
      comment: 'The MCP library is a bundle of its own (dist/mcp.js), loaded when a server is first asked.',
      severity: 'error',
      from: {
        path: '^(schemas|engine|cli|language-server|extension|media)/',
        pathNot: '^engine/tools/mcp/(client-entry|process-transport)',
      },
      to: { path: 'node_modules/@modelcontextprotocol/' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.base.json' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'require', 'node', 'default'] },
  },
};
