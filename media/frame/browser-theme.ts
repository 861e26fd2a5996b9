const dark = '(prefers-color-scheme: dark)';
const contrast = '(prefers-contrast: more), (forced-colors: active)';
const still = '(prefers-reduced-motion: reduce)';

/** Gives the body the classes that it has in VS Code, as the system's settings are now and as they become. */
export function followSystemTheme(): void {
  const queries = [dark, contrast, still].map((query) => window.matchMedia(query));
  const apply = (): void => {
    const [isDark, isContrast, isStill] = queries.map(({ matches }) => matches);
    const kinds = isContrast
      ? ['vscode-high-contrast', ...(isDark ? [] : ['vscode-high-contrast-light'])]
      : [isDark ? 'vscode-dark' : 'vscode-light'];
    document.body.className = [...kinds, ...(isStill ? ['vscode-reduce-motion'] : [])].join(' ');
  };
  for (const query of queries) query.addEventListener('change', apply);
  apply();
}
