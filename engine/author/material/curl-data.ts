import { ok, type Result, refuse } from '../../../schemas/result';

/** Reads what `@path` names. */
type Read = (path: string) => Promise<Result<string>>;

/** The value of `--data-urlencode`: `content`, `=content`, `name=content`, `@file` or `name@file`, percent-encoded. */
export async function urlEncoded(value: string, read: Read): Promise<Result<string>> {
  const [, name = '', sign, content = ''] = /^([^=@]*)([=@])(.*)$/s.exec(value) ?? [];
  if (sign === undefined) return ok(encoded(value));
  const text = sign === '@' ? await read(content) : ok(content);
  if (!text.ok) return text;
  return ok(name === '' ? encoded(text.value) : `${name}=${encoded(text.value)}`);
}

/** Percent-encodes all but marks. */
function encoded(text: string): string {
  return text
    .split(/(\uFDD0[^\uFDD1]*\uFDD1)/)
    .map((part) => (part.startsWith('\uFDD0') ? part : encodeURIComponent(part)))
    .join('');
}

/** The value of `-F`: `name=content`, `name=@file` (sent as a file) or `name=<file` (its text), with `;type=`, `;filename=`. */
export async function formField(
  value: string,
  plain: boolean,
  read: Read,
): Promise<Result<{ name: string; value: string; type?: string; file?: string }>> {
  const [, name, given = ''] = /^([^=]+)=(.*)$/s.exec(value) ?? [];
  if (name === undefined)
    return refuse(
      `-F${/^[\w.-]{1,20}$/.test(value) ? ` ${value}` : ''} is not of the form name=value`,
      'Write the name of the field, then =, then its value.',
    );
  if (plain) return ok({ name, value: given });
  const { content, type, filename } = fieldParameters(given);
  if (!/^[@<]/.test(content))
    return ok({ name, value: content, ...(type && { type }), ...(filename && { file: filename }) });
  const path = content.slice(1);
  const text = await read(path);
  if (!text.ok) return text;
  const file = content.startsWith('@') ? (filename ?? path.replace(/^.*[\\/]/, '')) : undefined;
  return ok({ name, value: text.value, ...(type && { type }), ...(file && { file }) });
}

function fieldParameters(given: string): { content: string; type?: string; filename?: string } {
  const quoted = /^([@<]?)"((?:[^"\\]|\\.)*)"(.*)$/s.exec(given);
  const [, content = '', rest = ''] =
    /^(.*?)((?:;\s*(?:type|filename|encoder|headers|charset)=(?:"[^"]*"|[^;]*))*)$/s.exec(
      quoted ? (quoted[3] ?? '') : given,
    ) ?? ['', given, ''];
  const parameter = (name: string): string | undefined => {
    const found = new RegExp(`;\\s*${name}=(?:"([^"]*)"|([^;]*))`).exec(rest);
    return found?.[1] ?? found?.[2];
  };
  const [type, filename] = [parameter('type'), parameter('filename')];
  return {
    content: quoted ? `${quoted[1]}${(quoted[2] ?? '').replace(/\\(["\\])/g, '$1')}` : content,
    ...(type !== undefined && { type }),
    ...(filename !== undefined && { filename }),
  };
}
