import { join } from 'node:path';
import { createRoutes } from '../../../src/app/routes.ts';
import type { Read } from '../../../src/database/database.ts';
import { createSeal, temporaryKey } from '../../../src/database/seal.ts';
import type { Store } from '../../../src/database/store.ts';
import type { AccessEntry } from '../../../src/http/access-log.ts';
import type { Expansions } from '../../../src/http/expansions.ts';
import { createIdempotency } from '../../../src/http/idempotency.ts';
import type { OperationDeps } from '../../../src/http/operations/handlers/execution.ts';
import type { Operation } from '../../../src/http/operations/operation.ts';
import { createServer, type ServerAccess } from '../../../src/http/server.ts';
import type { Authenticated, MemberCaller, StaffCaller } from '../../../src/kernel/caller.ts';
import { forbidden, invalidParam, Problem } from '../../../src/kernel/problem.ts';
import { systemRandom } from '../../../src/kernel/random.ts';
import { name } from '../../../src/kernel/schemas.ts';
import * as field from '../../../src/records/fields.ts';
import { pagesOf } from '../../../src/records/pages.ts';
import { type RowOf, record } from '../../../src/records/record.ts';
import type { ApiResponse } from '../../helpers/api.ts';
import { makeWritesLate } from '../../helpers/late-writes.ts';
import { openMadeUpStore } from '../../helpers/made-up-store.ts';
import { openMedia } from '../../helpers/media.ts';

export const [SITE, OTHER_SITE, NOWHERE] = ['1', '2', 'f'].map(
  (digit) => `01950000-0000-7000-8000-00000000000${digit}`,
) as [string, string, string];

/** A made-up record of one site, which may belong to a staff member or a client. */
export const Note = record(
  'note',
  'notes',
  () => ({ text: field.text(name()), siteId: field.id().optional(), ownerId: field.text(name()).nullable() }),
  { sites: 'siteId' },
);
export type Note = RowOf<typeof Note>;

const NOTES = `create table notes (id text primary key, text text not null unique, siteId text not null, ownerId text,
  createdAt text not null, updatedAt text not null)`;

export const notePage = pagesOf<Note>(Note.table, () => ({ direction: 'descending', filters: {}, sites: Note.sites }));

const PUBLIC = '/public/';
const MEMBER = '/v2/member/';
const allowance = { allowed: true, limit: 1, remaining: 1, resetAt: 0, retryAfter: 0, category: 'read' } as const;

/** The client of a member operation: the caller's own or, for a business, that of a header. */
const requireMember = (_read: Read, caller: Authenticated, { headers }: Request): MemberCaller => {
  const own = caller.kind === 'signed-in' && 'id' in caller.client ? caller.client.id : null;
  const clientId = own ?? headers.get('x-client-id');
  if (clientId === null) throw invalidParam('X-Client-ID', 'Send a client.', 'client_required');
  const siteId = headers.get('x-site-id') ?? SITE;
  if (siteId === NOWHERE) throw forbidden('Not this site.', 'site_not_allowed');
  const { credentialId, scopes, siteIds, tier } = caller;
  const through = own === null ? 'business' : 'sign-in';
  return { credentialId, scopes, siteIds, tier, kind: 'member', through, clientId, siteId };
};

/** The same, with access to the records of one site: the home of every client here. */
const requireMemberAtHome = (read: Read, caller: Authenticated, request: Request): MemberCaller => ({
  ...requireMember(read, caller, request),
  siteIds: [SITE],
});

interface Options {
  readonly mode?: OperationDeps['mode'];
  readonly expansions?: Readonly<Record<string, Expansions>>;
}

