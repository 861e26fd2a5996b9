/**
 * What modules of the extension that unit tests load take from `vscode`: their texts, in English. Whatever else VS Code
 * has is tested in VS Code (test/e2e).
 */
export const l10n = {
  t: (text: string, ...values: (string | number | boolean)[]): string =>
    text.replace(/\{(\d+)\}/g, (_, index: string) => String(values[Number(index)])),
};
