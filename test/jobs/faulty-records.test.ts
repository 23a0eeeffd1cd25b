import { expect, test } from 'bun:test';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../src/kernel/durations.ts';
import { MAIN_SITE, openStudio } from '../helpers/api.ts';
import { addBooking, addClient, addSession } from '../helpers/bookings.ts';
import { openCardStudio } from '../helpers/cards.ts';
import { typesOf } from '../helpers/daily.ts';
import { openMailStudio } from '../helpers/mails.ts';
import { createPlan } from '../helpers/sales.ts';

type Studio = Awaited<ReturnType<typeof openStudio>>;

const schedulerOf = async (studio: Studio): Promise<unknown> => (await studio.get('/v2/health')).body.checks.scheduler;

/** What each job has reported so far, without what differs in each run. */
const messagesOf = ({ reportedErrors }: Studio): string[] => [
  ...new Set(reportedErrors.map((error) => (error as Error).message)),
];

/** Lets each change of a record throw. */
const damage = ({ db }: Studio, table: string, id: string): void =>
  void db.run(`create trigger damaged before update on "${table}" when old.id = '${id}'
    begin select raise(abort, 'this record is damaged'); end`);
const mend = ({ db }: Studio): void => void db.run('drop trigger damaged');

test('a session that cannot be completed holds up no other: it is reported, told by the health, and completed once it can be', async () => {
  const studio = await openStudio({ expectsError: () => true });
  const [damaged = '', ...others] = [
    await addSession(studio, { startsIn: HOUR_MS }),
    await addSession(studio, { startsIn: HOUR_MS }),
    await addSession(studio, { startsIn: 3 * HOUR_MS }),
  ];
  for (const id of [damaged, ...others]) await addBooking(studio, await addClient(studio), id);
  damage(studio, 'sessions', damaged);
  studio.events();
  await studio.time.moveTo(studio.time.now() + 6 * HOUR_MS);
  const completed = studio.eventsInFull();
  expect(completed.map(({ type, data }) => [type, data.sessionId])).toEqual(
    others.map((id) => ['session.completed', id]),
  );
  expect(await schedulerOf(studio)).toBe('degraded');
  expect(messagesOf(studio)).toHaveLength(1);
  mend(studio);
  await studio.time.moveTo(studio.time.now() + MINUTE_MS);
  expect(studio.eventsInFull().map(({ type, data }) => [type, data.sessionId])).toEqual([
    ['session.completed', damaged],
  ]);
  expect(await schedulerOf(studio)).toBe('ok');
});

test('a booking that cannot become a no-show stays due, with its session, while the others become one', async () => {
  const studio = await openStudio({ expectsError: () => true });
  await studio.patch('/v2/settings', { booking: { autoNoShowMinutesAfterEnd: 30 } });
  const sessionId = await addSession(studio, { startsIn: HOUR_MS, capacity: null });
  const bookings: string[] = [];
  for (let count = 0; count < 3; count += 1)
    bookings.push(await addBooking(studio, await addClient(studio), sessionId));
  const [first, damaged = '', last] = bookings;
  damage(studio, 'bookings', damaged);
  studio.events();
  await studio.time.moveTo(studio.time.now() + 4 * HOUR_MS);
  const events = studio.eventsInFull();
  expect(events.map(({ type, data }) => [type, data.bookingId])).toEqual([
    ['session.completed', undefined],
    ['booking.noshow', first],
    ['booking.noshow', last],
  ]);
  expect(messagesOf(studio)).toEqual(['this record is damaged']);
  mend(studio);
  await studio.time.moveTo(studio.time.now() + MINUTE_MS);
  expect(studio.eventsInFull().map(({ type, data }) => [type, data.bookingId])).toEqual([['booking.noshow', damaged]]);
  expect(studio.db.query('select noShowsDueAt from sessions').values()).toEqual([[null]]);
});