/** Made-up operations over a real store, routed as in the program. Each caller has its name as its API key. */
export const openOperations = (
  declare: (store: Store) => readonly Operation[],
  { mode = 'verify', expansions = {} }: Options = {},
) => {
  const { db, store, time } = openMadeUpStore(NOTES);
  const random = systemRandom();
  const rootUrl = () => 'https://api.yoga.example';
  const seal = createSeal(temporaryKey(random), random);
  const callers = new Map<string, Authenticated>();
  const faults: unknown[] = [];
  const logged: AccessEntry[] = [];

  /** Adds a caller, who may do anything unless `given` says otherwise. */
  const addCaller = (key: string, { actor, ...given }: Partial<Omit<StaffCaller, 'kind'>> = {}): void => {
    const everything = { scopes: new Set(['*']), siteIds: null, tier: 'unlimited' } as const;
    const own = actor === undefined ? ({ kind: 'business' } as const) : ({ kind: 'staff', actor } as const);
    callers.set(key, { credentialId: key, ...everything, ...given, ...own });
  };
  /** Adds a member who has signed in as the client with this id. */
  const addMember = (id: string): void => {
    const credential = { credentialId: id, scopes: new Set<string>(), siteIds: null, tier: 'unlimited' } as const;
    callers.set(id, { kind: 'signed-in', ...credential, client: { id } });
  };
  addCaller('all');

  const access: ServerAccess = {
    prepare: () => undefined,
    isPublic: (path) => path.startsWith(PUBLIC),
    isPage: () => false,
    isWebsite: () => false,
    readableFrom: () => undefined,
    audienceOf: (path) => (path.startsWith(MEMBER) ? 'members' : 'others'),
    authenticate(request) {
      const caller = callers.get(request.headers.get('x-service-api-key') ?? '');
      if (caller === undefined) throw new Problem(401, 'credential_missing', 'Send a key.');
      return caller;
    },
    consume: () => allowance,
    consumeAddress: () => allowance,
    consumePage: () => allowance,
    addressAllowance: () => allowance,
  };
  const media = openMedia();
  const routes = () => {
    const server = createServer({
      random,
      memberCorsOrigins: [],
      isSandbox: false,
      access,
      protocolHeaders: () => undefined,
    });
    const operationDeps: OperationDeps = {
      store,
      mode,
      expansions,
      requireMember,
      requireMemberAtHome,
      callerIn: (_read, request) => access.authenticate(request, 'others'),
      idempotency: createIdempotency(seal, rootUrl),
      rootUrl,
      reportError: (error) => faults.push(error),
      addressOf: () => '127.0.0.1',
      underWay: () => 0,
      readShared: () => store.readShared(),
      forms: { newFile: async () => join(await media.uploads(), store.ids.uuid()) },
    };
    const paths = createRoutes({
      server,
      operations: declare(store),
      operationDeps,
      audienceOf: access.audienceOf,
      pages: [],
      refusedPage: async (_, { status, seconds }) => new Response(`${seconds}`, { status }),
    });
    return (request: Request) => server.handle(paths, (entry) => logged.push(entry), request, undefined);
  };
  let handle = routes();

  const fetch = (method: string, path: string, body?: RequestInit['body'], headers: Record<string, string> = {}) => {
    const init: RequestInit = { method, headers: { 'x-service-api-key': 'all', ...headers } };
    if (body !== undefined) init.body = body;
    return handle(new Request(`http://localhost${path}`, init));
  };
  const send = async (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) => {
    const json = { 'content-type': 'application/json', ...headers };
    const text = body === undefined || typeof body === 'string' ? body : JSON.stringify(body);
    const response = await fetch(method, path, text, json);
    const reply: ApiResponse = { status: response.status, body: await response.json(), headers: response.headers };
    return reply;
  };

  /** Stores a note and returns its id. */
  const addNote = (text: string, given: Partial<Note> = {}): Promise<string> =>
    store.write((tx) => {
      const note = Note.make(tx, { text }, { siteId: SITE, ...given });
      Note.rows.insert(tx, note);
      return note.id;
    });

  return {
    db,
    store,
    time,
    faults,
    logged,
    addCaller,
    addMember,
    addNote,
    fetch,
    send,
    get: (path: string, headers?: Record<string, string>) => send('GET', path, undefined, headers),
    post: (path: string, body?: unknown, headers?: Record<string, string>) => send('POST', path, body, headers),
    /** Starts the server anew, with the same database and key. */
    restart: () => {
      handle = routes();
    },
    /** Queues a note behind a write that takes long, so that reads wait until both are committed. */
    fallBehind: async (text: string): Promise<void> => {
      const late = makeWritesLate(store);
      void addNote(text);
      await late;
    },
    /** The texts of all notes, oldest first. */
    texts: (): string[] =>
      db
        .query<{ text: string }, []>('select text from notes order by id')
        .all()
        .map(({ text }) => text),
    events: (): string[] =>
      db
        .query<{ type: string }, []>('select type from events order by id')
        .all()
        .map(({ type }) => type),
  };
};

export type Opened = ReturnType<typeof openOperations>;
export const as = (key: string): Record<string, string> => ({ 'x-service-api-key': key });
export const withKey = (key: string): Record<string, string> => ({ 'idempotency-key': key });
