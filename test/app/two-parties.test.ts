import { expect, test } from 'bun:test';
import { HOUR_MS } from '../../src/kernel/durations.ts';
import { turn } from '../../src/kernel/slices.ts';
import { type ApiResponse, forEachTest, MAIN_SITE, openStudio, type Studio } from '../helpers/api.ts';
import { addBooking, addClient, addSession } from '../helpers/bookings.ts';
import { copyBookings, copyWaits } from '../helpers/copy-bookings.ts';
import { slowDown } from '../helpers/stopwatch.ts';
import { joinWaitlist } from '../helpers/waitlist.ts';
import { openYoga } from '../helpers/yoga.ts';

const studio = forEachTest(openStudio);

/** A change that takes several transactions, and what somebody else asks for meanwhile about the same record. */
interface Meeting {
  readonly studio: Studio;
  begin(): Promise<ApiResponse>;
  meet(round: number): Promise<ApiResponse>;
}

const ROUNDS = 12;

/** Meets a change in each of the turns that follow its beginning. Returns the statuses, and how often the loop has turned. */
const meetings = async ({ studio: { db }, begin, meet }: Meeting) => {
  slowDown();
  const unfinished = () => (db.query('select count(*) as n from unfinishedChanges').get() as { n: number }).n;
  const first = begin();
  const others: Promise<ApiResponse>[] = [];
  let mostUnfinished = 0;
  let turns = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    await turn();
    turns += 1;
    mostUnfinished = Math.max(mostUnfinished, unfinished());
    others.push(meet(round));
  }
  const statuses = (await Promise.all([first, ...others])).map(({ status }) => status);
  // Some go on after the response.
  for (let waited = 0; waited < 1_000 && unfinished() > 0; waited += 1) await turn();
  const left = unfinished();
  return { first: statuses[0], faults: statuses.filter((status) => status >= 500), mostUnfinished, left, turns };
};

/** A class with so many bookings, or with one seat and so many who wait. */
const crowd = async (count: number, waits = false): Promise<string> => {
  const sessionId = await addSession(studio, { startsIn: 48 * HOUR_MS, capacity: waits ? 1 : null });
  const booking = await addBooking(studio, await addClient(studio), sessionId);
  if (!waits) copyBookings(studio.db, booking, count);
  else copyWaits(studio.db, await joinWaitlist(studio, await addClient(studio), sessionId), count);
  return sessionId;
};

const KINDS: Readonly<Record<string, () => Promise<Meeting>>> = {
  async 'the recount of a leaderboard'() {
    for (let number = 0; number < 30; number += 1) await addClient(studio);
    const body = { name: 'Visits', rankBy: 'attendance', periodType: 'all_time', scope: 'brand' };
    const idNow = () => studio.db.query<{ id: string }, []>('select id from leaderboards').get()?.id ?? MAIN_SITE;
    return {
      studio,
      begin: () => studio.post('/manage/leaderboards', body),
      meet: (round) => studio.patch(`/manage/leaderboards/${idNow()}`, { name: `Visits ${round}` }),
    };
  },
  async 'the cancellation of a class'() {
    const id = await crowd(250);
    return {
      studio,
      begin: () => studio.post(`/manage/sessions/${id}/cancel`, {}),
      meet: () => studio.post(`/manage/sessions/${id}/cancel`, {}),
    };
  },
  async 'the waiting list of a class'() {
    const id = await crowd(60, true);
    return {
      studio,
      begin: () => studio.patch(`/manage/sessions/${id}`, { capacity: 50 }),
      meet: (round) => studio.patch(`/manage/sessions/${id}`, { capacity: 51 + round }),
    };
  },
  async 'the move of a class'() {
    const id = await crowd(250);
    const at = (hours: number) => ({ startTime: new Date(studio.time.now() + hours * HOUR_MS).toISOString() });
    return {
      studio,
      begin: () => studio.patch(`/manage/sessions/${id}`, at(50)),
      meet: (round) => studio.patch(`/manage/sessions/${id}`, at(51 + round)),
    };
  },
  async 'the archiving of a client'() {
    const id = await addClient(studio);
    for (let day = 1; day <= 30; day += 1) {
      await addBooking(studio, id, await addSession(studio, { startsIn: day * 24 * HOUR_MS }));
    }
    return {
      studio,
      begin: () => studio.delete(`/v2/clients/${id}`),
      meet: (round) =>
        round % 2 === 0 ? studio.delete(`/v2/clients/${id}`) : studio.post(`/manage/clients/${id}/erase`, {}),
    };
  },
  async 'the change of a schedule'() {
    const yoga = await openYoga();
    return {
      studio: yoga.studio,
      begin: () => yoga.patch({ horizonDays: 180, capacity: 8 }),
      meet: (round) =>
        round < ROUNDS - 1 ? yoga.patch({ capacity: 9 + round }) : yoga.studio.delete(`/v2/schedules/${yoga.id}`),
    };
  },
  async 'the zone of a site'() {
    for (let day = 1; day <= 40; day += 1) await addSession(studio, { startsIn: day * 24 * HOUR_MS });
    const zones = ['Europe/Berlin', 'Asia/Tokyo', 'America/Denver'];
    const move = (round: number) => studio.patch(`/v2/sites/${MAIN_SITE}`, { timezone: zones[round % zones.length] });
    return { studio, begin: () => move(0), meet: (round) => move(round + 1) };
  },
  async 'the deletion of a webhook'() {
    const endpoint = { name: 'Mirror', url: 'https://example.com/hook', eventTypes: ['*'] };
    const { id } = await studio.given(studio.post('/v2/webhooks', endpoint));
    studio.db.run(
      `with recursive n (i) as (select 1 union all select i + 1 from n where i < 1300)
       insert into events (id, type, siteId, createdAt, body)
       select printf('evt_01950000-0000-7000-8000-%012d', i), 'client.created', '', '2026-03-01T00:00:00.000Z', '{}' from n`,
    );
    studio.db.run(
      `insert into queueJobs (queue, key, lane, attempt, dueAt)
       select 'webhooks', id, '${id}', 1, '2027-01-01T00:00:00.000Z' from events where siteId = ''`,
    );
    return {
      studio,
      begin: () => studio.delete(`/v2/webhooks/${id}`),
      meet: (round) =>
        round % 2 === 0
          ? studio.delete(`/v2/webhooks/${id}`)
          : studio.patch(`/v2/webhooks/${id}`, { name: `${round}` }),
    };
  },
};

test.each(Object.keys(KINDS))('%s and somebody who asks for the same record end, and the loop turns', async (kind) => {
  const meeting = await KINDS[kind]?.();
  if (meeting === undefined) throw new Error(kind);
  const { first, faults, mostUnfinished, left, turns } = await meetings(meeting);
  expect({ kind, first, faults, left, turns }).toEqual({
    kind,
    first: kind === 'the recount of a leaderboard' ? 201 : 200,
    faults: [],
    left: 0,
    turns: ROUNDS,
  });
  // Otherwise nobody has met it.
  expect([kind, mostUnfinished > 0]).toEqual([kind, true]);
});
