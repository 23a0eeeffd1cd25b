import type { Choices } from '../../test/helpers/seeded.ts';

/** A request whose bytes are not as HTTP wants them. */
export interface Framed {
  readonly name: string;
  readonly bytes: Buffer;
}

type Head = readonly string[];
const CRLF = '\r\n';

const joined = (head: Head, body: Buffer): Buffer =>
  Buffer.concat([Buffer.from([...head, '', ''].join(CRLF), 'latin1'), body]);
const chunk = (size: string, body: Buffer, end = '0\r\n\r\n'): Buffer =>
  Buffer.concat([Buffer.from(`${size}${CRLF}`), body, Buffer.from(`${CRLF}${end}`)]);
const hex = (body: Buffer): string => body.length.toString(16);
const CHUNKED = 'transfer-encoding: chunked';

/** From the head without its length, and the body. */
const FRAMINGS: Readonly<Record<string, (head: Head, body: Buffer) => Buffer>> = {
  'a length that is too small': (head, body) => joined([...head, `content-length: ${body.length >> 1}`], body),
  'a length that is too large': (head, body) => joined([...head, `content-length: ${body.length + 10}`], body),
  'a length that is negative': (head, body) => joined([...head, 'content-length: -1'], body),
  'a length that is no number': (head, body) => joined([...head, 'content-length: ten'], body),
  'a length with a sign': (head, body) => joined([...head, `content-length: +${body.length}`], body),
  'a length beyond all numbers': (head, body) => joined([...head, `content-length: ${'9'.repeat(30)}`], body),
  'two lengths': (head, body) => joined([...head, `content-length: ${body.length}`, 'content-length: 1'], body),
  'two equal lengths': (head, body) => {
    const length = `content-length: ${body.length}`;
    return joined([...head, length, length], body);
  },
  'a length and chunks': (head, body) => joined([...head, 'content-length: 4', CHUNKED], chunk(hex(body), body)),
  chunks: (head, body) =>
    joined([...head, CHUNKED], body.length === 0 ? Buffer.from('0\r\n\r\n') : chunk(hex(body), body)),
  'a chunk that is too long': (head, body) => joined([...head, CHUNKED], chunk('2', body)),
  'a chunk without a number': (head, body) => joined([...head, CHUNKED], chunk('zz', body)),
  'chunks that do not end': (head, body) => joined([...head, CHUNKED], chunk(hex(body), body, '')),
  'chunks with an extension and a trailer': (head, body) =>
    joined([...head, CHUNKED], chunk(`${hex(body)};a=b`, body, '0\r\nx-trailer: a\r\n\r\n')),
  'another transfer encoding': (head, body) => joined([...head, 'transfer-encoding: gzip, chunked'], body),
  'a compressed body': (head, body) => {
    const packed = Buffer.from(Bun.gzipSync(new Uint8Array(body)));
    return joined([...head, 'content-encoding: gzip', `content-length: ${packed.length}`], packed);
  },
  'a space before a colon': (head, body) => joined([...head, `content-length : ${body.length}`], body),
  'a folded header': (head, body) => joined([...head, 'x-folded: a', ' b', `content-length: ${body.length}`], body),
  'a header with NUL': (head, body) => joined([...head, 'x-nul: a\0b', `content-length: ${body.length}`], body),
  'a header without a name': (head, body) => joined([...head, ': a', `content-length: ${body.length}`], body),
  'many headers': (head, body) =>
    joined([...head, ...Array.from({ length: 150 }, (_, at) => `x-${at}: a`), `content-length: ${body.length}`], body),
  'a large header': (head, body) => joined([...head, `x-large: ${'a'.repeat(20_000)}`], body),
  'an expectation': (head, body) => joined([...head, 'expect: 100-continue', `content-length: ${body.length}`], body),
  'an upgrade': (head, body) =>
    joined([...head, 'connection: upgrade', 'upgrade: websocket', `content-length: ${body.length}`], body),
  'HTTP/1.0': ([first = '', ...head], body) =>
    joined([first.replace('HTTP/1.1', 'HTTP/1.0'), ...head, `content-length: ${body.length}`], body),
  'HTTP/9.9': ([first = '', ...head], body) => joined([first.replace('HTTP/1.1', 'HTTP/9.9'), ...head], body),
  'no host': (head, body) =>
    joined(
      head.filter((line) => !line.startsWith('host:')),
      body,
    ),
  'two hosts': (head, body) => joined([...head, 'host: other.example'], body),
  'a method in small letters': ([first = '', ...head], body) =>
    joined([first.replace(/^\w+/, (method) => method.toLowerCase()), ...head], body),
  'a method of its own': ([first = '', ...head], body) => joined([first.replace(/^\w+/, 'BREW'), ...head], body),
  'line feeds alone': (head, body) => Buffer.concat([Buffer.from(`${head.join('\n')}\n\n`, 'latin1'), body]),
  'a path with a space': ([first = '', ...head], body) => joined([first.replace(' HTTP', ' x HTTP'), ...head], body),
  'a whole address': ([first = '', ...head], body) =>
    joined([first.replace(' /', ' http://other.example/'), ...head, `content-length: ${body.length}`], body),
  'bytes in the path': ([first = '', ...head], body) =>
    joined([first.replace(' HTTP', '\xff\xfe HTTP'), ...head], body),
};

/** The bytes of a request, with one thing that is unusual or wrong. */
export const framed = (head: Head, body: Buffer, choices: Choices): Framed => {
  const name = choices.of(Object.keys(FRAMINGS)) ?? 'chunks';
  return { name, bytes: FRAMINGS[name]?.(head, body) ?? joined(head, body) };
};
