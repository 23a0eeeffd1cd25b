import { afterEach, describe, expect, test } from 'bun:test';
import { forEachTest, openStudio } from '../../helpers/api.ts';
import { slowDown } from '../../helpers/stopwatch.ts';
import { imported, importFile } from './set-up.ts';

const studio = forEachTest(openStudio);

const people = (count: number): string =>
  `externalId,firstName,lastName,email\n${Array.from({ length: count }, (_, at) => `${at},Ann,Lee,ann${at}@example.com\n`).join('')}`;

describe('400 for the file as a whole', () => {
  test.each([
    ['an unknown column', 'firstName,lastNam\n', 'parameter_unknown', "Did you mean 'lastName'?"],
    ['a column twice', 'email,email\n', 'parameter_invalid', "The column 'email' appears twice"],
    ['a cell below no heading', 'email,\na@example.com,x\n', 'parameter_invalid', 'Column 2 has no heading'],
    ['nothing at all', '', 'parameter_missing', 'The file is empty'],
    ['a quote that never ends', 'email\n"a', 'parameter_invalid', 'never closed'],
  ])('%s', async (_name, file, code, message) => {
    const { status, body } = await importFile(studio, 'clients', file);
    expect(status).toBe(400);
    expect(body.error).toMatchObject({ code });
    expect(JSON.stringify(body)).toContain(message);
  });

  test.each([
    ['no list', '{"a":1}'],
    ['a list that does not end', '[{"a":1}'],
    ['an item that is no JSON', '[{"a":1},{a}]'],
    ['nothing', ' '],
  ])('%s', async (_name, file) => {
    const headers = { 'content-type': 'application/json' };
    const { status, body } = await importFile(studio, 'clients', file, { headers });
    expect({ status, code: body.error.code }).toEqual({ status: 400, code: 'json_invalid' });
  });

  test('an item that is no JSON, at its place in the file', async () => {
    const headers = { 'content-type': 'application/json' };
    const place = async (file: string) =>
      / at line \d+, column \d+/.exec((await importFile(studio, 'clients', file, { headers })).body.error.message)?.[0];
    expect(await place('[{"a":1}, {a}]')).toBe(' at line 1, column 12');
    expect(await place('\ufeff[{"a":1}, {a}]')).toBe(' at line 1, column 12');
    expect(await place('[\n  {"a":1},\n  {\n    "b": x\n  }\n]')).toBe(' at line 4, column 10');
    expect(await place('[\n  {"a":\n1}, {b}\n]')).toBe(' at line 3, column 6');
  });

  test('JSON in another encoding than UTF-8, and CSV in two of them', async () => {
    const post = (type: string, body: Buffer) =>
      studio.app.fetch(
        new Request('http://localhost/manage/imports?family=clients', {
          method: 'POST',
          headers: { 'x-service-api-key': studio.mainKey, 'content-type': type },
          body: new Uint8Array(body),
        }),
      );
    const text = 'email,lastName\na@example.com,M\u00fcller\n';
    const filler = 'b@example.com,Lee\n'.repeat(5_000);
    const mixed = Buffer.concat([Buffer.from(text + filler), Buffer.from('M\u00fcller', 'latin1')]);
    for (const reply of [
      await post('application/json', Buffer.from('[{"lastName":"M\u00fcller"}]', 'latin1')),
      await post('text/csv', mixed),
    ]) {
      expect(reply.status).toBe(400);
      expect(await reply.text()).toContain('The file is not UTF-8, and its encoding is unknown');
    }
  });

  test('too many rows', async () => {
    const { body } = await importFile(studio, 'clients', people(20_001));
    expect(body.error.message).toContain('at most 20000 rows');
  });

  test('no family, or another one', async () => {
    expect((await studio.post('/manage/imports', [])).body.error).toMatchObject({ param: 'family' });
    expect((await importFile(studio, 'visits', [])).status).toBe(400);
  });
});

test('200 an empty list, and only a header', async () => {
  expect(await imported(studio, 'clients', [])).toMatchObject({ rows: 0, created: 0 });
  expect(await imported(studio, 'clients', 'email\n')).toMatchObject({ rows: 0 });
});

test('413 more than 32 MiB, with or without a Content-Length', async () => {
  const chunk = Buffer.alloc(1_048_576, '\n');
  const send = (headers: Record<string, string>, body: ConstructorParameters<typeof Response>[0]) =>
    studio.app.fetch(
      new Request('http://localhost/manage/imports?family=clients', {
        method: 'POST',
        headers: { 'x-service-api-key': studio.mainKey, 'content-type': 'text/csv', ...headers },
        body,
      }),
    );
  let sent = 0;
  const endless = new ReadableStream({
    pull(controller) {
      sent += 1;
      controller.enqueue(chunk);
    },
  });
  for (const reply of [send({ 'content-length': String(33 * 1_048_576) }, 'x'), send({}, endless)]) {
    const response = await reply;
    expect(response.status).toBe(413);
    expect(JSON.parse(await response.text()).error.code).toBe('body_too_large');
  }
  expect(sent).toBeLessThan(50);
});

test('415 a form, or no type', async () => {
  for (const type of ['multipart/form-data; boundary=x', 'text/plain']) {
    const reply = await importFile(studio, 'clients', 'x', { headers: { 'content-type': type } });
    expect(reply.status).toBe(415);
  }
});

test('403 without the scope manage, 401 without a key', async () => {
  const key = await studio.makeKey({ scopes: ['clients:write'] });
  const headers = { 'x-service-api-key': key };
  expect((await importFile(studio, 'clients', [], { headers })).status).toBe(403);
  expect((await importFile(studio, 'clients', [], { headers: { 'x-service-api-key': '' } })).status).toBe(401);
});

test('the same idempotency key answers the same, and another file is 409', async () => {
  const headers = { 'idempotency-key': 'once' };
  const first = await importFile(studio, 'clients', people(2), { headers });
  const second = await importFile(studio, 'clients', people(2), { headers });
  expect(second.body).toEqual(first.body);
  expect(second.headers.get('idempotency-replayed')).toBe('true');
  expect((await importFile(studio, 'clients', people(3), { headers })).body.error.code).toBe('idempotency_key_reused');
});

let endSlowness = () => {};
afterEach(() => endSlowness());

test('5,000 rows: created, found again, and every wrong one reported', async () => {
  // However slow the machine is, no import takes longer than it may.
  endSlowness = slowDown(0);
  expect(await imported(studio, 'clients', people(5000))).toMatchObject({ created: 5000 });
  expect(await imported(studio, 'clients', people(5000))).toMatchObject({ unchanged: 5000 });
  const bad = people(5000).replaceAll('@example.com', '');
  const { body } = await importFile(studio, 'clients', bad);
  expect(body.error.message).toStartWith('5000 of 5000 rows cannot be imported');
  expect(body.error.details).toMatchObject([{ column: 'email', count: 2000 }]);
});
