import type { Draft } from './draft';

/** What a user gives to have a profile written from it: text in any form. */
export interface Material {
  text: string;
  /** Absolute path of the folder that files which it names (`-d @body.json`, `$ref`) are relative to. */
  folder: string;
  /** Where it is from, for messages: a file's path, `standard input`, `--command`. */
  source: string;
}

/** A literal credential that was found in the material, and became a variable. */
export interface FoundSecret {
  variable: string;
  purpose: string;
  value: string;
}

/** One way to understand the material: which operation, and which place of it takes the goal. */
export interface DraftOption {
  /** Such as `POST /v1/chat, goal in body.message`. */
  label: string;
  draft: Draft;
  /** Higher is likelier. Only the distance matters: see `clear`. */
  score: number;
}

/** Material that was understood. */
export interface Recognised {
  kind: 'curl' | 'command' | 'openapi' | 'postman' | 'url' | 'websocket' | 'mcp';
  /** What it is, in a sentence for people: `a cURL command: POST https://api.example.com/v1/chat, goal in body.message`. */
  what: string;
  /** Likeliest first; never empty. */
  options: DraftOption[];
  /** Whether the first option is clearly ahead; else a person chooses. */
  clear: boolean;
  secrets: FoundSecret[];
  /** What was left out or changed on the way, each a sentence. */
  warnings: string[];
  /** The material is notes, and this is the one address in them: what else they say was not understood. */
  fromNotes?: true;
  /** Suggested profile id, a slug: from the host or the program. */
  name: string;
}
