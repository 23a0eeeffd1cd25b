import { readFileSync } from 'node:fs';
import http, { type IncomingHttpHeaders } from 'node:http';
import https from 'node:https';
import net, { type AddressInfo, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import tls from 'node:tls';

const pem = (name: string) => readFileSync(join(import.meta.dir, '../fixtures/tls', name), 'utf8');

/** The authority that signed the receivers' certificate. */
export const AUTHORITY = pem('authority.pem');
const KEY = pem('receiver.key');

export type Certificate = 'receiver' | 'expired' | 'self-signed';
const certificate = (name: Certificate = 'receiver') => ({ key: KEY, cert: pem(`${name}.pem`) });

const opened: { server: Server; sockets: Set<Socket> }[] = [];

const listen = async (server: Server, host = '127.0.0.1'): Promise<number> => {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.on('close', () => sockets.delete(socket));
  });
  opened.push({ server, sockets });
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  return (server.address() as AddressInfo).port;
};

/** Ends every receiver; for `afterEach`. */
export const closeReceivers = async (): Promise<void> => {
  const ended = opened.splice(0).map(({ server, sockets }) => {
    for (const socket of sockets) socket.destroy();
    return new Promise<void>((resolve) => server.close(() => resolve()));
  });
  await Promise.all(ended);
};

/** A receiver that does with a connection whatever `behave` says, below HTTP; answers its port. */
export const rawReceiver = (behave: (socket: Socket) => void, withTls: Certificate | null = 'receiver') => {
  const quiet = (socket: Socket) => {
    socket.on('error', () => {});
    behave(socket);
  };
  if (withTls === null) return listen(net.createServer(quiet));
  const server = tls.createServer(certificate(withTls), quiet);
  server.on('tlsClientError', () => {});
  return listen(server);
};

/** Calls `answer` once the whole request of a raw connection is in. */
export const afterRequest = (socket: Socket, reply: () => void): void => {
  let text = '';
  socket.on('data', (chunk) => {
    text += chunk.toString('latin1');
    const head = text.indexOf('\r\n\r\n');
    const length = Number(/content-length: (\d+)/i.exec(text)?.[1] ?? 0);
    if (head < 0 || text.length < head + 4 + length) return;
    text = text.slice(head + 4 + length);
    reply();
  });
};

/** One request as a receiver got it. */
interface Arrived {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  readonly path: string;
  /** The name of the server in the handshake; null without TLS or without a name. */
  readonly serverName: string | null;
}

/** What a receiver answers: a status, or a promise of one. */
export type Reply = (arrived: Arrived) => number | Promise<number>;

/** An HTTP receiver that keeps what arrives. Over TLS unless `plain`. */
export const httpReceiver = async (reply: Reply = () => 200, plain = false, host = '127.0.0.1') => {
  const arrived: Arrived[] = [];
  const serve: http.RequestListener = (request, response) => {
    let body = '';
    request.setEncoding('utf8');
    request.on('data', (chunk: string) => {
      body += chunk;
    });
    request.on('end', async () => {
      const { servername: serverName } = request.socket as { servername?: string | false } & Socket;
      const one = { headers: request.headers, body, path: request.url ?? '', serverName: serverName || null };
      arrived.push(one);
      response.statusCode = await reply(one);
      response.end(`thank you ${arrived.length}`);
    });
  };
  const port = await listen(plain ? http.createServer(serve) : https.createServer(certificate(), serve), host);
  return { port, arrived };
};

/** A receiver that answers on request, and counts the requests that wait for a response. */
export const holdingReceiver = async () => {
  const held: (() => void)[] = [];
  const seen = { most: 0, released: false };
  const { port, arrived } = await httpReceiver(() => {
    if (seen.released) return 200;
    return new Promise<number>((resolve) => {
      held.push(() => resolve(200));
      seen.most = Math.max(seen.most, held.length);
    });
  });
  const release = () => {
    seen.released = true;
    for (const reply of held.splice(0)) reply();
  };
  return { port, arrived, seen, held, release };
};
