import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { StartedTarget } from '../fixtures/targets';
import { at, conversations, curl, echo, httpTarget, sendJson, textAt, tokens } from '../fixtures/targets/target';
import { imagesFolder } from './harness/artefacts';
import { useWorkbench } from './harness/use-workbench';
import { waitFor } from './harness/wait-for';

const agentPath = '.testmuai/rook/projects/shop/agents/help-desk';
const runLimitMs = 60_000;
const token = 'desk-4f9a8b7c6d5e4f3a2b1c0d9e';

/** An agent that Rook knows nothing of: a bearer token, the answer three deep, a session of its own. */
const helpDesk = (asked: string[]) =>
  httpTarget('help-desk', {
    material: (url) =>
      curl(`${url}/v1/assist`, {
        headers: [`Authorization: Bearer ${token}`],
        json: { input: { text: 'Hello', locale: 'en' } },
      }),
    answer: () => {
      const turns = conversations();
      return (ask, reply) => {
        if (ask.headers.authorization !== `Bearer ${token}`) return sendJson(reply, { error: 'unauthorized' }, 401);
        const goal = textAt(ask.body, 'input', 'text');
        asked.push(goal);
        const id = String(at(ask.body, 'session_id') ?? `s-${asked.length}`);
        const message = echo(goal, turns.next(id));
        sendJson(reply, {
          data: { result: { message } },
          session_id: id,
          usage: { input_tokens: tokens.input, output_tokens: tokens.output },
        });
      };
    },
  });

/** Two texts that both change from goal to goal: only a person can say which is the answer. */
const twoTexts = (asked: string[]) =>
  httpTarget('two-texts', {
    material: (url) => curl(`${url}/ask`, { json: { question: 'Hello' } }),
    answer: () => (ask, reply) => {
      const goal = textAt(ask.body, 'question');
      asked.push(goal);
      sendJson(reply, { text: `I was asked to do this: ${goal}`, message: `Here is what I say to it: ${goal}` });
    },
  });

const scenario = `local_id: SC-001
title: The desk greets back
class: functional
category: happy_path
goal: Good morning, is anybody there?
acceptance_criteria:
  - statement: It takes up what was said.
    check: contains
    value: is anybody there
`;

/** A workspace with one agent and one scenario, and no way to reach the agent yet. */
function newWorkspace(): string {
  const folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'rook-add-')));
  mkdirSync(path.join(folder, agentPath, 'scenarios'), { recursive: true });
  writeFileSync(path.join(folder, agentPath, 'agent.yaml'), 'id: help-desk\nname: Help desk\n');
  writeFileSync(path.join(folder, agentPath, 'scenarios', 'SC-001.yaml'), scenario);
  return folder;
}

/** Everything in the workspace; where hooks kept something of their own is not committed, and is no part of it. */
function written(folder: string): string {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(path.join(entry.parentPath, entry.name), 'utf8'))
    .join('\n');
}

function useTarget(make: (asked: string[]) => ReturnType<typeof httpTarget>) {
  const asked: string[] = [];
  let target: StartedTarget | undefined;
  beforeAll(async () => {
    target = await make(asked).start();
  });
  afterAll(() => target?.stop());
  return {
    asked,
    material: () => {
      if (!target) throw new Error('the target is there inside tests only');
      return target.material;
    },
  };
}

