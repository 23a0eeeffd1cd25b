// The work of the floor behind Fastify and better-sqlite3, as a backend that is written by hand would do it. It runs on Node:
// node fastify.js DATABASE FOLDER, where FOLDER has both packages installed (docs/performance.md "Beside Fastify").
//
// It has what such a backend has: an API key that is looked up by its hash, a schema for each body and query, and an error
// handler. It has no rate limits, scopes, sites, idempotency, webhooks or request log.
import { createHash, randomBytes } from 'node:crypto';
import { createRequire } from 'node:module';
import { dirname, resolve } from 'node:path';
import { contentFloor } from './floor-content.ts';
import type { Row } from './floor-records.ts';
import { type FloorDatabase, floorWork, list } from './floor-work.ts';

interface Statement {
  get(...values: readonly unknown[]): unknown;
  all(...values: readonly unknown[]): unknown[];
  run(...values: readonly unknown[]): unknown;
}
interface Driver {
  prepare(sql: string): Statement;
  pragma(text: string): unknown;
  transaction(work: (inner: () => Row) => Row): { immediate(inner: () => Row): Row };
}
interface Asked {
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly query: Readonly<Record<string, string>>;
  readonly params: { readonly id: string };
  readonly body: Row;
}
interface Reply {
  code(status: number): Reply;
  send(body: object): Reply;
}
interface App {
  addHook(name: 'onRequest', hook: (asked: Asked, reply: Reply, done: () => void) => void): void;
  setErrorHandler(handler: (error: Error & { statusCode?: number }, asked: Asked, reply: Reply) => void): void;
  get(path: string, options: object, handler: (asked: Asked, reply: Reply) => unknown): void;
  post(path: string, options: object, handler: (asked: Asked, reply: Reply) => unknown): void;
  listen(options: { readonly host: string; readonly port: number }): Promise<string>;
}

const [, program = '', file = '', folder = '.'] = process.argv;
// The table of time zones is a file beside the built program.
process.chdir(dirname(program));
const load = createRequire(resolve(folder, 'package.json'));
const Database = load('better-sqlite3') as new (path: string) => Driver;
const fastify = load('fastify') as (options: object) => App;

const db = new Database(file);
for (const setting of ['journal_mode = WAL', 'synchronous = FULL', 'foreign_keys = ON', 'cache_size = -16000'])
  db.pragma(setting);
db.pragma('mmap_size = 33554432');

const NUMBERED = /\?\d/;

/** The driver takes the values of `?1` by name, and those of `?` in order. */
const query: FloorDatabase['query'] = (sql) => {
  const statement = db.prepare(sql);
  const isNumbered = NUMBERED.test(sql);
  const bound = (values: readonly unknown[]): readonly unknown[] =>
    isNumbered ? [Object.fromEntries(values.map((value, index) => [index + 1, value]))] : values;
  return {
    get: (...values) => statement.get(...bound(values)),
    all: (...values) => statement.all(...bound(values)),
    run: (...values) => statement.run(...bound(values)),
  };
};

/** A UUID of version 7, as the floor has them: ids in the order of time. */
const newId = (): string => {
  const bytes = randomBytes(16);
  bytes.writeUIntBE(Date.now(), 0, 6);
  bytes[6] = ((bytes[6] as number) & 0x0f) | 0x70;
  bytes[8] = ((bytes[8] as number) & 0x3f) | 0x80;
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
};

const transaction = db.transaction((inner) => inner());
const work = floorWork({ query, inOneCommit: (inner) => transaction.immediate(inner), newId });
const content = contentFloor({ query });

const text = { type: 'string' };
const listQuery = {
  type: 'object',
  properties: { limit: { type: 'integer', minimum: 1, maximum: 100 }, starting_after: text, search: text, q: text },
};
const newClient = {
  type: 'object',
  required: ['firstName', 'lastName'],
  properties: { firstName: text, lastName: text, email: { type: 'string', format: 'email' }, phone: text },
};
const newBooking = {
  type: 'object',
  required: ['clientId', 'sessionId'],
  properties: { clientId: text, sessionId: text },
};

const app = fastify({ logger: false });
const keyByHash = db.prepare('select id, scopes from apiKeys where hash = ? and revokedAt is null');
app.addHook('onRequest', ({ headers }, reply, done) => {
  const hash = createHash('sha256')
    .update(headers['x-service-api-key'] ?? '')
    .digest();
  if (keyByHash.get(hash) === undefined) reply.code(401).send({ error: { message: 'Unknown key.' } });
  else done();
});
app.setErrorHandler((error, _asked, reply) => {
  reply.code(error.statusCode ?? 500).send({ error: { message: error.message } });
});

const readsList = { schema: { querystring: listQuery } };
const asked = (values: Asked['query']): URLSearchParams => new URLSearchParams(values);

app.get('/v2/clients', readsList, (request) => work.listClients(asked(request.query)));
app.get('/v2/clients/:id', {}, ({ params }) => work.client(params.id));
app.get('/v2/bookings', readsList, (request) => work.listBookings(asked(request.query)));
app.get('/v2/content/entries', readsList, ({ query: { limit } }) => {
  const { rows, view } = content.entries(Number(limit ?? 10) + 1);
  return list('/v2/content/entries', rows, Number(limit ?? 10), null, view);
});
app.post('/v2/clients', { schema: { body: newClient } }, ({ body }, reply) =>
  reply.code(201).send(work.createClient(body)),
);
app.post('/v2/bookings', { schema: { body: newBooking } }, ({ body }, reply) =>
  reply.code(201).send(work.createBooking(body)),
);

const rootUrl = await app.listen({ host: '127.0.0.1', port: 0 });
console.log(JSON.stringify({ rootUrl, pid: process.pid }));
