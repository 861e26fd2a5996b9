import type { EnvReference } from '../../schemas/profile';

/** A place in a template that is filled in when the hook runs. */
export type Slot =
  /** The goal of the turn, byte for byte. */
  | { slot: 'goal' }
  /** The handle of the conversation, ROOK_CONVERSATION; on the first turn there is none. */
  | { slot: 'conversation' }
  /** An id that the client may choose: ROOK_SESSION, another one for each attempt. */
  | { slot: 'session' }
  /** The value of an environment variable: whatever is secret. */
  | { env: string }
  /** A value that an earlier step has taken from its reply. */
  | { taken: string };

/** Text with slots in it; neighbouring parts are joined. */
export type TextTemplate = readonly (string | Slot)[];

/**
 * JSON with slots in it. A field that is nothing but the conversation slot, and has no `else`, is left out while there is no
 * handle.
 * `history` is a list of messages for an agent that keeps nothing itself: `first`, then those of earlier turns, then `turn`.
 */
export type JsonTemplate =
  | null
  | boolean
  | number
  /** `else`: what the conversation slot, alone in the text, is while there is no handle, instead of being left out. */
  | { text: TextTemplate; else?: string }
  | { list: readonly JsonTemplate[] }
  | { fields: readonly (readonly [string, JsonTemplate])[] }
  | { history: { first: readonly JsonTemplate[]; role: string; content: string; turn: JsonTemplate } };

export type HttpBody =
  | { kind: 'json'; value: JsonTemplate }
  | { kind: 'form'; fields: readonly (readonly [string, TextTemplate])[] }
  /** `file` is the name of a part that is sent as a file. */
  | { kind: 'multipart'; fields: readonly { name: string; value: TextTemplate; type?: string; file?: string }[] }
  | { kind: 'text'; value: TextTemplate; type: string };

/** One HTTP request. A goal in the URL is percent-encoded by the script; everything else in the URL is as it was given. */
export interface HttpCall {
  method: string;
  url: TextTemplate;
  headers: readonly (readonly [string, TextTemplate])[];
  body?: HttpBody;
  /** The certificate is not checked (`curl -k`): written as a commented option. */
  insecure?: boolean;
  /** Redirects are followed (`curl -L`); else one is a failure that names where it leads. */
  follow?: boolean;
}

/** A request before the turns, and what later ones need of its reply. Cookies that it sets are sent by all later ones. */
export interface HttpStep {
  /** `prepare` once for the run, such as a login; `open` for each scenario, such as a new thread. */
  phase: 'prepare' | 'open';
  call: HttpCall;
  takes: readonly { name: string; from: TakenFrom }[];
  /** The taken value that is the handle of the conversation; `open` alone. */
  handle?: string;
}

export type TakenFrom =
  | { kind: 'json'; path: Path }
  | { kind: 'header'; name: string }
  | { kind: 'cookie'; name: string }
  /** A hidden input or a meta tag of an HTML page. */
  | { kind: 'html'; name: string };

/** An answer that comes later: the first reply names a job, which is asked for until it has ended. */
export interface Job {
  /** Where to ask: the Location header, a URL in the reply, or a URL made with an id from it (slot `taken: 'job'`). */
  at: { kind: 'location' } | { kind: 'url'; path: Path } | { kind: 'id'; path: Path; url: TextTemplate };
  /** Where its state stands in what the poll returns, and the words (small letters) for going on. Absent: a 202 goes on. */
  state?: { path: Path; pending: readonly string[]; failed: readonly string[] };
}

export interface HttpTarget {
  kind: 'http';
  steps: readonly HttpStep[];
  call: HttpCall;
  /** Cookies of the replies are kept from turn to turn: they are the conversation, its handle is ROOK_SESSION. */
  cookies?: boolean;
  job?: Job;
  /** Limit of one turn, in seconds; 300 when absent. */
  timeoutSeconds?: number;
}

/** A program, with no shell between. */
export interface CommandTarget {
  kind: 'command';
  /** Program and arguments; the goal is one of them when it is not on standard input. */
  argv: readonly TextTemplate[];
  /** What it reads on standard input, which is closed after it; absent: closed at once. */
  stdin?: TextTemplate | { json: JsonTemplate };
  /** Variables that were set before the program. */
  env: readonly (readonly [string, TextTemplate])[];
  /** Arguments that go on with a conversation, put in at `at` from the second turn on; they hold the conversation slot. */
  resume?: { at: number; argv: readonly TextTemplate[] };
  timeoutSeconds?: number;
}