describe('from a pasted cURL command to a first verdict', () => {
  const folder = newWorkspace();
  afterAll(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
  const workbench = useWorkbench({ folder, viewport: { width: 1200, height: 760 } });
  const target = useTarget(helpDesk);

  const file = (...names: string[]) => path.join(folder, agentPath, ...names);
  const widget = () => workbench().page.locator('.quick-input-widget');
  const picture = async (name: string) => {
    const { page } = workbench();
    // The editor of these tests comes without the language server of scripts, and complains when one is shown.
    const complaint = page.locator('.notifications-toasts .notification-list-item', { hasText: 'tsserver' });
    for (const one of await complaint.all()) {
      await one.hover();
      await one.locator('.codicon-notifications-clear').click();
      await one.waitFor({ state: 'detached' });
    }
    await page.mouse.move(600, 755); // away from what would explain itself
    await page.locator('.workbench-hover').waitFor({ state: 'hidden' });
    mkdirSync(imagesFolder, { recursive: true });
    await page.screenshot({ path: path.join(imagesFolder, `${name}.png`), animations: 'disabled' });
  };
  let began = 0;

  test('offers an editor to paste into, which has the way on in it', async () => {
    const { runCommand, pickLabels, pick, page, focusEditor, waitForActivation } = workbench();
    await waitForActivation('rook-independent.rook-vscode');
    began = performance.now();
    await runCommand('Rook: Add Profile…');
    const ways = ['Paste into an Editor', 'Type a Command Line or a URL…', 'From a File…', 'From the Clipboard'];
    expect(await pickLabels()).toEqual(expect.arrayContaining(ways));
    await picture('add-profile-1');
    await pick('Paste into an Editor');
    const lens = page.locator('.codelens-decoration a', { hasText: 'Continue: Add Profile from This Text' });
    await lens.waitFor();
    await focusEditor();
    await page.keyboard.press('ControlOrMeta+End');
    await page.keyboard.insertText(target.material());
    await picture('add-profile-2');
    await lens.click();
  });

  test('says what it recognised, and asks for a name that can be one', async () => {
    const { page } = workbench();
    const input = widget().locator('.quick-input-box input');
    await widget().getByText('This is a cURL command: POST http://127.0.0.1').waitFor();
    expect(await widget().textContent()).not.toContain(token);
    await input.fill('Help Desk');
    await widget().getByText('A name has small letters').waitFor();
    await input.fill('desk');
    await widget().getByText('A name has small letters').waitFor({ state: 'hidden' });
    await picture('add-profile-3');
    await page.keyboard.press('Enter');
  });

  test('asks before anything is sent', async () => {
    const { dialogText, answerDialog } = workbench();
    expect(await dialogText()).toContain('probe(desk)');
    await picture('add-profile-4');
    expect(target.asked).toEqual([]);
    await answerDialog('Once');
  });

  test('shows the answer and the script, and writes nothing before it is told to', async () => {
    const { pick, pickLabels, page } = workbench();
    await widget().getByText('Is that its answer?').waitFor({ timeout: runLimitMs });
    const labels = await pickLabels();
    expect(labels[0]).toBe('You asked: Say hello and nothing else. Is that all?');
    expect(labels).toEqual(expect.arrayContaining(['Use This Profile', 'Discard']));
    expect(await widget().textContent()).toContain('$.data.result.message');
    await page.locator('.monaco-diff-editor').getByText('Hook script of the profile desk').waitFor();
    await picture('add-profile-5');
    expect(existsSync(file('profiles'))).toBe(false);
    await pick('Use This Profile');
  });

  test('keeps the credential where VS Code keeps secrets, after asking', async () => {
    const { pick, pickLabels, waitForNotification } = workbench();
    await widget().getByText('Do Not Keep It').waitFor();
    expect(await pickLabels()).toContain('Keep It');
    await picture('add-profile-6');
    await pick('Keep It');
    await waitForNotification(/Profile desk is ready/);
    expect(readFileSync(file('profiles', 'active'), 'utf8').trim()).toBe('desk');
    expect(await workbench().tab('desk.mjs').count()).toBe(0);
    await picture('add-profile-7');
  });

  test('brings the first verdict', async () => {
    const { answerNotification, expandAll, waitForRowState } = workbench();
    await answerNotification(/Profile desk is ready/, 'Run Scenarios');
    await expandAll();
    await waitForRowState(/^SC-001/, 'Passed', runLimitMs);
    console.log(`from the command to the first verdict: ${Math.round(performance.now() - began)} ms`);
    await picture('add-profile-8');
    expect(target.asked).toContain('Good morning, is anybody there?');
  });

  test('leaves the credential in no file, and no editor with it open', async () => {
    expect(written(folder)).toContain('process.env.');
    expect(written(folder)).not.toContain(token);
    expect(await workbench().page.locator('.tab', { hasText: 'Untitled' }).count()).toBe(0);
  });
});

describe('several fields that may be the answer', () => {
  const folder = newWorkspace();
  afterAll(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
  const workbench = useWorkbench({ folder, viewport: { width: 1200, height: 760 }, asksPermission: true });
  const target = useTarget(twoTexts);
  const profiles = path.join(folder, agentPath, 'profiles');

  async function begin(name: string): Promise<void> {
    const { runCommand, pick, page, waitForActivation } = workbench();
    await waitForActivation('rook-independent.rook-vscode');
    await runCommand('Rook: Add Profile…');
    await pick('Type a Command Line or a URL…');
    const input = page.locator('.quick-input-widget .quick-input-box input');
    await input.fill(target.material().replaceAll('\\\n', ' '));
    await page.keyboard.press('Enter');
    await page.locator('.quick-input-widget').getByText('This is a cURL command').waitFor();
    await input.fill(name);
    await page.keyboard.press('Enter');
  }

  test('are sent for only when that is allowed', async () => {
    await begin('two');
    const { dialogText, answerDialog } = workbench();
    expect(await dialogText()).toContain('probe(two)');
    await answerDialog('Cancel');
    await workbench().waitForNotification(/probe\(two\)/);
    expect(target.asked).toEqual([]);
    expect(existsSync(profiles)).toBe(false);
  });

  test('are told apart by the person, never by a guess', async () => {
    await begin('two');
    const { answerDialog, pick, page } = workbench();
    await answerDialog('Once');
    const widget = page.locator('.quick-input-widget');
    await widget.getByPlaceholder('Which of these is what the agent said?').waitFor({ timeout: runLimitMs });
    await widget.locator('.monaco-list-row', { hasText: 'Here is what I say to it' }).click();
    await widget.getByText('Is that its answer?').waitFor({ timeout: runLimitMs });
    await pick('Use This Profile');
    await workbench().waitForNotification(/Profile two is ready/);
    expect(readFileSync(path.join(folder, agentPath, 'scripts', 'two.mjs'), 'utf8')).toContain('body?.message');
  });
});

describe('an agent that does not answer', () => {
  const folder = newWorkspace();
  afterAll(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
  const workbench = useWorkbench({ folder, viewport: { width: 1200, height: 760 } });
  const target = useTarget((asked) =>
    httpTarget('silent', {
      material: (url) => curl(`${url}/ask`, { json: { question: 'Hello' } }),
      answer: () => (ask) => void asked.push(textAt(ask.body, 'question')),
    }),
  );

  test('is given up when the notification is cancelled: nothing is written, and no process is left', async () => {
    const { runCommand, pick, page, waitForActivation, answerDialog, answerNotification } = workbench();
    await waitForActivation('rook-independent.rook-vscode');
    await runCommand('Rook: Add Profile…');
    await pick('Type a Command Line or a URL…');
    const widget = page.locator('.quick-input-widget');
    await widget.locator('.quick-input-box input').fill(target.material().replaceAll('\\\n', ' '));
    await page.keyboard.press('Enter');
    await widget.getByText('This is a cURL command').waitFor();
    await widget.locator('.quick-input-box input').fill('silent');
    await page.keyboard.press('Enter');
    await answerDialog('Once');
    await waitFor('the request', () => target.asked.length > 0);
    expect(runningHooks()).toContain(folder);
    await answerNotification(/Rook adds profile silent/, 'Cancel');
    await waitFor('the hook to end', () => !runningHooks().includes(folder));
    expect(existsSync(path.join(folder, agentPath, 'profiles'))).toBe(false);
  });
});

/** The command lines of all processes. */
function runningHooks(): string {
  return execFileSync('ps', ['-eo', 'args'], { encoding: 'utf8' })
    .split('\n')
    .filter((line) => line.includes('silent.mjs'))
    .join('\n');
}
