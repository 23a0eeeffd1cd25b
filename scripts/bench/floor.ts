// The floor: the speed of this runtime and this database without a framework. Usage: floor.ts DATABASE MEDIA_FILE.
//
// It uses only `Bun.serve` and `bun:sqlite`, with handwritten SQL that is prepared once, on a database with the same
// schema and the same pragmas as the service: WAL, synchronous=FULL, foreign keys, the same cache and memory map. It has
// no credentials, rate limits, request ids, validation or error handling, and no header except Content-Type.
//
// Reads: one statement for each kind of record, and rows become the same JSON as in the service. What the service keeps in
// a row, such as the earliest booking of a client, the floor reads and writes there too. A list seeks to its
// cursor (keyset, newest first) and reads one row more than its limit, as the service does. The limit is bound as
// `? + 0`, because SQLite recompiles a statement each time a plain LIMIT parameter is bound. An expanded list has three
// statements: the page, its clients and its sessions. A search is one FTS5 match joined with the rows.
//
// Writes: one transaction and one fsync for each request, in order of arrival, without group commit. POST /clients
// inserts the client, its search words and one event. POST /bookings reads the session and the client, checks the seats,
// inserts the booking, increments the counters of the session and the client, and inserts one event. POST /checkins reads
// the client, the last check-in, the bookings and the packages that could matter, inserts the check-in, the fact and the
// streaks, counts the visit and inserts four events. floor-content.ts has the library. SQLite checkpoints automatically, in the serving thread.

import { openDatabase } from '../../src/database/database.ts';
import { contentFloor } from './floor-content.ts';
import { watchingRecord } from './floor-content-records.ts';
import type { Row } from './floor-records.ts';
import { floorWork, list } from './floor-work.ts';

const db = openDatabase(process.argv[2] ?? '');

const inOneCommit = db.transaction((work: () => Row) => work()).immediate;
const work = floorWork({ query: (sql) => db.query(sql), inOneCommit, newId: () => Bun.randomUUIDv7() });

const JSON_TYPE = { 'Content-Type': 'application/json' };
const response = (body: object, status = 200): Response =>
  new Response(JSON.stringify(body), { status, headers: JSON_TYPE });

const content = contentFloor(db);
const mediaFile = process.argv[3] ?? '';

const listContent = (query: URLSearchParams): Response => {
  const limit = Number(query.get('limit') ?? 10);
  const { rows, view } = content.entries(limit + 1);
  return response(list('/v2/content/entries', rows, limit, null, view));
};

const searchContent = (query: URLSearchParams): Response => {
  const limit = Number(query.get('limit') ?? 10);
  const { rows, view } = content.search(query.get('q') ?? '', limit + 1);
  return response(list('/v2/content/search', rows, limit, null, view));
};

const beat = async (request: Request, path: string): Promise<Response> => {
  const body = (await request.json()) as Row;
  const id = path.slice('/v2/member/video/sessions/'.length, -'/heartbeat'.length);
  return response(watchingRecord(inOneCommit(() => content.heartbeat(id, request.headers.get('x-client-id'), body))));
};

const server = Bun.serve({
  hostname: '127.0.0.1',
  port: 0,
  development: false,
  error: (error) => new Response(error.message, { status: 500 }),
  fetch: async (request) => {
    const { url } = request;
    const mark = url.indexOf('?');
    const path = url.slice(url.indexOf('/', 8), mark === -1 ? undefined : mark);
    const isPost = request.method === 'POST';
    if (path === '/v2/clients') {
      if (isPost) return response(work.createClient((await request.json()) as Row), 201);
      return response(work.listClients(new URLSearchParams(mark === -1 ? '' : url.slice(mark))));
    }
    if (path === '/v2/bookings') {
      if (isPost) return response(work.createBooking((await request.json()) as Row), 201);
      return response(work.listBookings(new URLSearchParams(url.slice(mark))));
    }
    if (path === '/v2/checkins') return response(work.createCheckin((await request.json()) as Row), 201);
    if (path === '/v2/content/entries') return listContent(new URLSearchParams(url.slice(mark)));
    if (path === '/v2/content/search') return searchContent(new URLSearchParams(url.slice(mark)));
    if (path.startsWith('/v2/content/media/')) {
      const mediaId = path.slice('/v2/content/media/'.length, -'/playback'.length);
      return response(content.playback(url.slice(0, url.indexOf('/', 8)), mediaId));
    }
    if (path.startsWith('/v2/member/video/')) return beat(request, path);
    if (path.startsWith('/media/')) return new Response(Bun.file(mediaFile));
    return response(work.client(path.slice('/v2/clients/'.length)));
  },
});
console.log(JSON.stringify({ rootUrl: `http://127.0.0.1:${server.port}`, pid: process.pid }));
