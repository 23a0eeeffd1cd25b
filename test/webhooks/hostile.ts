import type { Socket } from 'node:net';
import { afterRequest, type Certificate } from './receivers.ts';

/** Writes `text` again and again, as fast as the receiver's peer takes it, or every `everyMs`. */
export const forever = (socket: Socket, text: string | (() => string), everyMs?: number): void => {
  const next = () => (typeof text === 'string' ? text : text());
  const write = () => {
    while (!socket.destroyed && socket.write(next()));
  };
  if (everyMs === undefined) {
    socket.on('drain', write);
    write();
    return;
  }
  const timer = setInterval(() => socket.write(next()), everyMs);
  socket.on('close', () => clearInterval(timer));
};

export const answers = (text: string | Buffer) => (socket: Socket) => afterRequest(socket, () => socket.write(text));
export const OK = 'HTTP/1.1 200 OK\r\n';
let count = 0;
const oneMoreHeader = () => {
  count += 1;
  return `X-${count}: ${'y'.repeat(100)}\r\n`;
};
/** Answers with `head` and then goes on forever. */
const neverEnds = (head: string, text: string | (() => string), everyMs?: number) => (socket: Socket) =>
  afterRequest(socket, () => {
    if (head !== '') socket.write(head);
    forever(socket, text, everyMs);
  });

/** A receiver that misbehaves, and the one result a delivery to it may have. */
export interface Hostile {
  readonly name: string;
  readonly behave: (socket: Socket) => void;
  readonly expected: string;
  readonly withTls?: Certificate | null;
  readonly host?: string;
}

