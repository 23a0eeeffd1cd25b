import { describe, expect, test } from 'bun:test';
import { DAY_MS } from '../../../src/kernel/durations.ts';
import { AWARDS, MEMBER } from '../../../src/resources/demo-ids.ts';
import { type Studio, TEST_START } from '../../helpers/api.ts';
import { openWithDemoData } from '../../helpers/demo-data.ts';
import { wrongCounts } from '../../properties/engagement/recounts.ts';
import { PROPERTIES } from '../../properties/invariants.ts';
import { stateOf } from '../../properties/state.ts';
import { recordsOf } from '../../resources/reports/random-studio.ts';
import { compare } from '../../resources/reports/recount.ts';

/** The ids of what the history has written, in SQL. */
const OF_HISTORY = `id like '00ff%'`;

const one = <Row>(studio: Studio, sql: string, ...values: string[]): Row =>
  studio.db.query<Row, string[]>(sql).get(...values) as Row;
const all = <Row>(studio: Studio, sql: string, ...values: string[]): Row[] =>
  studio.db.query<Row, string[]>(sql).all(...values);

describe('the weeks before the opening of the demo studio', () => {
  test('have every counter, credit, fact, streak, award and rank as a recount has it', async () => {
    const { studio } = await openWithDemoData();
    const state = stateOf({ studio, clients: [], schedules: [], plans: [] });
    expect(PROPERTIES.flatMap((property) => property(state))).toEqual([]);
    expect(await wrongCounts({ studio })).toEqual([]);
    // Each award is as old as the visit that earned it.
    const earned = (place: number) => `select clientId, at as earnedAt from (select clientId, at,
      row_number() over (partition by clientId order by at) as place from facts where kind = 'visit') where place = ${place}
      and clientId in (select clientId from bookings where id like '00ff%') order by clientId`;
    const granted = (awardId: string) =>
      all(
        studio,
        "select clientId, earnedAt from awardGrants where awardId = ? and id like '00ff%' order by 1",
        awardId,
      );
    expect(granted(AWARDS.firstSteps)).toEqual(all(studio, earned(1)));
    expect(granted(AWARDS.tenClasses)).toEqual(all(studio, earned(10)));
    const [later] = all<{ id: string }>(studio, `select id from awards where name = 'Twenty-five classes'`);
    const early = granted(String(later?.id));
    expect(all(studio, earned(25))).toEqual(expect.arrayContaining(early));
    expect(early).toContainEqual(expect.objectContaining({ clientId: MEMBER }));
    expect(studio.db.query('pragma foreign_key_check').all()).toEqual([]);
    expect(studio.db.query('pragma integrity_check').all()).toEqual([{ integrity_check: 'ok' }]);
    await studio.app.stop();
  });

  test('have credits, payments and packages that agree with their bookings and plans', async () => {
    const { studio } = await openWithDemoData();
    const wrong = all(
      studio,
      `select p.id from packages p where ${OF_HISTORY.replace('id', 'p.id')} and (
        p.creditsUsed <> (select coalesce(sum(credits), 0) from packageUses where packageId = p.id)
        or (p.creditsTotal is not null and p.creditsUsed + p.creditsRemaining <> p.creditsTotal)
        or (p.creditsTotal is not null and p.creditsRemaining <> (select balance from creditLedger where packageId = p.id
          order by id desc limit 1))
        or (select count(*) from packageUses where packageId = p.id) <> (select count(*) from bookings where packageId = p.id)
        or p.paymentId <> (select id from payments where packageId = p.id order by id desc limit 1)
        or p.price <> (select price from plans where id = p.planId)
        or exists (select 1 from payments where packageId = p.id and (amount <> p.price or clientId <> p.clientId or planId <> p.planId
          or lineItems ->> '$[0].amount' <> amount or lineItems ->> '$[0].referenceId' <> p.id))
        or (p.expiresAt < ?1) <> (p.status = 'expired') or p.startsAt <> p.activatedAt)`,
      new Date(TEST_START).toISOString(),
    );
    expect(wrong).toEqual([]);
    // What is given back is noted in the payment.
    expect(
      all(
        studio,
        `select p.amountRefunded - r.amount as rest, p.status, r.status as refund from refunds r
      join payments p on p.id = r.paymentId`,
      ),
    ).toEqual([{ rest: 0, status: 'partially_refunded', refund: 'succeeded' }]);
    // A series without gaps, in the order of time.
    const numbers = all<{ invoiceNumber: string }>(
      studio,
      'select invoiceNumber from payments where invoiceNumber is not null order by paidAt, invoiceNumber',
    ).map(({ invoiceNumber }) => invoiceNumber);
    for (const year of ['2025', '2026']) {
      const ofYear = numbers.filter((number) => number.startsWith(year));
      expect(ofYear).toEqual(ofYear.map((_, index) => `${year}-${String(index + 1).padStart(6, '0')}`));
    }
    await studio.app.stop();
  });

  test('have nothing that a job would still have to do, or that anybody would be told of', async () => {
    const { studio } = await openWithDemoData();
    const now = new Date(TEST_START).toISOString();
    const due = `select
      (select count(*) from sessions where ${OF_HISTORY} and (completedAt is null or endTime > ?1 or confirmedCount > 0)) as sessions,
      (select count(*) from bookings where ${OF_HISTORY} and startTime <= ?1 and (status in ('confirmed', 'waitlisted') or penalty is not null)) as bookings,
      (select count(*) from packages where ${OF_HISTORY} and status <> 'expired' and expiresAt <= ?1) as packages,
      (select count(*) from packages where ${OF_HISTORY} and autoRenews = 1) as renewals,
      (select count(*) from events) as events`;
    const after = one<Record<string, number>>(studio, due, now);
    expect(after).toMatchObject({ sessions: 0, bookings: 0, packages: 0, renewals: 0 });
    await studio.app.stop();
  });

  test('have each booking in a class that had room for it, with what is paid for it while it is good', async () => {
    const { studio } = await openWithDemoData();
    const wrong = `select b.id from bookings b join sessions s on s.id = b.sessionId join packages p on p.id = b.packageId
      where b.id like '00ff%' and (b.startTime <> s.startTime or b.siteId <> s.siteId or b.clientId <> p.clientId
        or p.expiresAt < s.startTime or p.startsAt > b.bookedAt or b.bookedAt >= s.startTime
        or s.attendedCount + s.noShowCount > s.capacity)`;
    expect(all(studio, wrong)).toEqual([]);
    const twice = `select clientId, startTime from bookings where id like '00ff%' group by 1, 2 having count(*) > 1`;
    expect(all(studio, twice)).toEqual([]);
    await studio.app.stop();
  });

  test('show in the reports what a recount of the records shows, at first sight too', async () => {
    const { studio, owner } = await openWithDemoData();
    const { sites } = (await studio.get('/manage/me', owner)).body;
    const rates = Object.fromEntries(
      all<{ id: string; payRate: string }>(studio, 'select id, payRate from staff where payRate is not null').map(
        ({ id, payRate }) => [id, JSON.parse(payRate)],
      ),
    );
    // The month that is closed is among what is compared, so that it has every class that a recount finds.
    expect(all(studio, 'select month from payMonths')).toEqual([{ month: '2026-02' }]);
    const happened = { studio, sites, records: await recordsOf(studio, owner), rates };
    const dateOf = (daysAgo: number): string => new Date(TEST_START - daysAgo * DAY_MS).toISOString().slice(0, 10);
    for (const [from, to] of [
      [92, 1],
      [28, 1],
      [8, 2],
    ] as const) {
      await compare(happened, { from: dateOf(from), to: dateOf(to), siteId: undefined }, owner);
    }
    const range = `from=${dateOf(28)}&to=${dateOf(1)}&compare=previous`;
    const report = async (name: string) => (await studio.get(`/manage/reports/${name}?${range}`, owner)).body;
    const attendance = await report('attendance');
    expect(attendance.figuresBefore.visits).toBeGreaterThan(100);
    expect(attendance.figures.visits).toBeGreaterThan(attendance.figuresBefore.visits);
    const [revenue, members, late] = [await report('revenue'), await report('members'), await report('late-cancels')];
    expect(revenue.figures[0].before.net).toBeGreaterThan(0);
    expect(revenue.plans.length).toBeGreaterThanOrEqual(4);
    for (const kind of ['active', 'new', 'returning']) expect([kind, members.figures[kind] > 0]).toEqual([kind, true]);
    expect(late.figures.noShows * late.figures.lateCancels).toBeGreaterThan(0);
    const quarter = (await studio.get(`/manage/reports/members?from=${dateOf(91)}&to=${dateOf(1)}`, owner)).body;
    expect(quarter.figures.lapsed).toBeGreaterThan(0);
    await studio.app.stop();
  });

  test('give the member a streak of weeks and classes that were taken before', async () => {
    const { studio } = await openWithDemoData();
    const member = { 'x-client-id': MEMBER };
    const streaks = (await studio.get('/v2/member/streaks', member)).body.data;
    const weekly = streaks.find(({ type }: { type: string }) => type === 'weekly_attendance');
    expect(weekly.longestLength).toBeGreaterThanOrEqual(8);
    expect(weekly.length).toBeGreaterThanOrEqual(4);
    const visited = `select count(distinct sessionId) as n from bookings where clientId = ? and status = 'attended'`;
    expect(one<{ n: number }>(studio, visited, MEMBER).n).toBeGreaterThan(20);
    await studio.app.stop();
  });
});
