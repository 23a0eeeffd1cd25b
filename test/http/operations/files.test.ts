import { beforeEach, describe, expect, test } from 'bun:test';
import { Type } from '@sinclair/typebox';
import type { Store } from '../../../src/database/store.ts';
import { businessOperations } from '../../../src/http/operations/declare.ts';
import { streamOf as sentStream } from '../../../src/http/operations/files.ts';
import { invalidParam } from '../../../src/kernel/problem.ts';
import { object, oneOf, shape } from '../../../src/kernel/schemas.ts';
import { turn } from '../../../src/kernel/slices.ts';
import { forEachTest } from '../../helpers/api.ts';
import { errorOf, errorWithParam } from '../../helpers/errors.ts';
import { as, openOperations } from './set-up.ts';

const Received = shape('Received', { text: Type.String(), format: Type.String(), chunks: Type.Integer() });
const format = oneOf('csv', 'json');
const access = { staff: 'clients:export', sites: 'brand' } as const;

/** What has been generated of the file so far, and how many receivers were made. */
let generated: string[] = [];
let receivers = 0;

const pieces = function* (failsAt: number): Generator<string, undefined> {
  for (let number = 1; number <= 3; number += 1) {
    if (number === failsAt) throw new Error('no piece');
    generated.push(`line ${number}\n`);
    yield `line ${number}\n`;
  }
};

const declare = (store: Store) =>
  businessOperations({ tag: 'Files' }, 'manage', ({ sendFile, receiveFile }) => [
    sendFile(
      'GET /manage/file/:name',
      'sendFile',
      { ...access, summary: 'Send', query: object({ format, failsAt: Type.Integer() }) },
      ({ id, query }) => {
        if (id === 'none') throw invalidParam('name', 'There is no such file.', { reason: 'not_accepted' });
        return { name: id, format: query.format, pieces: pieces(query.failsAt) };
      },
    ),
    receiveFile(
      'POST /manage/file',
      'receiveFile',
      { ...access, summary: 'Receive', query: object({ format }), status: 202, response: Received },
      (_call, format) => {
        receivers += 1;
        const chunks: string[] = [];
        return {
          push: (bytes) => {
            chunks.push(new TextDecoder().decode(bytes));
            if (chunks.at(-1) === 'bad') throw invalidParam('body', 'Bad.', { reason: 'not_accepted' });
            return [];
          },
          end: (remember) =>
            store.write((tx) => {
              const reply = { text: chunks.join(''), format, chunks: chunks.length };
              remember(tx, reply);
              return reply;
            }),
        };
      },
    ),
  ]);

const streamOf = (chunks: Iterable<Uint8Array>): ReadableStream<Uint8Array> => {
  const each = chunks[Symbol.iterator]();
  return new ReadableStream({
    pull(controller) {
      const { value, done } = each.next();
      if (done === true) controller.close();
      else controller.enqueue(value);
    },
  });
};

const api = forEachTest(() => openOperations(declare));
beforeEach(() => {
  generated = [];
  receivers = 0;
});

const path = (name: string, failsAt = 0, format = 'csv') => `/manage/file/${name}?format=${format}&failsAt=${failsAt}`;

