import { describe, expect, it } from 'vitest';
import { firstHttp, firstTarget, inWords, recognised, refused } from './recognising';

const url = 'http://localhost:3000/chat';
const post = (body: unknown, headers?: string[]): unknown => ({
  kind: 'http',
  request: `POST ${url}`,
  ...(headers && { headers }),
  body,
});
const goal = { message: '«goal»' };
const token = 'Authorization: Bearer «$AGENT_API_TOKEN»';

describe('a paste that is cut up', () => {
  const parts = [`curl ${url}`, `-H 'Authorization: Bearer abc123def456'`, `-d '{"message":"hi"}'`];
  const note =
    'Lines of the command were joined where the backslash at the end was missing, or not the last character.';
  it.each([
    ['spaces behind the backslashes', ' \\  \n  '],
    ['comments behind them', ' \\ # what it is\n  '],
    ['no backslashes', '\n  '],
    ['no backslashes, and line ends of Windows', '\r\n'],
  ])('is read whole: %s', async (_what, between) => {
    const found = await recognised(parts.join(between));
    expect(words(found)).toEqual(post(goal, [token]));
    expect(found.warnings).toContain(note);
  });

  it('is read whole: the URL in a line of its own', async () => {
    const found = await recognised(`curl -X POST\n  '${url}'\n  ${parts[1]}\n  ${parts[2]}`);
    expect(words(found)).toEqual(post(goal, [token]));
  });

  it('is read whole: quotes curled the wrong way round', async () => {
    const found = await recognised(`curl ${url} -H ’Authorization: Bearer abc123def456’ -d ’{"message":"hi"}’`);
    expect(words(found)).toEqual(post(goal, [token]));
  });

  it('is refused with its line where a quote is open', async () => {
    expect(
      (await refused(`${parts[0]} \\\n  -H 'Authorization: Bearer abc123 \\\n  -d {"message":"hi"}`)).message,
    ).toBe('the single quote in line 2 of the command is not closed');
  });

  it('is refused in notes, too, where its URL alone could be sent', async () => {
    const { message } = await refused(`Call it so:\n\n\`\`\`\ncurl ${url} -H 'X: y -d hi\n\`\`\`\n`);
    expect(message).toContain('is not closed');
  });
});

describe('another client', () => {
  const headers = ['Authorization: Bearer «$AGENT_API_TOKEN»', 'Content-Type: application/json'];
  it.each([
    ['sudo', `sudo curl ${url} -d '{"message":"hi"}'`, undefined],
    ['time', `time curl ${url} -d '{"message":"hi"}'`, undefined],
    ['capitals', `CURL ${url} -d '{"message":"hi"}'`, undefined],
    ['curl.exe', `curl.exe ${url} -H "Content-Type: application/json" -d "{\\"message\\":\\"hi\\"}"`, headers.slice(1)],
    [
      'wget',
      `wget -qO- --post-data='{"message":"hi"}' --header='Authorization: Bearer abc123def' ${url}`,
      headers.slice(0, 1),
    ],
    ['HTTPie', 'http POST :3000/chat message=hi "Authorization: Bearer abc123def"', undefined],
    [
      'HTTPie with flags',
      'http --ignore-stdin -A bearer -a abc123def :3000/chat message="hi there"',
      headers.slice(0, 1),
    ],
    ['PowerShell', powerShell('@{\n"authorization"="Bearer abc123def"\n}'), undefined],
    [
      'Invoke-RestMethod',
      `$body = @{ message = "hi" } | ConvertTo-Json\nInvoke-RestMethod -Uri "${url}" -Method Post -Headers @{Authorization = 'Bearer abc123def'} -ContentType "application/json" -Body $body`,
      headers,
    ],
    [
      'requests',
      `import requests\nrequests.post("${url}", headers={'Authorization': 'Bearer abc123def'}, json={'message': 'hi', })`,
      headers.slice(0, 1),
    ],
    [
      'requests with variables',
      `url = "${url}"\npayload = json.dumps({"message": "it's"})\nheaders = {\n  'Authorization': 'Bearer abc123def',\n  'Content-Type': 'application/json'\n}\nresponse = requests.request("POST", url, headers=headers, data=payload)`,
      headers,
    ],
    ['httpx', `r = httpx.post('${url}', json=dict_)\n`.replace('dict_', '{"message": "hi"}'), undefined],
  ])('is read: %s', async (_what, material, expected) => {
    const found = await recognised(material);
    const { call } = firstHttp(found);
    expect(call.method).toBe('POST');
    const told = words(found);
    expect(told).toMatchObject({ request: `POST ${url}`, body: goal });
    if (expected) expect(told).toMatchObject({ headers: expected });
    if (/abc123def/.test(material)) expect(found.secrets.map(({ value }) => value)).toEqual(['abc123def']);
    expect(JSON.stringify([found.options, found.what, found.warnings])).not.toContain('abc123def');
  });

  it.each([
    ['axios', `axios.post("${url}", { message: text }, { headers })`],
    ['requests with variables that are not there', `requests.post("${url}", headers=headers, json=payload)`],
    ['an f-string', `requests.post(f"${url}/{id}", json={"message": "hi"})`],
    ['fetch with computed parts', `fetch("${url}", { method: "POST", body: JSON.stringify(body) })`],
    ['PHP', `<?php $c = curl_init("${url}"); curl_setopt($c, CURLOPT_POSTFIELDS, $b);`],
    ['Go', `req, _ := http.NewRequest("POST", "${url}", body)`],
    ['Java', `HttpRequest.newBuilder().uri(URI.create("${url}")).POST(b).build();`],
    ['a computed body', `Invoke-RestMethod -Uri "${url}" -Method Post -Body (Get-Content x.json)`],
  ])('is refused, not sent as its URL: %s', async (_what, material) => {
    const { message, remedy } = await refused(material);
    expect(message).toMatch(/comput/);
    expect(remedy).toContain('cURL command');
  });
});

