import { styleText } from 'node:util';

export type Style = Parameters<typeof styleText>[0];

/** Gives text a style, or leaves it alone where colour is not wanted. */
export type Paint = (style: Style, text: string) => string;

/** The part of a stream that says whether a person looks at it. */
export interface ColourStream {
  isTTY?: boolean;
}

/**
 * Whether text for this stream may be coloured. Colour belongs to the stream: prose goes to stderr while stdout is a
 * pipe, or the other way round. NO_COLOR always wins; FORCE_COLOR asks for colour where there is no terminal.
 */
export function wantsColour(stream: ColourStream, env: NodeJS.ProcessEnv): boolean {
  if (env.NO_COLOR) return false;
  const forced = env.FORCE_COLOR;
  if (forced !== undefined) return forced !== '0' && forced !== 'false';
  return stream.isTTY === true && env.TERM !== 'dumb';
}

/** The paint for a stream. */
export function paintFor(stream: ColourStream, env: NodeJS.ProcessEnv): Paint {
  // The decision is made above: styleText's own looks at stdout, and older Node 20 has none.
  return wantsColour(stream, env)
    ? (style, text) => styleText(style, text, { validateStream: false })
    : (_style, text) => text;
}
