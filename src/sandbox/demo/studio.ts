import { examples } from '../../api.ts';
import type { Read } from '../../database/database.ts';
import { Store } from '../../database/store.ts';
import { epochOf } from '../../kernel/clock.ts';
import { DAY_MS, MINUTE_MS } from '../../kernel/durations.ts';
import { createIds } from '../../kernel/ids.ts';
import type { Random } from '../../kernel/random.ts';
import { Timeline } from '../../kernel/timer.ts';
import { DEMO_IDS_AT, SITES } from '../../resources/demo-ids.ts';
import { extendHorizon } from '../../resources/schedules/generation/horizon.ts';
import { completeSessions } from '../../resources/sessions/complete.ts';
import type { SessionRow } from '../../resources/sessions/record.ts';
import { findBrand } from '../../resources/settings/queries.ts';
import { createEventAhead } from './ahead/event.ts';
import { createAhead } from './ahead/seats.ts';
import { createAwards } from './awards.ts';
import { createBookings, mornings, OFFERED, recordWeek } from './bookings.ts';
import { createLaterChallenges, createOpenChallenge } from './challenge.ts';
import { CLIENTS } from './clients.ts';
import { createContent, openVideo, useLibrary, watchVideo } from './content.ts';
import { createCredentials, createDemoLink, createDemoSignIn } from './credentials.ts';
import { keepLastEvents } from './event.ts';
import { createHistory, historyBefore, reserveHistory } from './history/history.ts';
import { createDemoKiosk } from './kiosk.ts';
import { createMetrics } from './metrics.ts';
import { createOnline, recordOnline } from './online.ts';
import { createRecords, freezeDemoPackage, SANDBOX_PLACE, SETUP_CALLER } from './setup.ts';
import { createToday } from './today/today.ts';

/** The demo studio opens a week before the sandbox starts. */
const OPEN_FOR_MS = 7 * DAY_MS;
/** Of the sessions after the offered one: the client has a booking of the first, and the README books the second. */
const TUTORIAL = 2;

/** The same bytes on every start, and so the same ids. */
const repeatableRandom = (): Random => {
  let count = 0;
  return {
    bytes: (length) => new Bun.CryptoHasher('sha512').update(`studiod demo ${count++}`).digest().subarray(0, length),
    fraction: () => 0.5,
  };
};

/** The sessions that can be booked, from the one of the ready line on. They are the same on every fresh start. */
const offered = (read: Read): SessionRow[] => {
  const isNotStarted = ({ startTime, cancelledAt }: SessionRow) =>
    epochOf(startTime) > read.nowMs + DAY_MS && cancelledAt === null;
  return mornings(read, read.nowMs).slice(OFFERED).filter(isNotStarted);
};

/** The session is the same on every fresh start; in a kept studio it is the next one that can be booked. */
export const demoIds = (read: Read) => ({
  siteId: SITES.downtown,
  clientId: CLIENTS[0]?.id ?? '',
  sessionId: offered(read)[0]?.id ?? '',
});

/** The ids of the ready line: a physical site, an active client, and a session that the client can book. */
export type DemoIds = ReturnType<typeof demoIds>;

/** Another session that the client of the ready line can book, for the first booking of /docs. */
export const tutorialSession = (read: Read): string => offered(read).slice(1)[TUTORIAL]?.id ?? '';

/**
 * When a studio opens whose sandbox starts at `now`: a week earlier, a millisecond after the beginning of a minute, so
 * that none of its sessions starts at that instant, when it would be in the calendar and no longer bookable.
 */
const openingBefore = (now: number): number => Math.floor((now - OPEN_FOR_MS) / MINUTE_MS) * MINUTE_MS + 1;

export const hasStudio = (read: Read): boolean => findBrand(read) !== undefined;

/**
 * It opens in this program a week ago, then the clock runs to now: the rules of the program make it. Only the weeks before
 * are written as rows. Ids are always the same.
 */
export const createDemoStudio = async (store: Store, place = SANDBOX_PLACE): Promise<void> => {
  const now = store.clock.now();
  const time = new Timeline(openingBefore(now));
  const ids = createIds(new Timeline(DEMO_IDS_AT), repeatableRandom());
  const demo = new Store(store.db, time, ids);
  const history = historyBefore(now, place.zone);
  await demo.write((tx) => {
    reserveHistory(tx, history);
    createCredentials(tx);
    createRecords(tx, place);
    createDemoLink(tx);
    createContent(tx);
    createAwards(tx);
  });
  await demo.write((tx) => createBookings(tx, now));
  await demo.write(createOnline);
  await demo.write(createEventAhead);
  await time.moveTo(now);
  await createHistory(demo, repeatableRandom(), history);
  await demo.write((tx) => recordWeek(tx, now));
  await demo.write(recordOnline);
  await demo.write(freezeDemoPackage);
  await completeSessions(demo);
  await extendHorizon({
    store: demo,
    reportError: (error) => {
      throw error;
    },
  });
  const evening = new Timeline(now - DAY_MS);
  await watchVideo(new Store(store.db, evening, ids), evening);
  await demo.write(useLibrary);
  await demo.write(openVideo);
  await demo.write(createDemoSignIn);
  await demo.write(createDemoKiosk);
  await demo.write(createMetrics);
  await demo.write(createOpenChallenge);
  await demo.write(createLaterChallenges);
  await createToday(demo, ids, { now, zone: place.zone });
  await demo.write((tx) => createAhead(tx, history));
  await completeSessions(demo);
  // After all classes: a month that is closed keeps the classes that it has then.
  await demo.write((tx) => {
    for (const { create } of examples) create(tx, SETUP_CALLER);
  });
  await demo.write(keepLastEvents);
};
