import { beforeAll, expect, test } from 'bun:test';
import { slicedList } from '../../../src/http/operations/large-lists.ts';
import { RecordText } from '../../../src/kernel/record-text.ts';
import { openStudio, type Studio } from '../../helpers/api.ts';
import { watchTurns } from '../../helpers/turns.ts';

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

let studio: Studio;
beforeAll(async () => {
  studio = await openStudio();
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
  // It has more than the number of records: one turn for each, and some for the envelope.
  expect(turns).toBeGreaterThanOrEqual(SITES);
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

test('records whose text a statement has made are sent at once, however long reading took, up to a megabyte', async () => {
  const list = (...texts: string[]) => ({ object: 'list', data: texts.map((text) => new RecordText({}, text)) });
  expect(slicedList(list('{}', '{}'))).toBeUndefined();
  expect(slicedList({ object: 'list', data: [{}] })).toBeDefined();
  expect(slicedList({ object: 'list', data: [new RecordText({})] })).toBeDefined();
  const large = JSON.stringify({ notes: 'n'.repeat(600_000) });
  expect(await slicedList(list(large, large))?.text()).toBe(`{"object":"list","data":[${large},${large}]}`);
});