describe('a file that is sent', () => {
  test('200 with its name and type, and the headers of every response', async () => {
    const response = await api.fetch('GET', path('clients'));
    expect(await response.text()).toBe('line 1\nline 2\nline 3\n');
    const header = (name: string) => response.headers.get(name);
    expect(header('content-type')).toBe('text/csv; charset=utf-8; header=present');
    expect(header('content-disposition')).toBe('attachment; filename="clients.csv"');
    expect([header('x-ratelimit-limit'), header('x-request-id')?.slice(0, 4)]).toEqual(['1', 'req_']);
    const json = await api.fetch('GET', path('clients', 0, 'json'));
    expect(json.headers.get('content-type')).toBe('application/json; charset=utf-8');
  });

  test('is generated piece by piece as it is read, and no further when the reader leaves', async () => {
    const response = await api.fetch('GET', path('clients'));
    const reader = response.body?.getReader();
    expect(new TextDecoder().decode((await reader?.read())?.value)).toBe('line 1\n');
    await reader?.cancel();
    expect(generated.length).toBeLessThan(3);
  });

  test('a reader who leaves while a piece is made is no fault, and the pieces end', async () => {
    const faults: unknown[] = [];
    let ended = 0;
    const each = function* () {
      try {
        for (;;) yield 'line\n';
      } finally {
        ended += 1;
      }
    };
    const reader = sentStream(each(), { failed: (error) => faults.push(error) }).getReader();
    await reader.read();
    const next = reader.read();
    await reader.cancel();
    expect((await next).done).toBe(true);
    for (let turns = 0; turns < 3; turns += 1) await turn();
    expect([faults, ended]).toEqual([[], 1]);
  });

  test('breaks off when a piece fails, which is reported', async () => {
    const response = await api.fetch('GET', path('clients', 2));
    expect(response.status).toBe(200);
    expect(response.text()).rejects.toThrow('no piece');
    await response.text().catch(() => {});
    expect(api.faults.map(String)).toEqual(['Error: no piece']);
  });

  test('400, 403 and a refusal of its rule are JSON', async () => {
    api.addCaller('ann', { actor: { staffId: 'ann', isOwner: false, permissions: new Set() } });
    expect(errorOf(await api.get(path('clients'), as('ann')))).toEqual([403, 'permission_denied']);
    expect(errorWithParam(await api.get('/manage/file/clients?format=csv'))).toEqual([
      400,
      'parameter_missing',
      'failsAt',
    ]);
    expect(errorWithParam(await api.get(path('none')))).toEqual([400, 'parameter_invalid', 'name']);
  });
});

describe('a file that is received', () => {
  const send = async (body: RequestInit['body'], headers: Record<string, string>, query = 'format=csv') => {
    const response = await api.fetch('POST', `/manage/file?${query}`, body, headers);
    return { status: response.status, body: JSON.parse(await response.text()), headers: response.headers };
  };
  const csv = { 'content-type': 'Text/CSV; charset=utf-8' };

  test('202 with the status and the shape that it declares, in its format', async () => {
    const { status, body } = await send('a,b\n', csv);
    expect([status, body]).toEqual([202, { text: 'a,b\n', format: 'csv', chunks: 1 }]);
    expect((await send('[]', { 'content-type': 'application/json' })).body.format).toBe('json');
    expect((await send('', csv)).body).toEqual({ text: '', format: 'csv', chunks: 0 });
  });

  test('is processed chunk by chunk', async () => {
    const chunks = ['a', 'b', 'c'].map((text) => new TextEncoder().encode(text));
    expect((await send(streamOf(chunks), csv)).body).toMatchObject({ text: 'abc', chunks: 3 });
  });

  test('415 for another type, before anything is received', async () => {
    for (const type of ['text/plain', 'multipart/form-data', 'application/jsonp']) {
      expect(errorOf(await send('a', { 'content-type': type }))).toEqual([415, 'content_type_unsupported']);
    }
    expect(receivers).toBe(0);
  });

  test('400 for its query before its type, and what a chunk refuses', async () => {
    expect(errorWithParam(await send('a', { 'content-type': 'text/plain' }, 'format=xml'))).toEqual([
      400,
      'parameter_invalid',
      'format',
    ]);
    expect(errorWithParam(await send('bad', csv))).toEqual([400, 'parameter_invalid', 'body']);
    expect(errorWithParam(await send('a', { ...csv, 'idempotency-key': '' }))).toEqual([
      400,
      'parameter_invalid',
      'Idempotency-Key',
    ]);
  });

  test('413 when it is too large, by its length or by what arrives', async () => {
    const megabyte = new Uint8Array(1_048_576);
    const endless = function* () {
      for (let count = 0; count < 40; count += 1) yield megabyte;
    };
    const tooLong = { ...csv, 'content-length': `${33 * 1_048_576}` };
    expect(errorOf(await send('a', tooLong))).toEqual([413, 'body_too_large']);
    expect(errorOf(await send(streamOf(endless()), csv))).toEqual([413, 'body_too_large']);
  });
});
