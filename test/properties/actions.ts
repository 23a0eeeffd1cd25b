import { DAY_MS, MINUTE_MS } from '../../src/kernel/durations.ts';
import { MAIN_SITE } from '../helpers/api.ts';
import type { Choices } from '../helpers/seeded.ts';
import type { World } from './world.ts';

/** An act as it was done: told when a property breaks. */
export interface Done {
  readonly name: string;
  readonly what: unknown;
  readonly status: number;
  /** The session where the desk may have gone past the capacity, or `*` when all of them may be fuller now. */
  readonly mayOverfill?: string | undefined;
  /** Somebody may have got a seat out of turn, by the desk's decision. */
  readonly isByDesk?: boolean;
  /** What a schedule's dry run foretold of the act. */
  readonly preview?: Readonly<Record<'sessionsCreated' | 'sessionsUpdated' | 'sessionsCancelled', number>>;
}

/** Something that happens in the studio; undefined when there is nothing to do it with. */
export type Act = (world: World, choose: Choices) => Promise<Done | undefined>;

const ids = ({ studio }: World, sql: string): string[] =>
  (studio.db.query(sql).all() as { id: string }[]).map(({ id }) => id);

const upcoming = (world: World): string[] =>
  ids(
    world,
    `select id from sessions where cancelledAt is null and startTime > '${new Date(world.studio.time.now()).toISOString()}'
     order by startTime, id limit 4`,
  );

const bookings = (world: World, condition = '1'): string[] =>
  ids(world, `select id from bookings where ${condition} order by id desc limit 12`);

const packages = (world: World, clientId?: string): string[] =>
  ids(
    world,
    `select id from packages where ${clientId === undefined ? '1' : `clientId = '${clientId}'`} order by id desc limit 8`,
  );

const maybe = (choose: Choices, times: number, fields: object): object => (choose.once(times) ? fields : {});

const post = async ({ studio }: World, name: string, path: string, body: object, more: Partial<Done> = {}) => {
  const { status, body: response } = await studio.post(path, body);
  const what = { path, body, response: response?.error?.code ?? response?.status };
  return { name, what, status, ...more };
};

const book: Act = async (world, choose) => {
  const [clientId, sessionId] = [choose.of(world.clients), choose.of(upcoming(world))];
  if (sessionId === undefined) return undefined;
  const overrideCapacity = choose.once(15);
  const body = {
    clientId,
    sessionId,
    joinWaitlist: !choose.once(5),
    ...maybe(choose, 8, { requireCredit: true }),
    ...maybe(choose, 5, { packageId: choose.of(packages(world, choose.once(4) ? undefined : clientId)) ?? null }),
    ...(overrideCapacity ? { overrideCapacity } : {}),
  };
  const mayOverfill = overrideCapacity ? sessionId : undefined;
  return post(world, 'book', '/v2/bookings', body, { mayOverfill, isByDesk: overrideCapacity });
};

const cancel: Act = async (world, choose) => {
  const id = choose.of(bookings(world, "status <> 'cancelled'"));
  if (id === undefined) return undefined;
  const body = {
    ...maybe(choose, 6, { isLateCancel: choose.once(2) }),
    ...maybe(choose, 6, { waivePenalty: true }),
  };
  return post(world, 'cancel', `/v2/bookings/${id}/cancel`, body);
};

const attend =
  (name: 'checkin' | 'noshow'): Act =>
  async (world, choose) => {
    const id = choose.of(bookings(world));
    if (id === undefined) return undefined;
    const row = world.studio.db.query('select sessionId, status, confirmedAt from bookings where id = ?').get(id) as {
      sessionId: string;
      status: string;
      confirmedAt: string | null;
    };
    // Who waited, or was a no-show while waiting, gets a seat by a check-in, past the capacity if it must be.
    const hadNoSeat = row.status === 'waitlisted' || (row.status === 'noshow' && row.confirmedAt === null);
    const mayOverfill = hadNoSeat ? row.sessionId : undefined;
    return post(world, name, `/v2/bookings/${id}/${name}`, {}, { mayOverfill, isByDesk: true });
  };

/** The desk takes back what it has just done. */
const undo: Act = async (world, choose) => {
  const id = choose.of(bookings(world, "status in ('attended', 'noshow')"));
  return id === undefined ? undefined : post(world, 'undo', `/manage/bookings/${id}/undo`, {}, { isByDesk: true });
};

/** A check-in at the desk, which finds its booking by itself or does without one. */
const comeIn: Act = async (world, choose) => {
  const [clientId, sessionId] = [choose.of(world.clients), choose.of(upcoming(world))];
  const body = { clientId, locationId: MAIN_SITE, ...(choose.once(3) ? {} : { sessionId }) };
  return post(world, 'come in', '/v2/checkins', body, { mayOverfill: sessionId, isByDesk: true });
};

const promote: Act = async (world, choose) => {
  const id = choose.of(bookings(world, "status = 'waitlisted'"));
  if (id === undefined) return undefined;
  return post(world, 'promote', `/manage/bookings/${id}/promote`, {}, { isByDesk: true });
};

