/** @typedef {{ bodyClass: string, variables: Record<string, string> }} Theme */

/** What a theme is chosen by, where nobody but the system says which it is; the later wins. */
const conditions = [
  { kind: 'light', scheme: 'light', condition: undefined },
  { kind: 'dark', scheme: 'dark', condition: '(prefers-color-scheme: dark)' },
  { kind: 'high-contrast-light', scheme: 'light', condition: '(prefers-contrast: more)' },
  { kind: 'high-contrast', scheme: 'dark', condition: '(prefers-contrast: more) and (prefers-color-scheme: dark)' },
];

/**
 * The variables of VS Code's themes as a style sheet, for a page that is not in VS Code. A theme that lacks a variable which
 * another one has takes it back: with contrast there are no backgrounds.
 * @param {Record<string, Theme>} themes media/themes.json
 * @returns {string}
 */
export function browserThemes(themes) {
  const names = [...new Set(Object.values(themes).flatMap(({ variables }) => Object.keys(variables)))].sort();
  const blocks = conditions.map(({ kind, scheme, condition }) => {
    const variables = themes[kind]?.variables;
    if (!variables) throw new Error(`media/themes.json has no theme ${kind}`);
    const lines = names.map((name) => `  ${name}: ${variables[name] ?? 'initial'};`);
    const rule = `:root {\n  color-scheme: ${scheme};\n${lines.join('\n')}\n}\n`;
    return condition === undefined ? rule : `@media ${condition} {\n${rule}}\n`;
  });
  return `/* Made from media/themes.json. */\n${blocks.join('')}`;
}
