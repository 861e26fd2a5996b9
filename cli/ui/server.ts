import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { routeOfAddress } from '../../engine/report/text/route-address';
import { messageOf } from '../../engine/workspace/read-text';
import type { AgentRef } from '../../engine/workspace/workspace';
import { FromPanel } from '../../schemas/panel';
import { ok, type Result, refuse } from '../../schemas/result';
import { type ServedHello, servedEvents } from '../../schemas/served-panel';
import { type OwnAddress, refuseHost, refuseOrigin, refuseToken, tokenCookie } from './admission';
import type { Asset } from './assets';
import { EventStream } from './event-stream';
import { appPage, commonHeaders, refusedPage } from './page';
import { readJson } from './read-body';
import { newestRun, Tab } from './tab';

/** Tabs that are open at once; a browser lets go of those that are not looked at. */
const mostTabs = 50;
/** Messages of the page are short: a route, a path, an offset. Bytes. */
const longestMessage = 64 * 1024;

/** What of the outside a server needs. */
export interface UiSurroundings {
  agent: AgentRef;
  assets: ReadonlyMap<string, Asset>;
  /** A fault of ours, while a request was answered. */
  fault(error: unknown): void;
}

/** The panel on loopback, for one agent: everything is read, nothing is written, nothing is started. */
export class UiServer {
  private readonly tabs = new Map<string, Tab>();

  private constructor(
    private readonly server: Server,
    private readonly own: OwnAddress,
    private readonly surroundings: UiSurroundings,
  ) {
    server.on('request', (request, response) => {
      this.answer(request, response).catch((error: unknown) => {
        surroundings.fault(error);
        if (response.headersSent) response.destroy();
        else end(response, 500, messageOf(error));
      });
    });
  }

  /** Listens on 127.0.0.1. @param port 0 for any that is free */
  static async listen(port: number, surroundings: UiSurroundings): Promise<Result<UiServer>> {
    const server = createServer();
    const fault = await new Promise<NodeJS.ErrnoException | undefined>((resolve) => {
      server.once('error', resolve).listen(port, '127.0.0.1', () => resolve(undefined));
    });
    if (fault?.code === 'EADDRINUSE')
      return refuse(`port ${port} is in use`, 'Name another one, or leave out --port for one that is free.');
    if (fault) return refuse(`port ${port} cannot be listened on: ${fault.message}`, 'Leave out --port.');
    const address = server.address();
    if (address === null || typeof address === 'string') throw new Error('a TCP server has an address with a port');
    const own: OwnAddress = {
      port: address.port,
      token: newToken(),
      base: `/${randomBytes(9).toString('base64url')}/`,
      once: new Set(),
    };
    return ok(new UiServer(server, own, surroundings));
  }

  get port(): number {
    return this.own.port;
  }

  /** Where a person opens it. @param place an address of a place in the panel */
  url(place?: string): string {
    return this.urlWith(this.own.token, place);
  }

  /** The same, for a program to open: it lets in once. */
  urlForOnce(place?: string): string {
    const token = newToken();
    this.own.once.add(token);
    return this.urlWith(token, place);
  }

  private urlWith(token: string, place: string | undefined): string {
    const { port, base } = this.own;
    return `http://127.0.0.1:${port}${base}?token=${token}${place === undefined ? '' : `#/${place}`}`;
  }

