import { DAY_MS, HOUR_MS } from '../../src/kernel/durations.ts';
import { MAIN_SITE } from '../helpers/api.ts';
import type { Choices } from '../helpers/seeded.ts';
import type { Act, Done } from './actions.ts';
import type { World } from './world.ts';

const DAYS = ['TU', 'WE', 'TH', 'FR', 'SA', 'SU'];

/** A session that lies ahead, or is cancelled. */
interface Ahead {
  readonly id: string;
  readonly startTime: string;
}

const upcoming = ({ studio }: World, choose: Choices): Ahead | undefined => {
  const rows = studio.db.query('select id, startTime from sessions where startTime > ? order by startTime, id limit 6');
  return choose.of(rows.all(new Date(studio.time.now()).toISOString()) as Ahead[]);
};

/** Its capacity may be less now than what is booked. */
const done = (name: string, what: object, response: { status: number; body: { error?: { code: string } } }): Done => ({
  name,
  what: { ...what, response: response.body.error?.code },
  status: response.status,
  mayOverfill: '*',
});

const editSession: Act = async (world, choose) => {
  const session = upcoming(world, choose);
  if (session === undefined) return undefined;
  const startTime = new Date(Date.parse(session.startTime) + (choose.below(30) - 8) * HOUR_MS).toISOString();
  const capacity = 1 + choose.below(3);
  const body = choose.of([
    { startTime },
    { capacity },
    { startTime, capacity },
    { durationMinutes: 30 + choose.below(180) },
    { waitlistEnabled: choose.once(2) },
  ]);
  const response = await world.studio.patch(`/manage/sessions/${session.id}`, body);
  return done('edit session', { id: session.id, body }, response);
};

const cancelSession: Act = async (world, choose) => {
  const session = upcoming(world, choose);
  if (session === undefined) return undefined;
  return done('cancel session', session, await world.studio.post(`/manage/sessions/${session.id}/cancel`, {}));
};

const addSession: Act = async ({ studio }, choose) => {
  const startTime = new Date(studio.time.now() + (1 + choose.below(40)) * HOUR_MS).toISOString();
  const body = { siteId: MAIN_SITE, name: 'Workshop', startTime, durationMinutes: 90, capacity: 1 + choose.below(2) };
  return done('add session', body, await studio.post('/manage/sessions', body));
};

export const changeOf = (choose: Choices): object => {
  const daysOfWeek = ['MO', ...DAYS.filter(() => !choose.once(3))];
  const changes = [
    { startTime: `${16 + choose.below(6)}:${choose.once(2) ? '00' : '30'}` },
    { recurrenceRule: { frequency: 'weekly', daysOfWeek } },
    { recurrenceRule: { frequency: 'daily' } },
    { status: choose.once(3) ? 'paused' : 'active' },
    { durationMinutes: 45 + 15 * choose.below(6) },
  ];
  return {
    ...choose.of(changes),
    ...(choose.once(2) ? { onRemoved: 'keep' } : {}),
    ...(choose.once(2) ? { overwriteModified: true } : {}),
  };
};

/** Asks first what would come of it: the same must then be told. */
const editSchedule: Act = async ({ studio, schedules }, choose) => {
  const path = `/v2/schedules/${choose.of(schedules)}`;
  const body = changeOf(choose);
  const { body: preview } = await studio.patch(`${path}?dry_run=true`, body);
  const response = await studio.patch(path, body);
  return { ...done('edit schedule', { path, body }, response), ...(response.status === 200 ? { preview } : {}) };
};

const closeDay: Act = async ({ studio }, choose) => {
  const day = new Date(studio.time.now() + choose.below(3) * DAY_MS).toISOString().slice(0, 10);
  const body = { closures: choose.once(2) ? [] : [{ startDate: day, endDate: day, name: 'Snow' }] };
  return done('close', body, await studio.patch(`/v2/sites/${MAIN_SITE}`, body));
};

const moveZone: Act = async ({ studio }, choose) => {
  const body = { timezone: choose.of(['America/New_York', 'America/Los_Angeles', 'Europe/London']) };
  return done('move zone', body, await studio.patch(`/v2/sites/${MAIN_SITE}`, body));
};

/** Somebody who is expected comes in, whether the doors are open or not. */
const enter: Act = async ({ studio }, choose) => {
  const expected = studio.db.query(
    `select id as bookingId, clientId from bookings where status in ('confirmed', 'waitlisted', 'noshow')
     order by startTime limit 8`,
  );
  const named = choose.of(expected.all() as { bookingId: string; clientId: string }[]);
  if (named === undefined) return undefined;
  const body = { ...named, siteId: MAIN_SITE };
  return done('enter', body, await studio.post('/v2/checkins', body));
};

/** What happens to the calendar, and at the door. */
export const CALENDAR: readonly Act[] = [
  ...Array<Act>(3).fill(editSession),
  ...Array<Act>(2).fill(addSession),
  ...Array<Act>(3).fill(editSchedule),
  ...Array<Act>(2).fill(enter),
  cancelSession,
  closeDay,
  moveZone,
];
