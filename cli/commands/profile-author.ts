import type { Command } from 'commander';
import type { GlobalFlags } from '../answer';
import type { AuthorFlags } from '../author/author-host';
import type { Deliver } from '../program';

export interface AddFlags extends AuthorFlags {
  from?: string;
  command?: string;
  goal?: string;
  operation?: string;
  answer?: string;
  conversation?: string;
  usage?: string;
  calls?: string;
  force?: boolean;
}

export interface FixFlags extends AuthorFlags {
  what?: string;
  goal?: string;
}

const addExamples = `
Examples:
  rook profile add                              paste a cURL command; Rook asks what it needs to know
  rook profile add staging --from call.txt      a cURL command, an OpenAPI or Postman file, a URL
  rook profile add local --command 'claude -p'  a program: the goal is its last argument, or its standard input
  pbpaste | rook profile add --yes              nobody is asked; a credential goes to the store

Rook writes the script, sends the real target a small goal, finds the answer in what comes back, and proves it with a second
one. Write {{goal}} where the goal belongs when that is not plain. Credentials never land in a file: each becomes a
variable. Where nobody can be asked, the rule is probe(<profile-id>), or --yes.
`;

const fixExamples = `
Examples:
  rook profile fix                                  runs the active profile, says what is wrong, repairs what it can
  rook profile fix staging --what 'the answer is in data.text'
  rook profile fix staging --what 'the auth header is X-Api-Key'

What is repaired is shown as a diff. A script that was changed by hand is not written over.
`;

/** `rook profile add | fix` (behaviour §13). */
export function addAuthoring(group: Command, deliver: Deliver): void {
  group
    .command('add')
    .description('Writes a profile from a cURL command, a command line, an API specification or a URL, and proves it.')
    .argument('[name]', 'what the profile is called (default: from the host or the program)')
    .option('--from <file>', 'read the material from this file; - is standard input')
    .option('--command <line>', 'the material is this command line')
    .option('--goal <text>', 'what the target is asked first')
    .option('--operation <text>', 'part of the name of the operation to take, when there are several')
    .option('--answer <path>', 'where the answer stands in the reply, such as $.data.reply')
    .option('--conversation <path>', 'where the handle of the conversation stands')
    .option('--usage <path>', 'where the token counts stand')
    .option('--calls <path>', 'where the tool calls stand')
    .option('--force', 'replace a profile of this name')
    .option('--allow <rule>', 'permit what would be asked: probe(<profile-id>); can be repeated', collect)
    .option('-y, --yes', 'ask nothing: approve whatever would be asked; no deny rule is beaten')
    .option('--verbose', 'show what the script writes to stderr')
    .addHelpText('after', addExamples)
    .action(async (name: string | undefined, flags: AddFlags, command: Command) => {
      const { addNewProfile } = await import('../actions/profile-add');
      await deliver(addNewProfile(name, flags, command.optsWithGlobals<GlobalFlags>()));
    });
  group
    .command('fix')
    .description('Runs a profile, the active one unless an id is given, says what is wrong, and repairs what it can.')
    .argument('[id]', 'which profile')
    .option('--what <text>', 'what is wrong: the name of a field or header, a path, a URL')
    .option('--goal <text>', 'what the target is asked')
    .option('--allow <rule>', 'permit what would be asked: probe(<profile-id>); can be repeated', collect)
    .option('-y, --yes', 'ask nothing: approve whatever would be asked; no deny rule is beaten')
    .option('--verbose', 'show what the script writes to stderr')
    .addHelpText('after', fixExamples)
    .action(async (id: string | undefined, flags: FixFlags, command: Command) => {
      const { fixOldProfile } = await import('../actions/profile-fix');
      await deliver(fixOldProfile(id, flags, command.optsWithGlobals<GlobalFlags>()));
    });
}

function collect(value: string, before: string[] = []): string[] {
  return [...before, value];
}
