import * as assert from 'node:assert';
import * as vscode from 'vscode';
import { waitFor } from '../harness/wait-for';

suite('the extension host', () => {
  test('runs a VS Code that the extension supports', () => {
    assert.match(vscode.version, /^1\.\d+\.\d+/);
  });

  test('knows YAML, which scenarios and profiles are written in', async () => {
    assert.ok((await vscode.languages.getLanguages()).includes('yaml'));
  });

  test('activates the extension in a folder with a Rook workspace', async () => {
    const extension = vscode.extensions.getExtension('rook-independent.rook-vscode');
    assert.ok(extension, 'the extension is not installed');
    await waitFor('the extension to be active', () => extension.isActive);
  });
});
