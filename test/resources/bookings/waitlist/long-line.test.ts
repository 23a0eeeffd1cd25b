// A free seat for which nobody, or only one, in a long line is eligible.

import { beforeEach, expect, test } from 'bun:test';
import { MINUTE_MS } from '../../../../src/kernel/durations.ts';
import { forEachTest } from '../../../helpers/api.ts';
import { addBooking, addClient, addSession } from '../../../helpers/bookings.ts';
import { copyWaits } from '../../../helpers/copy-bookings.ts';
import { type Member, openStudioForMembers, setBooking } from '../../../helpers/members.ts';
import { until } from '../../../helpers/process.ts';
import { sellPackage } from '../../../helpers/sales.ts';
import { countExecutions, fewestOf } from '../../../helpers/statements.ts';
import { isLeft } from '../../../helpers/unfinished.ts';
import { joinWaitlist } from '../../../helpers/waitlist.ts';

let member: Member;
let executions: { readonly executed: number };
const studio = forEachTest(openStudioForMembers);
beforeEach(async () => {
  executions = countExecutions(studio.db);
  member = await studio.signIn(await addClient(studio));
  await setBooking(studio, { memberRequiresCredit: false });
});

const WAITING = "status = 'waitlisted'";
const THEIRS = `clientId in (select clientId from bookings where ${WAITING})`;

/** Copies a row for each who waits. */
const copyForEach = (table: string, id: string, made: Record<string, string>): void => {
  const names = Object.keys(studio.db.query(`select * from ${table}`).get() as object);
  studio.db
    .query(
      `insert or ignore into ${table} (${names.join()}) select ${names.map((name) => made[name] ?? `given.${name}`).join()}
       from (select clientId as waiting from bookings where ${WAITING}), ${table} as given where given.id = ?`,
    )
    .run(id);
};

/** What keeps each of those who wait from a seat. */
const causes: Record<string, () => Promise<void>> = {
  suspended: async () => {
    studio.db.run(
      `update clients set status = 'suspended' where id in (select clientId from bookings where ${WAITING})`,
    );
  },
  'without a package': async () => {
    studio.db.run(`update bookings set requiresCredit = 1 where ${WAITING}`);
  },
  'with an overlapping booking': async () => {
    const id = await addBooking(studio, await addClient(studio), await addSession(studio, { capacity: 1000 }));
    copyForEach('bookings', id, { id: "'b' || waiting", clientId: 'waiting' });
  },
};
for (const [why, change] of Object.entries({
  'with a package of another category': `eligibleCategories = '["Boxing"]'`,
  'with a package of another site': `eligibleSiteIds = '["01950000-0000-7000-8000-00000000ffff"]'`,
  'with a package without credits': 'creditsRemaining = 0',
  'with a package that starts later': "startsAt = '2027-01-01T00:00:00.000Z'",
  'with a package on hold': 'onHold = 1',
})) {
  causes[why] = async () => {
    const { id } = await sellPackage(studio, await addClient(studio), { creditsTotal: 5 });
    studio.db.run(`update bookings set requiresCredit = 1 where ${WAITING}`);
    copyForEach('packages', id, { id: "'p' || waiting", clientId: 'waiting' });
    studio.db.run(`update packages set ${change} where ${THEIRS}`);
  };
}

/** A session with a free seat, for which none of `count` who wait is eligible. */
const openSession = async (count: number, cause: () => Promise<void>) => {
  const sessionId = await addSession(studio, { capacity: 1 });
  await addBooking(studio, await addClient(studio), sessionId);
  const first = await joinWaitlist(studio, await addClient(studio), sessionId);
  if (count > 1) copyWaits(studio.db, first, count - 1);
  await cause();
  expect((await studio.patch(`/manage/sessions/${sessionId}`, { capacity: 2 })).status).toBe(200);
  await until(() => !isLeft(studio, 'waitlist'));
  const eligibility = async () => {
    const { body } = await member.get('/schedule');
    return body.data.find(({ id }: { id: string }) => id === sessionId).eligibility;
  };
  return { sessionId, first, eligibility };
};

const statementsOf = (work: () => Promise<unknown>): Promise<number> =>
  fewestOf(async () => {
    const before = executions.executed;
    await work();
    return executions.executed - before;
  });

/** How many in line a booking looks at. */
const FIRST_IN_LINE = 20;

for (const [why, cause] of Object.entries(causes)) {
  test(`${why}: statements for ${FIRST_IN_LINE} of 200, and a newcomer may have the seat`, async () => {
    const one = await openSession(1, cause);
    expect(await one.eligibility()).toMatchObject({ canBook: true, action: 'book' });
    const forOne = await statementsOf(one.eligibility);
    const { sessionId, first, eligibility } = await openSession(200, cause);
    await one.eligibility();
    expect(await eligibility()).toMatchObject({ canBook: true, action: 'book' });
    // Both sessions are in the list now.
    expect(await statementsOf(eligibility)).toBeLessThan(forOne + 5 * FIRST_IN_LINE + 10);
    studio.events();
    expect((await member.post('/bookings', { sessionId })).body.status).toBe('confirmed');
    // It becomes full once the line has been looked at.
    await until(() => !isLeft(studio, 'waitlist'));
    expect(studio.events()).toEqual(['booking.created', 'session.full']);
    expect((await studio.get(`/v2/bookings/${first}`)).body.status).toBe('waitlisted');
  });
}

/** A session with a free seat and 120 suspended clients who wait, of whom one may have it again. */
const openWithEligible = async (place: number) => {
  const open = await openSession(120, causes.suspended ?? (async () => {}));
  const eligible = studio.db
    .query<{ id: string; clientId: string }, [number]>(
      `select id, clientId from bookings where ${WAITING} order by joinedAt, id limit 1 offset ?`,
    )
    .get(place - 1);
  expect((await studio.patch(`/v2/clients/${eligible?.clientId}`, { status: 'active' })).status).toBe(200);
  studio.events();
  return {
    ...open,
    status: async () => (await studio.get(`/v2/bookings/${eligible?.id}`)).body.status,
    book: async () => studio.post('/v2/bookings', { clientId: await addClient(studio), sessionId: open.sessionId }),
    afterMinute: async () => {
      await studio.time.moveTo(studio.time.now() + MINUTE_MS);
      await until(() => !isLeft(studio, 'waitlist'));
    },
  };
};

test('409 an eligible client among the first in line keeps the seat from a newcomer, and gets it', async () => {
  const { eligibility, book, afterMinute, status } = await openWithEligible(FIRST_IN_LINE);
  expect(await eligibility()).toMatchObject({ canBook: false, action: 'join_waitlist', reason: 'full' });
  expect((await book()).body.error.code).toBe('session_full');
  await afterMinute();
  expect(await status()).toBe('confirmed');
  expect(studio.events()).toEqual(['booking.waitlist_promoted', 'session.full']);
});

test('an eligible client at the end of a long line gets the seat within a minute', async () => {
  const { afterMinute, status } = await openWithEligible(120);
  await afterMinute();
  expect(await status()).toBe('confirmed');
  expect(studio.events()).toEqual(['booking.waitlist_promoted', 'session.full']);
});

test('201 a newcomer takes the seat before that: the client at the end of the line gets the next one', async () => {
  const { book, afterMinute, status } = await openWithEligible(120);
  const { body } = await book();
  expect(body.status).toBe('confirmed');
  await afterMinute();
  expect(await status()).toBe('waitlisted');
  await studio.post(`/v2/bookings/${body.id}/cancel`);
  await until(() => !isLeft(studio, 'waitlist'));
  expect(await status()).toBe('confirmed');
});