test('a package that cannot be renewed holds up no other', async () => {
  const studio = await openCardStudio({ expectsError: () => true });
  const ann = await studio.member();
  const { id: paymentMethodId } = await studio.save(ann);
  const planId = await createPlan(studio, { name: 'Monthly', validityDays: 3, autoRenews: true });
  const sale = { clientId: ann.clientId, planId, paymentMethod: 'card', paymentMethodId };
  const sold: string[] = [];
  for (let count = 0; count < 3; count += 1) sold.push((await studio.given(studio.post('/manage/packages', sale))).id);
  const [damaged = ''] = sold;
  studio.db.run(`update packages set eligibleSiteIds = '[' where id = ?`, [damaged]);
  await studio.time.skipTo(studio.time.now() + 4 * DAY_MS);
  const renewed = studio.eventsInFull();
  expect(typesOf(renewed)).toEqual({
    'payment.created': 2,
    'payment.completed': 2,
    'package.renewed': 2,
    'package.credits_changed': 4,
  });
  const ids = renewed.filter(({ type }) => type === 'package.renewed').map(({ data }) => String(data.packageId));
  expect(ids.sort()).toEqual(sold.slice(1).sort());
  expect(await schedulerOf(studio)).toBe('degraded');
});

test('an anniversary that cannot be raised holds up no other, and is raised once it can be', async () => {
  const studio = await openStudio({ expectsError: () => true, startAt: Date.parse('2027-05-03T23:58:00.000Z') });
  await studio.given(studio.patch(`/v2/sites/${MAIN_SITE}`, { timezone: 'UTC' }));
  const ids: string[] = [];
  for (let count = 0; count < 3; count += 1) ids.push(await addClient(studio));
  studio.db.run("update clients set joinedAt = '2025-05-04T12:00:00.000Z'");
  const [damaged = '', ...others] = ids.sort();
  studio.db.run(`create trigger damaged before insert on milestonesRaised when new.clientId = '${damaged}'
    begin select raise(abort, 'this record is damaged'); end`);
  studio.events();
  const reached = () => studio.eventsInFull().map(({ type, data }) => [type, data.clientId]);
  await studio.time.skipTo(studio.time.now() + 2 * DAY_MS);
  expect(reached()).toEqual(others.map((id) => ['milestone.reached', id]));
  expect(await schedulerOf(studio)).toBe('degraded');
  expect(messagesOf(studio)).toEqual(['this record is damaged']);
  mend(studio);
  await studio.time.skipTo(studio.time.now() + DAY_MS);
  expect(reached()).toEqual([['milestone.reached', damaged]]);
  expect(await schedulerOf(studio)).toBe('ok');
});

test('a daily summary that cannot be made holds up no other, and is made once it can be', async () => {
  // 5:30 in the morning in New York, half an hour before they are made.
  const startAt = Date.parse('2026-03-02T10:30:00Z');
  const { studio } = await openMailStudio(undefined, { startAt, expectsError: () => true });
  await studio.given(studio.patch('/v2/settings', { notification: { dailySummary: true } }));
  const people: string[] = [];
  for (const name of ['Ann', 'Bea', 'Cleo']) {
    const person = { firstName: name, lastName: 'Lee', email: `${name}@example.com`, role: 'manager' };
    people.push((await studio.given(studio.post('/v2/staff', person))).id);
  }
  const [damaged = ''] = people;
  studio.db.run(`update staff set siteIds = '[' where id = ?`, [damaged]);
  const reported = () =>
    studio.db.query("select staffId from messages where kind = 'daily_summary' order by staffId").values().flat();
  await studio.time.moveTo(studio.time.now() + HOUR_MS);
  expect(reported()).toEqual(people.slice(1).sort());
  expect(await schedulerOf(studio)).toBe('degraded');
  studio.db.run('update staff set siteIds = null where id = ?', [damaged]);
  await studio.time.moveTo(studio.time.now() + HOUR_MS);
  expect(reported()).toEqual([...people].sort());
  expect(await schedulerOf(studio)).toBe('ok');
});
