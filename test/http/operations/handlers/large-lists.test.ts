import { beforeAll, expect, test } from 'bun:test';
import { slicedList } from '../../../../src/http/operations/handlers/large-lists.ts';
import { RecordText } from '../../../../src/kernel/record-text.ts';
import { forAllTests, openStudio } from '../../../helpers/api.ts';
import { watchTurns } from '../../../helpers/turns.ts';

const SITES = 99;

/** A body that makes a site of about 140 kB. */
const largeSite = (at: number) => ({
  name: `Site ${at}`,
  timezone: 'Europe/London',
  description: '"é'.repeat(2500),
  rooms: Array.from({ length: 200 }, (_, room) => ({ name: `${room} ${'é'.repeat(90)}` })),
  imageUrls: Array.from({ length: 20 }, (_, image) => `https://images.example/${image}${'i'.repeat(2000)}`),
  metadata: { data: '"data":[' },
});

const studio = forAllTests(openStudio);
beforeAll(async () => {
  for (let at = 0; at < SITES; at += 1) {
    const { status, body } = await studio.post('/v2/sites', largeSite(at));
    expect([status, body.error?.details]).toEqual([201, undefined]);
  }
});

test('a list of large records is written in slices, with the bytes of any other list', async () => {
  const headers = { 'x-service-api-key': studio.mainKey };
  const response = await studio.app.fetch(new Request('http://localhost/v2/sites?limit=100', { headers }));
  const stopWatching = watchTurns();
  const text = await response.text();
  const { turns } = stopWatching();
  // A turn for each piece, which is complete with 256,000 characters and has one record more at most.
  expect(turns).toBeGreaterThanOrEqual(Math.floor(text.length / 400_000));
  const list = JSON.parse(text);
  expect(list.data.length).toBe(SITES + 1);
  expect(text).toBe(JSON.stringify(list));
  expect(Object.keys(list)).toEqual(['object', 'url', 'data', 'hasMore', 'nextCursor', 'previousCursor']);
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/json;charset=utf-8']);
  const small = await studio.app.fetch(new Request('http://localhost/v2/sites?limit=1', { headers }));
  const named = (from: Headers): string[] => [...from.keys()].sort();
  expect(named(response.headers)).toEqual(named(small.headers));
});

test('200 of a large list that is compressed', async () => {
  const headers = { 'x-service-api-key': studio.mainKey, 'accept-encoding': 'gzip' };
  const response = await studio.app.fetch(new Request('http://localhost/v2/sites?limit=100', { headers }));
  expect(response.headers.get('content-encoding')).toBe('gzip');
  const list = JSON.parse(new TextDecoder().decode(Bun.gunzipSync(await response.arrayBuffer())));
  expect(list.data.length).toBe(SITES + 1);
});

test('a list of up to 256,000 characters is sent at once, however long reading took', async () => {
  const list = (...data: object[]) => ({ object: 'list', data });
  expect(slicedList({ object: 'client' })).toBeUndefined();
  expect(slicedList(list())).toBe('{"object":"list","data":[]}');
  expect(slicedList(list({ id: 1 }, new RecordText({}, '{"id":2}')))).toBe(
    '{"object":"list","data":[{"id":1},{"id":2}]}',
  );
  const text = JSON.stringify({ notes: 'n'.repeat(128_000) });
  const [record, row] = [JSON.parse(text), new RecordText({}, text)];
  expect(slicedList(list(record, row))).toBe(`{"object":"list","data":[${text},${text}]}`);
  const sliced = slicedList(list(record, row, record, row, record));
  expect(await (sliced as Response).text()).toBe(`{"object":"list","data":[${text},${text},${text},${text},${text}]}`);
});
