/**
 * What modules of the extension that unit tests load take from `vscode`: their texts, in English, and constants. Whatever
 * else VS Code has is tested in VS Code (test/e2e), or handed to them.
 */
export const l10n = {
  t: (text: string, ...values: (string | number | boolean)[]): string =>
    text.replace(/\{(\d+)\}/g, (_, index: string) => String(values[Number(index)])),
};

export const DiagnosticSeverity = { Error: 0, Warning: 1, Information: 2, Hint: 3 };