  /** Ends every tab and every connection. */
  async stop(): Promise<void> {
    for (const tab of this.tabs.values()) tab.close();
    this.tabs.clear();
    await new Promise<void>((resolve) => {
      this.server.close(() => resolve());
      this.server.closeAllConnections();
    });
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    for (const [name, value] of Object.entries(commonHeaders)) response.setHeader(name, value ?? '');
    const { headers, method = '', url = '' } = request;
    const [path = '', query = ''] = url.split('?', 2);
    const given = new URLSearchParams(query);
    // The path as it came: nothing is decoded and nothing is resolved, so nothing but these names leads anywhere.
    const name = path.startsWith(this.own.base) ? path.slice(this.own.base.length) : undefined;
    const refused = refuseHost(headers, this.own);
    if (refused) return end(response, refused, 'This is not the address of rook ui.');
    const allowed = name === undefined ? undefined : this.methodsOf(name);
    if (name === undefined || !allowed) return end(response, 404, 'There is nothing here.');
    if (!allowed.includes(method)) {
      response.setHeader('allow', allowed.join(', '));
      return end(response, 405, 'This is only to be looked at.');
    }
    const token = name === '' ? (given.get('token') ?? undefined) : undefined;
    const kept = refuseOrigin(headers, this.own, name === '') ?? refuseToken(headers, token, this.own);
    if (kept) return name === '' ? sendPage(request, response, kept, refusedPage) : end(response, kept, 'Not for you.');
    if (name === '') {
      if (token !== undefined) response.setHeader('set-cookie', tokenCookie(this.own));
      return sendPage(request, response, 200, appPage);
    }
    if (name === 'events') return this.openTab(response, given.get('at') ?? undefined);
    if (name === 'message') return this.take(request, response, given.get('tab') ?? '');
    const asset = this.surroundings.assets.get(name);
    if (!asset) return end(response, 404, 'There is nothing here.');
    response.writeHead(200, { 'content-type': asset.type, 'content-length': asset.body.length });
    response.end(method === 'HEAD' ? undefined : asset.body);
  }

  private methodsOf(name: string): readonly string[] | undefined {
    if (name === 'message') return ['POST'];
    if (name === 'events') return ['GET'];
    return name === '' || this.surroundings.assets.has(name) ? ['GET', 'HEAD'] : undefined;
  }

  /** One stream of events is one tab, which ends with it. */
  private async openTab(response: ServerResponse, at: string | undefined): Promise<void> {
    if (this.tabs.size >= mostTabs) return end(response, 503, 'Too many tabs are open.');
    const { agent, fault } = this.surroundings;
    const id = randomBytes(9).toString('base64url');
    const stream = new EventStream(response);
    const tab = new Tab(agent, {
      post: (message) => stream.send(servedEvents.panel, message.type, message),
      anew: () => stream.forget(),
    });
    this.tabs.set(id, tab);
    response.on('close', () => {
      tab.close();
      this.tabs.delete(id);
    });
    const route = (at === undefined ? undefined : routeOfAddress(at)) ?? (await newestRun(agent));
    const hello: ServedHello = { tab: id, agentName: agent.name, ...(route && { route }) };
    await stream.send(servedEvents.hello, servedEvents.hello, hello);
    await tab.open(route).catch(fault);
  }

  private async take(request: IncomingMessage, response: ServerResponse, id: string): Promise<void> {
    const tab = this.tabs.get(id);
    if (!tab) return end(response, 410, 'This tab has ended.');
    if (request.headers['content-type'] !== 'application/json') return end(response, 415, 'Messages are JSON.');
    const message = FromPanel.safeParse(await readJson(request, longestMessage));
    if (!message.success) return end(response, 400, 'This is no message of the panel.');
    const answer = await tab.take(message.data);
    if (!answer) return end(response, 204);
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
  }
}

function newToken(): string {
  return randomBytes(32).toString('base64url');
}

function sendPage(
  { method }: IncomingMessage,
  response: ServerResponse,
  status: number,
  make: (nonce: string) => { body: string; policy: string },
): void {
  const { body, policy } = make(randomBytes(16).toString('base64'));
  response.writeHead(status, { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': policy });
  response.end(method === 'HEAD' ? undefined : body);
}

function end(response: ServerResponse, status: number, words = ''): void {
  response.writeHead(status, {
    'content-type': 'text/plain; charset=utf-8',
    'content-security-policy': "default-src 'none'",
  });
  response.end(words === '' ? undefined : `${words}\n`);
}
