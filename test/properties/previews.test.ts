// A dry run and the act that follows it say the same, whatever state the studio is in, and the dry run changes nothing.

import { describe, expect, test } from 'bun:test';
import { DAY_MS } from '../../src/kernel/durations.ts';
import { MAIN_SITE } from '../helpers/api.ts';
import { type Choices, choicesOf } from '../helpers/seeded.ts';
import { forEachSeed } from '../helpers/seeds.ts';
import { contentsOf } from '../helpers/unchanged.ts';
import { ACTIONS } from './actions.ts';
import { CALENDAR, changeOf } from './calendar.ts';
import { openWorld, type World } from './world.ts';

const ACTIONS_IN_RUN = 160;
const MODES = ['automatic', 'confirmation_window', 'manual'];
const ALL = [...ACTIONS, ...CALENDAR];

// biome-ignore lint/suspicious/noExplicitAny: responses of many kinds
type Any = any;
type Event = { readonly type: string; readonly data: Any };

/** A request that has a dry run, and what the act has to show of what it predicted. */
interface Act {
  readonly method: 'POST' | 'PATCH';
  readonly path: string;
  readonly body: object;
  /** What the preview says, and what the act has done, in the same words. */
  compare(preview: Any, response: Any, events: readonly Event[], world: World): readonly (readonly [Any, Any])[];
}

const idsOf = ({ studio }: World, sql: string): string[] =>
  (studio.db.query(sql).all() as { id: string }[]).map(({ id }) => id);

const sum = (numbers: readonly number[]): number => numbers.reduce((total, each) => total + each, 0);
const ofType = (events: readonly Event[], type: string) => events.filter((event) => event.type === type);

/** Events that notify people whom they do not name are compared apart. */
const INDIRECT = ['session.spot_available', 'session.updated'];

/** Who is notified of what, by the events that name a client. */
const notifiedBy = (events: readonly Event[]): string[] => {
  const notified = events.flatMap(({ type, data }) =>
    data?.clientId === undefined ? [] : [`${data.clientId} ${type}`],
  );
  return [...new Set(notified)].sort();
};
const predicted = ({ notified }: Any): string[] =>
  notified
    .flatMap(({ clientId, events }: Any) => events.map((type: string) => `${clientId} ${type}`))
    .filter((each: string) => !INDIRECT.includes(each.split(' ')[1] ?? ''))
    .sort();

const refundsOf = ({ studio }: World): number =>
  (studio.db.query('select coalesce(sum(amount), 0) as n from refunds').get() as { n: number }).n;

const bookingAct = (world: World, choose: Choices): Act | undefined => {
  const verb = choose.of(['cancel', 'noshow']) ?? '';
  const id = choose.of(idsOf(world, 'select id from bookings order by id desc limit 14'));
  if (id === undefined) return undefined;
  const body = {
    ...(verb === 'cancel' && choose.once(4) ? { isLateCancel: choose.once(2) } : {}),
    ...(choose.once(4) ? { waivePenalty: true } : {}),
  };
  const refunded = refundsOf(world);
  return {
    method: 'POST',
    path: `/v2/bookings/${id}/${verb}`,
    body,
    compare(preview, booking, events, { studio }) {
      const given = events.find(
        ({ type, data }) =>
          ['booking.waitlist_promoted', 'booking.waitlist_offered'].includes(type) &&
          data.sessionId === booking.sessionId,
      );
      const left = studio.db
        .query('select creditsRemaining as n from packages where id = ?')
        .get(booking.packageId) as Any;
      const { chargedAt: _, ...fee } = preview.fee ?? {};
      return [
        [preview.credit.outcome, booking.creditOutcome],
        [preview.credit.creditsRemaining, left?.n ?? null],
        [preview.fee && fee, booking.penalty],
        [preview.seat.goesTo?.clientId, given?.data.clientId],
        [preview.seat.offerExpiresAt ?? undefined, given?.data.offerExpiresAt],
        [preview.refund?.amount ?? 0, refundsOf(world) - refunded],
        [preview.isLate ?? false, booking.isLateCancel],
      ];
    },
  };
};

const effects = (world: World) => {
  const refunded = refundsOf(world);
  return (preview: Any, events: readonly Event[]): readonly (readonly [Any, Any])[] => [
    [preview.bookingsCancelled, ofType(events, 'booking.cancelled').length],
    [
      preview.creditsReturned,
      sum(
        ofType(events, 'package.credits_changed')
          .filter(({ data }) => data.reason === 'CANCEL_RESTORE')
          .map(({ data }) => data.delta),
      ),
    ],
    [sum(preview.refunds.map(({ amount }: Any) => amount)), refundsOf(world) - refunded],
  ];
};

const refundAct = (world: World, choose: Choices): Act | undefined => {
  const id = choose.of(idsOf(world, 'select id from payments order by id desc limit 6'));
  if (id === undefined) return undefined;
  const body = {
    ...(choose.once(2) ? { amount: 1 + choose.below(12_000) } : {}),
    ...(choose.once(2) ? { cancelPackage: true } : {}),
  };
  const compared = effects(world);
  return {
    method: 'POST',
    path: `/v2/payments/${id}/refund`,
    body,
    compare(preview, payment, events, { studio }) {
      const row = studio.db.query('select * from packages where id = ?').get(payment.packageId) as Any;
      return [
        [preview.paymentStatus, payment.status],
        [preview.amountRefundable, payment.amountRefundable],
        [preview.package?.creditsRemaining ?? null, row?.creditsRemaining ?? null],
        [preview.package?.isCancelled ?? false, row?.status === 'cancelled'],
        ...compared(preview, events),
      ];
    },
  };
};