export const HOSTILE: readonly Hostile[] = [
  { name: 'silence before TLS', behave: () => {}, withTls: null, expected: 'timeout -' },
  { name: 'silence after TLS', behave: (socket) => socket.resume(), expected: 'timeout -' },
  {
    name: 'dripping headers',
    behave: neverEnds(OK, 'X', 20),
    expected: 'delivered 200',
  },
  {
    name: 'a dripping status line',
    behave: (s) => afterRequest(s, () => forever(s, 'H', 20)),
    expected: 'protocol_error -',
  },
  { name: 'a status line and no more', behave: answers(OK), expected: 'delivered 200' },
  { name: 'a refusal and no more', behave: answers('HTTP/1.1 500 No\r\n'), expected: 'http_status 500' },
  { name: 'half a status line', behave: answers('HTTP/1.1 200 O'), expected: 'timeout -' },
  {
    name: 'a header in two lines',
    behave: answers(`${OK}Content-Security-Policy: default-src 'self';\r\n  img-src *\r\nContent-Length: 0\r\n\r\n`),
    expected: 'delivered 200',
  },
  { name: 'line feeds alone', behave: answers('HTTP/1.1 200 OK\nContent-Length: 0\n\n'), expected: 'delivered 200' },
  {
    name: 'a space before the colon',
    behave: answers(`${OK}Content-Length : 0\r\n\r\n`),
    expected: 'delivered 200',
  },
  {
    name: 'two equal lengths',
    behave: answers(`${OK}Content-Length: 0\r\nContent-Length: 0\r\n\r\n`),
    expected: 'delivered 200',
  },
  {
    name: 'a header in two lines after an interim answer, with a refusal',
    behave: answers('HTTP/1.1 103 Early Hints\r\n\r\nHTTP/1.1 503 No\r\nX: a\r\n b\r\n\r\n'),
    expected: 'http_status 503',
  },
  {
    name: 'endless interim answers',
    behave: (s) => afterRequest(s, () => forever(s, 'HTTP/1.1 102 Processing\r\n\r\n', 20)),
    expected: 'timeout -',
  },
  {
    name: 'interim answers as fast as they can be sent',
    behave: neverEnds('', 'HTTP/1.1 102 Processing\r\n\r\n'.repeat(1_000)),
    expected: 'protocol_error -',
  },
  {
    name: 'empty lines as fast as they can be sent',
    behave: neverEnds('', '\r\n'.repeat(10_000)),
    expected: 'protocol_error -',
  },
  {
    name: 'a dripping body',
    behave: neverEnds(`${OK}Content-Length: 9999\r\n\r\n`, 'x', 20),
    expected: 'delivered 200',
  },
  {
    name: 'a body that never begins',
    behave: answers(`${OK}Content-Length: 9999\r\n\r\n`),
    expected: 'delivered 200',
  },
  {
    name: 'an endless body',
    behave: neverEnds(`${OK}\r\n`, 'x'.repeat(16_384)),
    expected: 'delivered 200',
  },
  {
    name: 'an endless chunked body with a refusal',
    behave: (s) =>
      afterRequest(s, () => {
        s.write('HTTP/1.1 500 No\r\nTransfer-Encoding: chunked\r\n\r\n');
        forever(s, `4000\r\n${'x'.repeat(16_384)}\r\n`);
      }),
    expected: 'http_status 500',
  },
  {
    name: 'a body cut short',
    behave: (s) => afterRequest(s, () => s.end(`${OK}Content-Length: 99\r\n\r\nx`)),
    expected: 'delivered 200',
  },
  {
    name: 'endless headers',
    behave: neverEnds(OK, oneMoreHeader),
    expected: 'delivered 200',
  },
  {
    name: 'one endless header',
    behave: neverEnds(`${OK}X: `, 'y'.repeat(999)),
    expected: 'delivered 200',
  },
  { name: 'garbage', behave: answers('\x16\x03\x01 what is this\r\n\r\n'), expected: 'protocol_error -' },
  { name: 'another protocol', behave: (s) => s.write('220 mail.example.com ESMTP\r\n'), expected: 'protocol_error -' },
  {
    name: 'two lengths that differ',
    behave: answers(`${OK}Content-Length: 1\r\nContent-Length: 2\r\n\r\nx`),
    expected: 'delivered 200',
  },
  {
    name: 'a change of protocol',
    behave: answers('HTTP/1.1 101 Switching Protocols\r\nUpgrade: echo\r\nConnection: Upgrade\r\n\r\n'),
    expected: 'protocol_error -',
  },
  { name: 'plain HTTP on a TLS port', behave: answers(`${OK}\r\n`), withTls: null, expected: 'timeout -' },
  { name: 'plain text before TLS', behave: (s) => s.write(`${OK}\r\n`), withTls: null, expected: 'tls_error -' },
  {
    name: 'a certificate for another name',
    behave: answers(`${OK}\r\n`),
    host: 'another.test',
    expected: 'tls_error -',
  },
  { name: 'a self-signed certificate', behave: answers(`${OK}\r\n`), withTls: 'self-signed', expected: 'tls_error -' },
  { name: 'an expired certificate', behave: answers(`${OK}\r\n`), withTls: 'expired', expected: 'tls_error -' },
  { name: 'reset before TLS', behave: (s) => s.resetAndDestroy(), withTls: null, expected: 'connect_error -' },
  { name: 'reset after the request', behave: (s) => afterRequest(s, () => s.destroy()), expected: 'connect_error -' },
  { name: 'closed without an answer', behave: (s) => afterRequest(s, () => s.end()), expected: 'connect_error -' },
  {
    name: 'closed inside the headers',
    behave: (s) => afterRequest(s, () => s.end(`${OK}X: y`)),
    expected: 'delivered 200',
  },
  {
    name: 'an interim answer first',
    behave: answers(`HTTP/1.1 103 Early Hints\r\n\r\n${OK}Content-Length: 0\r\n\r\n`),
    expected: 'delivered 200',
  },
  { name: 'no content', behave: answers('HTTP/1.1 204 No Content\r\n\r\n'), expected: 'delivered 204' },
  { name: '299', behave: answers('HTTP/1.1 299 Odd\r\nContent-Length: 0\r\n\r\n'), expected: 'delivered 299' },
  { name: 'not modified', behave: answers('HTTP/1.1 304 Not Modified\r\n\r\n'), expected: 'redirect 304' },
  { name: 'gone', behave: answers('HTTP/1.1 410 Gone\r\nContent-Length: 0\r\n\r\n'), expected: 'http_status 410' },
  {
    name: 'a strange status',
    behave: answers('HTTP/1.1 999 Odd\r\nContent-Length: 0\r\n\r\n'),
    expected: 'http_status 999',
  },
];