export interface WebSocketTarget {
  kind: 'websocket';
  url: TextTemplate;
  headers: readonly (readonly [string, TextTemplate])[];
  protocols: readonly string[];
  /** What is sent once the socket is open. */
  message: { json: JsonTemplate } | { text: TextTemplate };
  insecure?: boolean;
  /** The message that ends the answer; absent: the socket closes, or nothing comes for `quietMs`. */
  end?: { path: Path; is: string };
  /** 3,000 when absent. */
  quietMs?: number;
  timeoutSeconds?: number;
}

export interface McpTarget {
  kind: 'mcp';
  server:
    | { command: string; args: readonly TextTemplate[]; env: readonly (readonly [string, TextTemplate])[] }
    | { url: TextTemplate; headers: readonly (readonly [string, TextTemplate])[] };
  /** Absent until the server was asked what it has: then the script lists its tools, and the list is the answer. */
  tool?: string;
  arguments: JsonTemplate;
  timeoutSeconds?: number;
}

export type Target = HttpTarget | CommandTarget | WebSocketTarget | McpTarget;

/**
 * Elements of a list: all of them, or those whose `key` is `is`. Of a history, those alone that stand `after` the last
 * element of somebody else, or `before` the first when the newest comes first. `key` is a name, or names from outside in.
 */
export interface Each {
  each: true;
  where?: { key: string | readonly string[]; is: string; after?: readonly string[]; before?: readonly string[] };
  /** Without those that have something true under this name, such as the `thought` of a part. */
  without?: string;
}

/** A step into a JSON value: a key, an index (a negative one counts from the end), or elements of a list. */
export type PathStep = string | number | Each;
export type Path = readonly PathStep[];

/**
 * How a reply is read. `json`: one value. `json-at-end`: one value, after other lines, as programs print it after logs.
 * `text`: the whole text. `events`: a list, from server-sent events (each `{event?, data}`, data parsed when it is JSON),
 * or one JSON value on each line, or the messages of a socket; `coded-lines`: lines such as `0:"Hel"`, each `{code, data}`.
 */
export type ReplyFormat = 'json' | 'json-at-end' | 'text' | 'sse' | 'lines' | 'coded-lines';

/**
 * Where something stands. In a list of events: in those for which `where` holds; `take` says whether the pieces are
 * joined (deltas) or the last one counts (each repeats what came before, or one has it all).
 */
export interface Place {
  path: Path;
  where?: { path: Path; is: string };
  take?: 'join' | 'last';
  /** Several texts are messages of their own, each on its line; else they are one text. */
  lines?: true;
}

/** Where the two token counts stand. */
export interface UsagePlaces {
  input: Place;
  output: Place;
}

/** Where the parts of an answer stand in a reply. */
export interface Reading {
  format: ReplyFormat;
  answer: Place;
  /** The handle that later turns send back: in the reply, or in a header of it, or Rook's own session id. */
  conversation?: Place | { header: string } | 'session';
  /** Token counts: where each stands, or `usual`: in the usual places of a JSON reply, whichever of them it has. */
  usage?: UsagePlaces | 'usual';
  /** Tool calls: the list, and in each element its name and arguments (arguments may be JSON text). */
  calls?: { list: Place; name: Path; arguments?: Path };
}

/** How an agent is reached: all that its hook script is written from. No secret is ever in it. */
export interface Draft {
  target: Target;
  /** Absent until a reply was seen: then the whole reply is the answer. */
  reading?: Reading;
  /** The variables that its slots name. */
  env: readonly EnvReference[];
}

/** What a generated script keeps of its last exchange, as `reply.json` in ROOK_STATE_DIR: for the author, and for users. */
export interface Exchange {
  /** HTTP status of the reply that has the answer. */
  status?: number;
  /** Its URL, after redirects. */
  url?: string;
  /** Header names in lower case. */
  headers?: Record<string, string>;
  /** Names of the cookies that the reply has set. */
  cookies?: string[];
  /** The reply as text: of a program its standard output, of a socket one message on each line. At most 4 MiB. */
  body: string;
  /** The first reply, when the answer came from a job's poll. */
  first?: Omit<Exchange, 'first'>;
}