const waive: Act = async (world, choose) => {
  const id = choose.of(bookings(world, 'penalty is not null'));
  return id === undefined ? undefined : post(world, 'waive', `/manage/bookings/${id}/waive-penalty`, {});
};

const sell: Act = (world, choose) => {
  const paymentMethod = choose.of(['cash', 'comp', 'external']);
  const body = { clientId: choose.of(world.clients), planId: choose.of(world.plans), paymentMethod };
  return post(world, 'sell', '/manage/packages', body);
};

const refund: Act = async (world, choose) => {
  const id = choose.of(ids(world, 'select id from payments order by id desc limit 6'));
  if (id === undefined) return undefined;
  const body = {
    ...maybe(choose, 2, { amount: 1 + choose.below(12_000) }),
    ...maybe(choose, 3, { cancelPackage: true }),
  };
  return post(world, 'refund', `/v2/payments/${id}/refund`, body);
};

const handle: Act = async (world, choose) => {
  const id = choose.of(packages(world));
  if (id === undefined) return undefined;
  const actions = [
    () => post(world, 'freeze', `/manage/packages/${id}/freeze`, {}),
    () => post(world, 'unfreeze', `/manage/packages/${id}/unfreeze`, {}),
    () => post(world, 'adjust', `/manage/packages/${id}/adjust`, { delta: choose.below(5) - 2 || 1, reason: 'count' }),
    () => post(world, 'cancel package', `/v2/packages/${id}/cancel`, {}),
  ];
  return choose.of(actions)?.();
};

const resize: Act = async ({ studio, schedules }, choose) => {
  const body = { capacity: choose.once(12) ? null : 1 + choose.below(3) };
  const { status } = await studio.patch(`/v2/schedules/${choose.of(schedules)}`, body);
  return { name: 'resize', what: body, status, mayOverfill: '*' };
};

const skipDay: Act = async ({ studio, schedules }, choose) => {
  const date = new Date(studio.time.now() + (1 + choose.below(3)) * DAY_MS).toISOString().slice(0, 10);
  const body = { exceptions: choose.once(3) ? [] : [{ date, action: 'skip' }] };
  const { status } = await studio.patch(`/v2/schedules/${choose.of(schedules)}`, body);
  return { name: 'skip a day', what: body, status };
};

const turnClient: Act = async ({ studio, clients }, choose) => {
  const id = choose.of(clients);
  if (choose.once(8)) {
    const { status } = await studio.delete(`/v2/clients/${id}`);
    return { name: 'archive', what: id, status };
  }
  const body = { status: choose.once(4) ? 'suspended' : 'active' };
  const { status } = await studio.patch(`/v2/clients/${id}`, body);
  return { name: 'turn client', what: { id, ...body }, status };
};

const settle: Act = async ({ studio }, choose) => {
  const body = choose.of([
    { booking: { waitlistPromotionMode: 'automatic' } },
    { booking: { waitlistPromotionMode: 'confirmation_window', waitlistConfirmationMinutes: 45 } },
    { booking: { waitlistPromotionMode: 'manual' } },
    { booking: { waitlistPromotionMode: 'confirmation_window', waitlistConfirmationMinutes: 15 } },
    { booking: { waitlistCutoffMinutes: choose.once(3) ? null : 60 } },
    { booking: { requireCredit: choose.once(2) } },
    { booking: { allowOverlappingBookings: choose.once(3) } },
    { booking: { autoNoShowMinutesAfterEnd: choose.once(2) ? 20 : null } },
    { payment: { lateCancelFee: 1000, noShowFee: 500, feesApplyTo: choose.once(2) ? 'all' : 'unlimited_only' } },
    { membership: { cancelFutureBookingsOnPackageCancel: choose.once(2) } },
  ]);
  const { status } = await studio.patch(`/v2/settings${choose.once(2) ? `?siteId=${MAIN_SITE}` : ''}`, body);
  return { name: 'settle', what: body, status };
};

const pass: Act = async ({ studio }, choose) => {
  const minutes = choose.once(8) ? 200 + choose.below(500) : 1 + choose.below(60);
  await studio.time.moveTo(studio.time.now() + minutes * MINUTE_MS);
  return { name: 'pass', what: minutes, status: 200 };
};

/** Every act, as often as it happens. */
export const ACTIONS: readonly Act[] = [
  ...Array<Act>(16).fill(book),
  ...Array<Act>(6).fill(cancel),
  ...Array<Act>(2).fill(attend('checkin')),
  ...Array<Act>(2).fill(attend('noshow')),
  ...Array<Act>(2).fill(undo),
  ...Array<Act>(2).fill(comeIn),
  ...Array<Act>(2).fill(promote),
  ...Array<Act>(3).fill(sell),
  ...Array<Act>(3).fill(pass),
  waive,
  refund,
  handle,
  resize,
  skipDay,
  turnClient,
  turnClient,
  settle,
  settle,
];
