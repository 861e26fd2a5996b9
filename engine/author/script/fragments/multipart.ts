import type { Fragment } from '../script-parts';

/** A multipart body whose texts arrive as they are. */
export const multipart: Fragment = {
  imports: [['node:crypto', 'randomUUID']],
  code: `/** A multipart form, byte for byte: FormData would turn the line breaks of a text into CRLF. */
function multipart(parts) {
  const boundary = \`rook-\${randomUUID()}\`;
  const quoted = (text) => \`"\${text.replace(/["\\r\\n]/g, encodeURIComponent)}"\`;
  const written = parts.map(({ name, value, file, type }) => {
    const head = [\`Content-Disposition: form-data; name=\${quoted(name)}\${file ? \`; filename=\${quoted(file)}\` : ''}\`];
    if (type) head.push(\`Content-Type: \${type}\`);
    return \`--\${boundary}\\r\\n\${head.join('\\r\\n')}\\r\\n\\r\\n\${value}\\r\\n\`;
  });
  return { type: \`multipart/form-data; boundary=\${boundary}\`, body: \`\${written.join('')}--\${boundary}--\\r\\n\` };
}`,
};
