import { expect, test } from 'bun:test';
import { createPages } from '../../src/app/pages.ts';
import type { Peer } from '../../src/http/server.ts';
import { DAY_MS } from '../../src/kernel/durations.ts';
import { routes } from '../../src/pages/book/table.ts';
import { membership } from '../../src/resources/settings/record.ts';
import { openStudio, type Studio } from '../helpers/api.ts';
import { addSession } from '../helpers/bookings.ts';
import { addEntry } from '../helpers/content.ts';
import { createPlan } from '../helpers/sales.ts';
import { addInstructor } from '../helpers/yoga.ts';

// Each path that strangers reach is asked with each switch off that hides something from them. A new public operation or page joins
// by its declaration. What has no declaration of each path, only what paths begin with, says here what is below it.

const BELOW: Readonly<Record<string, readonly string[]>> = {
  '/book/': [],
  '/calendar/': ['/calendar/sites/:site.ics'],
  '/docs/': [],
  '/console/': [],
  '/media/': [],
  '/media/pictures/': [],
  '/mails/': [],
  '/share/': [],
  '/cards/': [],
  '/.well-known/': [],
  '/oauth/': [],
};

/** Settings of members that hide nothing of the timetable, the plans and the library from strangers. */
const OTHER_SETTINGS = [
  ...['freezeAllowed', 'maxFreezeDaysPerYear', 'freezeExtendsExpiry', 'restoreToExpiredPolicy', 'extendDays'],
  ...['cancelFutureBookingsOnPackageCancel', 'selfSignUp', 'searchEngines', 'showPlaces', 'signUp', 'embedOrigins'],
  ...['askBirthDate', 'waiver', 'consent', 'streakWeeklyTarget', 'requirePackageForCheckIn', 'lockNames', 'households'],
];

/** Words that only one record has: an answer with one of them shows that record. */
const CLASS = ['Zebra hour', 'Quentin Quagga'];
const PLAN = ['Okapi ten'];
const LIBRARY = ['Tapir lesson'];

const WEST = 'Westwing';

/** Makes a site with all that strangers see, and returns the values for the places in paths. */
const openWest = async (): Promise<{ studio: Studio; places: Readonly<Record<string, string>> }> => {
  const studio = await openStudio();
  const site = await studio.given(studio.post('/v2/sites', { name: WEST }));
  const instructorId = await addInstructor(studio, 'Quagga');
  await studio.given(studio.patch(`/v2/instructors/${instructorId}`, { displayName: CLASS[1] }));
  const sessionId = await addSession(studio, { name: CLASS[0] ?? '', startsIn: DAY_MS, siteId: site.id, instructorId });
  const planId = await createPlan(studio, { name: PLAN[0], isSoldOnline: true });
  const entry = await addEntry(studio, { title: LIBRARY[0], access: 'public' });
  const { id, slug } = entry;
  return {
    studio,
    places: { site: site.id, sessionId, session: sessionId, planId, plan: planId, id, entry: id, slug },
  };
};

/** Every path that strangers may ask with GET. */
const publicPaths = (studio: Studio): string[] => {
  const pages = createPages({ app: {}, document: {} } as never);
  const declared = pages.flatMap(({ paths = [], prefixes = [] }) => [
    ...paths,
    ...prefixes.flatMap((prefix) => {
      const below = BELOW[prefix];
      if (below === undefined) throw new Error(`say in BELOW which paths begin with ${prefix}`);
      return below;
    }),
  ]);
  const operations = studio.app.operations
    .filter(({ audience, method }) => audience === 'public' && method === 'GET')
    .map(({ path }) => path);
  const book = routes.filter(({ get }) => get !== undefined).map(({ path }) => path);
  return [...new Set([...declared, ...operations, ...book])];
};

let visitors = 0;

/** Somebody at an address of their own, whom no limit of others stops. */
const anotherVisitor = (): Peer => {
  visitors += 1;
  const address = `10.1.${visitors >> 8}.${visitors & 255}`;
  return { requestIP: () => ({ address }), timeout: () => {} };
};

/** The public paths that show one of some words. */
const showing = async (studio: Studio, places: Readonly<Record<string, string>>, words: readonly string[]) => {
  const found: string[] = [];
  for (const path of publicPaths(studio)) {
    const named = path.replace(/:(\w+)/g, (_, name: string) => places[name] ?? 'none');
    for (const query of ['', `?site_id=${places.site}`, `?site=${places.site}`]) {
      const request = new Request(`http://localhost${named}${query}`, { headers: { accept: '*/*' } });
      const response = await studio.app.fetch(request, anotherVisitor());
      const text = await response.text();
      if (words.some((word) => text.includes(word)) && !found.includes(path)) found.push(path);
    }
  }
  return found;
};

interface Switch {
  readonly name: string;
  readonly off: (studio: Studio, siteId: string) => Promise<unknown>;
  /** What it hides. */
  readonly words: readonly string[];
  /** Some paths that show it while it is on, so that the test looks at something. */
  readonly shownAt: readonly string[];
}

const setting = (name: keyof typeof membership, given: Pick<Switch, 'words' | 'shownAt'>): Switch => ({
  name,
  ...given,
  off: (studio) => studio.given(studio.patch('/v2/settings', { membership: { [name]: false } })),
});

const TIMETABLE = ['/public-api/v2/timetable', '/book/class/:sessionId', '/book/:site', '/calendar/sites/:site.ics'];
const settings = [
  setting('publicTimetable', {
    words: [...CLASS, ...PLAN, ...LIBRARY],
    shownAt: [...TIMETABLE, '/public-api/v2/plans', '/book/plans', '/public-api/v2/library', '/book/library'],
  }),
  setting('publicLibrary', { words: LIBRARY, shownAt: ['/public-api/v2/library', '/book/library'] }),
];
const sites: Switch[] = [
  {
    name: 'an inactive site',
    off: (studio, siteId) => studio.given(studio.patch(`/v2/sites/${siteId}`, { status: 'inactive' })),
    words: [...CLASS, WEST],
    shownAt: [...TIMETABLE, '/public-api/v2/studio'],
  },
  {
    name: 'an archived site',
    off: (studio, siteId) =>
      studio.store.write((tx) =>
        tx.db.query('update sites set archivedAt = ?1, updatedAt = ?1 where id = ?2').run(tx.now, siteId),
      ),
    words: [...CLASS, WEST],
    shownAt: [...TIMETABLE, '/public-api/v2/studio'],
  },
];

test('every setting of members hides something from strangers, or does not', () => {
  const known = [...settings.map(({ name }) => name), ...OTHER_SETTINGS];
  expect(known.toSorted()).toEqual(Object.keys(membership).toSorted());
});

test.each([...settings, ...sites])('$name: no public path shows what it hides', async ({ off, words, shownAt }) => {
  const { studio, places } = await openWest();
  const before = await showing(studio, places, words);
  expect(before).toEqual(expect.arrayContaining([...shownAt]));
  await off(studio, String(places.site));
  // Answers for strangers may be half a minute old.
  await studio.time.moveTo(studio.time.now() + 31_000);
  expect(await showing(studio, places, words)).toEqual([]);
});