function powerShell(headers: string): string {
  return `$session = New-Object Microsoft.PowerShell.Commands.WebRequestSession\nInvoke-WebRequest -UseBasicParsing -Uri "${url}" \`\n-Method "POST" \`\n-WebSession $session \`\n-Headers ${headers} \`\n-ContentType "application/json" \`\n-Body "{\`"message\`":\`"hi\`"}"`;
}

function words(found: Awaited<ReturnType<typeof recognised>>): unknown {
  const target = firstTarget(found);
  return { kind: target.kind, ...(inWords(target) as object) }; // inWords makes mappings of targets
}

describe('a request without a place for the goal', () => {
  it.each([
    'curl -X DELETE https://acme.com/users/5',
    'curl -X PUT https://acme.com/users/5',
    'curl -X PATCH https://acme.com/users/5',
    'curl https://acme.com/users/5',
    'curl -I https://acme.com',
    'GET https://acme.com/users/5 HTTP/1.1\n\n',
    'http DELETE acme.com/users/5',
  ])('is refused: %s', async (material) => {
    const { message, remedy } = await refused(material);
    expect(message).toMatch(/looks like the place of the goal$/);
    expect(remedy).toContain('Nothing was sent.');
  });
});

describe('a body', () => {
  const bodyOf = async (body: string): Promise<unknown> =>
    (
      inWords(firstTarget(await recognised(`curl ${url} -H 'Content-Type: application/json' -d '${body}'`))) as {
        body: unknown;
      }
    ).body; // an HTTP target

  it('keeps whole numbers that JavaScript would change, as text, and says so', async () => {
    const number = '12345678901234567890';
    const found = await recognised(
      `curl ${url} -d '{"message":"hi 12345678901234567890","user":${number},"n":9007199254740991,"f":1.5}'`,
    );
    expect(words(found)).toMatchObject({ body: { message: '«goal»', user: number, n: 9007199254740991, f: 1.5 } });
    expect(found.warnings.join('\n')).toContain(number);
  });

  it.each(['"session":""', '"session_id":""'])('keeps an empty handle (%s) for the first turn', async (field) => {
    const found = await recognised(`curl ${url} -d '{"message":"hi",${field}}'`);
    expect(JSON.stringify(firstHttp(found).call.body)).toContain('{"text":[{"slot":"conversation"}],"else":""}');
  });

  it('leaves out a handle that is null in the sample', async () => {
    const found = await recognised(`curl ${url} -d '{"message":"hi","session_id":null}'`);
    expect(JSON.stringify(firstHttp(found).call.body)).not.toContain('else');
  });

  it('of GraphQL takes the goal in its only text variable, whatever that is called', async () => {
    const query = 'query A($foo: String!, $limit: Int) { a(x: $foo, n: $limit) { b } }';
    expect(await bodyOf(JSON.stringify({ query, variables: { foo: 'hi', limit: 3 } }))).toEqual({
      query,
      variables: { foo: '«goal»', limit: 3 },
    });
  });
});

describe('what cannot be known while nothing is run', () => {
  it.each([
    [`curl ${url} -d "$(cat body.json)"`, 'standard input', 'body.json'],
    ['agent --ask "$(cat prompt.txt)"', '--command', 'prompt.txt'],
    ['agent "$(<prompt.txt)"', '--command', 'prompt.txt'],
  ])('%s is refused, and the file named', async (material, source, file) => {
    expect((await refused(material, source)).message).toContain(file);
  });

  it('variables that are exported in the same line are known', async () => {
    const found = await recognised(
      `export BASE=http://localhost:3000; export KEY=abc123def; curl $BASE/chat -H "X-Api-Key: $KEY" -d message=hi`,
    );
    expect(words(found)).toMatchObject({ request: `POST ${url}`, headers: ['X-Api-Key: «$AGENT_API_KEY»'] });
  });

  it.each(['file:///etc/passwd', 'ftp://acme.com/x', 'curl file:///etc/passwd', 'curl ftp://acme.com/x -d message=hi'])(
    '%s is refused plainly',
    async (material) => {
      expect((await refused(material)).message).toMatch(/^(file|ftp):(\/\/)? is no address of an agent$/);
    },
  );

  it('a description that refers to another host is refused with that address', async () => {
    const openapi = `openapi: 3.0.0\ninfo: {title: x, version: '1'}\npaths:\n  /ask:\n    $ref: 'https://acme.com/paths.yaml#/ask'\n`;
    expect((await refused(openapi)).message).toContain('https://acme.com/paths.yaml#/ask is not fetched');
  });
});