const packageAct = (world: World, choose: Choices): Act | undefined => {
  const id = choose.of(idsOf(world, 'select id from packages order by id desc limit 8'));
  if (id === undefined) return undefined;
  const { studio } = world;
  const before = studio.db.query('select creditsRemaining as n from packages where id = ?').get(id) as Any;
  const compared = effects(world);
  return {
    method: 'POST',
    path: `/v2/packages/${id}/cancel`,
    body: {},
    compare: (preview, _, events) => [[preview.creditsVoided, before.n ?? 0], ...compared(preview, events)],
  };
};

const sessionAct = (world: World, choose: Choices): Act | undefined => {
  const id = choose.of(idsOf(world, 'select id from sessions order by startTime desc limit 8'));
  const compared = effects(world);
  return {
    method: 'POST',
    path: `/manage/sessions/${id}/cancel`,
    body: {},
    compare: (preview, _, events) => compared(preview, events),
  };
};

const sessionCounts = (preview: Any, events: readonly Event[]): readonly (readonly [Any, Any])[] => [
  [preview.sessionsCreated, ofType(events, 'session.created').length],
  [preview.sessionsUpdated, ofType(events, 'session.updated').length],
  [preview.sessionsCancelled, ofType(events, 'session.cancelled').length],
  [
    preview.sessions.filter(({ change }: Any) => change === 'cancelled').length,
    ofType(events, 'session.cancelled').length,
  ],
  [preview.sessions.filter(({ change }: Any) => change === 'created').length, ofType(events, 'session.created').length],
];

const scheduleAct = (world: World, choose: Choices): Act => {
  const compared = effects(world);
  return {
    method: 'PATCH',
    path: `/v2/schedules/${choose.of(world.schedules)}`,
    body: changeOf(choose),
    compare: (preview, _, events) => [...sessionCounts(preview, events), ...compared(preview, events)],
  };
};

const siteAct = (world: World, choose: Choices): Act => {
  const day = (ahead: number) => new Date(world.studio.time.now() + ahead * DAY_MS).toISOString().slice(0, 10);
  const from = choose.below(3);
  const closed = { startDate: day(from), endDate: day(from + choose.below(2)), name: 'Snow' };
  const compared = effects(world);
  return {
    method: 'PATCH',
    path: `/v2/sites/${MAIN_SITE}`,
    body: choose.once(4)
      ? { timezone: choose.of(['America/New_York', 'America/Los_Angeles', 'Europe/London']) }
      : { closures: choose.once(3) ? [] : [closed] },
    compare: (preview, _, events) => [...sessionCounts(preview, events), ...compared(preview, events)],
  };
};

const TRIED = [bookingAct, bookingAct, bookingAct, bookingAct, refundAct, packageAct, sessionAct, scheduleAct, siteAct];

/** Pays for a booking at the desk, so that there is something to give back. */
const payDropIn = async ({ studio }: World, choose: Choices): Promise<void> => {
  const rows = studio.db.query(`select id, clientId from bookings where packageId is null and status <> 'cancelled'`);
  const row = choose.of(rows.all() as { id: string; clientId: string }[]);
  if (row === undefined) return;
  const money = { amount: 1500, currency: 'USD', paymentMethod: 'cash', purpose: 'drop_in' };
  await studio.post('/manage/payments', { ...money, clientId: row.clientId, bookingId: row.id });
};

/** How many acts were predicted. */
let agreed = 0;

const tryAct = async (world: World, act: Act, seed: number, count: number): Promise<void> => {
  const { studio } = world;
  const before = contentsOf(studio.db);
  const dry = await studio.send(act.method, `${act.path}?dry_run=true`, act.body);
  const after = contentsOf(studio.db);
  studio.events();
  const { status, body } = await studio.send(act.method, act.path, act.body);
  const events = studio.eventsInFull();
  const notified =
    dry.status === 200 && 'notified' in dry.body ? [[predicted(dry.body), notifiedBy(events)] as const] : [];
  const pairs: readonly (readonly [Any, Any])[] =
    status === 200
      ? [[dry.status, 200], ...act.compare(dry.body, body, events, world), ...notified]
      : [
          [dry.status, status],
          [dry.body.error?.code, body.error?.code],
        ];
  const what = `act ${count} of seed ${seed}: ${act.path} ${JSON.stringify(act.body)} -> ${JSON.stringify(dry.body)}`;
  expect({ what, left: after }).toEqual({ what, left: before });
  expect({ what, said: pairs.map(([said]) => said) }).toEqual({ what, said: pairs.map(([, done]) => done) });
  if (status === 200) agreed += 1;
};

const run = async (seed: number): Promise<void> => {
  const choose = choicesOf(seed);
  const world = await openWorld(choose.of(MODES) ?? 'automatic');
  for (let count = 0; count < ACTIONS_IN_RUN; count += 1) {
    await choose.of(ALL)?.(world, choose);
    if (choose.once(3)) await payDropIn(world, choose);
    if (!choose.once(3)) continue;
    const act = choose.of(TRIED)?.(world, choose);
    if (act !== undefined) await tryAct(world, act, seed, count);
  }
  expect(world.studio.reportedErrors).toEqual([]);
  await world.studio.app.stop();
};

describe('whatever state a studio is in', () => {
  test('a dry run says what the act then does, and changes nothing', async () => {
    await forEachSeed({ runs: 40, budgetMs: 10_000 }, run);
    expect(agreed).toBeGreaterThan(5);
  }, 120_000);
});
