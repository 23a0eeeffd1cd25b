// The measured scenarios: each line of the table with its request and its target.
import type { Plan } from './load.ts';
import type { Seeded } from './seed.ts';

/** A line of the table. */
export interface Scenario {
  readonly name: string;
  readonly title: string;
  /** The minimum ratio of requests per second, service to floor, that the project aims for. */
  readonly target?: number;
  /** The same beside Fastify, for the scenarios that it serves. */
  readonly besideFastify?: number;
  readonly expected: number;
  readonly connections: number;
  /** Whether the response to a GET has values that differ at each side, such as a link of its own. */
  readonly hasOwnValues?: boolean;
  plan(seeded: Seeded): Pick<Plan, 'method' | 'path' | 'body' | 'pools'> & Partial<Pick<Plan, 'headers'>>;
}

const CONNECTIONS = 32;
/** Positions in a video: each heartbeat of a session is a second after the one before. */
const POSITIONS = Array.from({ length: 3_000 }, (_, second) => String(second + 1));

const get = (path: string, pools: Plan['pools'] = {}) => ({ method: 'GET' as const, path, pools });

const booking = (seeded: Seeded) => ({
  method: 'POST' as const,
  path: '/v2/bookings',
  body: JSON.stringify({ clientId: '{client}', sessionId: '{session}' }),
  pools: { session: seeded.openSessionIds, client: seeded.clientIds },
});

/** Reads use random ids of the whole table. Each booking is a new pair of client and session. */
export const scenarios: readonly Scenario[] = [
  {
    name: 'one',
    title: 'one client by id',
    target: 0.65,
    besideFastify: 1.3,
    expected: 200,
    connections: CONNECTIONS,
    plan: (seeded) => get('/v2/clients/{client}', { client: seeded.clientIds }),
  },
  {
    name: 'list-10',
    title: 'list of 10 clients',
    target: 0.75,
    besideFastify: 1.3,
    expected: 200,
    connections: CONNECTIONS,
    plan: (seeded) => get('/v2/clients?limit=10&starting_after={client}', { client: seeded.clientIds }),
  },
  {
    name: 'list-100',
    title: 'list of 100 clients',
    target: 0.9,
    besideFastify: 1.3,
    expected: 200,
    connections: CONNECTIONS,
    plan: (seeded) => get('/v2/clients?limit=100&starting_after={client}', { client: seeded.clientIds }),
  },
  {
    name: 'expanded',
    title: 'list of 10 bookings with client and session',
    target: 0.75,
    besideFastify: 1.3,
    expected: 200,
    connections: CONNECTIONS,
    plan: (seeded) =>
      get('/v2/bookings?limit=10&expand[]=client&expand[]=session&starting_after={booking}', {
        booking: seeded.bookingIds,
      }),
  },
  {
    name: 'search',
    title: 'search clients by last name',
    expected: 200,
    connections: CONNECTIONS,
    plan: (seeded) => get('/v2/clients?search={word}', { word: seeded.searches }),
  },
  // Before the other writes, of which the service makes several times as many: here both sides have the same rows.
  {
    name: 'book-1',
    title: 'POST /bookings, one after another',
    target: 0.85,
    expected: 201,
    connections: 1,
    plan: booking,
  },
  {
    name: 'create',
    title: 'POST /clients',
    target: 2.5,
    besideFastify: 2.4,
    expected: 201,
    connections: CONNECTIONS,
    plan: () => ({
      method: 'POST',
      path: '/v2/clients',
      body: JSON.stringify({
        firstName: 'Ann',
        lastName: 'Lee',
        email: 'ann.lee.{n}@new.example.com',
        phone: '+15551234567',
      }),
      pools: {},
    }),
  },
  {
    name: 'book',
    title: 'POST /bookings, 32 at once',
    target: 2.4,
    besideFastify: 2.4,
    expected: 201,
    connections: CONNECTIONS,
    plan: booking,
  },
  {
    name: 'check-in',
    title: 'POST /checkins, 32 at once',
    expected: 201,
    connections: CONNECTIONS,
    plan: (seeded) => ({
      method: 'POST',
      path: '/v2/checkins',
      body: JSON.stringify({ clientId: '{visitor}', locationId: seeded.siteId }),
      pools: { visitor: seeded.visitorIds },
    }),
  },
  {
    name: 'content-list',
    title: 'list of 10 content entries',
    target: 0.65,
    besideFastify: 1.3,
    expected: 200,
    connections: CONNECTIONS,
    plan: () => get('/v2/content/entries?limit=10'),
  },
  {
    name: 'content-search',
    title: 'search content by a word of the title',
    target: 0.65,
    expected: 200,
    connections: CONNECTIONS,
    plan: (seeded) => get('/v2/content/search?limit=10&q={title}', { title: seeded.titleWords }),
  },
  {
    name: 'playback',
    title: 'playback of a signed media',
    target: 0.8,
    expected: 200,
    connections: CONNECTIONS,
    hasOwnValues: true,
    plan: (seeded) => get('/v2/content/media/{media}/playback', { media: seeded.mediaIds }),
  },
  {
    name: 'heartbeat',
    title: 'heartbeat of a video, 32 at once',
    target: 0.8,
    expected: 200,
    connections: CONNECTIONS,
    plan: (seeded) => ({
      method: 'PUT',
      path: '/v2/member/video/sessions/{watcher}/heartbeat',
      headers: { 'X-Client-ID': '{watcher}' },
      body: '{"positionSeconds":{second},"state":"playing"}',
      pools: { watcher: seeded.watcherIds, second: POSITIONS },
    }),
  },
];

/** Page 1 and page 10,000, which should be equally fast. */
export const pages = {
  title: 'page 10,000 against page 1 (time)',
  atMost: 1.1,
  first: get('/v2/clients?limit=10'),
  deep: (seeded: Seeded) => get(`/v2/clients?limit=10&starting_after=${seeded.deepClientId}`),
};
