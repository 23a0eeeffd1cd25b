import { beforeEach, describe, expect, test } from 'bun:test';
import { chooseCredit } from '../../../../src/resources/packages/credits/choose.ts';
import {
  type BookingContext,
  consume,
  forfeit,
  hold,
  recordVisit,
  reinstate,
  restore,
} from '../../../../src/resources/packages/credits/spend.ts';
import { forEachTest, MAIN_SITE, openStudio } from '../../../helpers/api.ts';
import { createClient, sellPackage, session } from '../../../helpers/sales.ts';

const TOMORROW = '2026-03-03T18:00:00.000Z';

let clientId: string;
const studio = forEachTest(openStudio);
beforeEach(async () => {
  clientId = await createClient(studio);
});

/** The booking that a test names by one letter. */
const idOf = (letter: string): string => `01950000-0000-7000-8000-00000000b00${letter}`;

const booking = (letter: string, creditCost = 1): BookingContext => ({
  bookingId: idOf(letter),
  startTime: TOMORROW,
  creditCost,
});

const spend = (bookingId: string, verb: typeof consume | typeof hold = consume, creditCost = 1) =>
  studio.store.write((tx) => {
    const row = chooseCredit(tx, clientId, session(TOMORROW, { creditCost }));
    if (row === undefined) throw new Error('no package can pay');
    const { creditsUsed, creditOutcome } = verb(tx, row, booking(bookingId, creditCost));
    return { creditsUsed, creditOutcome };
  });

const restoreFor = (bookingId: string, options?: { byStudio?: boolean }) =>
  studio.store.write((tx) => ({ outcome: restore(tx, idOf(bookingId), options).creditOutcome }));

const packageOf = async (id: string) => (await studio.get(`/v2/packages/${id}?expand[]=ledger`)).body;

/** The ledger in short, checked against the balance. */
const ledger = async (id: string): Promise<[number, string][]> => {
  const { ledger: entries, creditsRemaining } = await packageOf(id);
  let sum = 0;
  for (const { delta, balance } of entries as { delta: number; balance: number }[]) {
    sum += delta;
    expect(balance).toBe(sum);
  }
  expect(creditsRemaining).toBe(sum);
  return entries.map(({ delta, reason }: { delta: number; reason: string }) => [delta, reason]);
};

describe('a pack', () => {
  test('pays, and is depleted with its last credit', async () => {
    const { id } = await sellPackage(studio, clientId, { creditsTotal: 3 });
    expect(await spend('a', consume, 2)).toEqual({ creditsUsed: 2, creditOutcome: 'consumed' });
    const [event] = studio.eventsInFull();
    expect(event).toMatchObject({
      type: 'package.credits_changed',
      data: { packageId: id, clientId, delta: -2, creditsRemaining: 1, reason: 'BOOKING', siteId: MAIN_SITE },
    });
    await spend('b');
    expect(studio.events()).toEqual(['package.credits_changed', 'package.depleted']);
    expect(await packageOf(id)).toMatchObject({ status: 'depleted', creditsRemaining: 0, creditsUsed: 3 });
    expect(await restoreFor('a')).toEqual({ outcome: 'restored' });
    expect(studio.events()).toEqual(['package.credits_changed']);
    expect(await packageOf(id)).toMatchObject({ status: 'active', creditsRemaining: 2, creditsUsed: 1 });
    expect(await ledger(id)).toEqual([
      [3, 'purchase'],
      [-2, 'booking'],
      [-1, 'booking'],
      [2, 'cancel_restore'],
    ]);
    expect(await restoreFor('a')).toEqual({ outcome: 'not_applicable' });
  });

  test('forfeits a credit, and the ledger says why', async () => {
    const { id } = await sellPackage(studio, clientId);
    await spend('a');
    await studio.given(spend('b'));
    const outcomes = await studio.store.write((tx) => ({
      list: [
        forfeit(tx, idOf('a'), 'late_forfeit'),
        forfeit(tx, idOf('b'), 'no_show'),
        reinstate(tx, idOf('b')),
        forfeit(tx, idOf('c'), 'no_show'),
      ],
    }));
    expect(outcomes.list).toEqual(['forfeited', 'forfeited', 'consumed', 'not_applicable']);
    expect(studio.events()).toEqual([]);
    expect((await ledger(id)).slice(3)).toEqual([
      [0, 'late_forfeit'],
      [0, 'no_show'],
    ]);
    expect(await packageOf(id)).toMatchObject({ creditsRemaining: 8, creditsUsed: 2 });
  });

  test('holds a credit for an offer: it stays in the balance, and no other booking can use it', async () => {
    const { id } = await sellPackage(studio, clientId, { creditsTotal: 1 });
    expect(await spend('a', hold)).toEqual({ creditsUsed: 0, creditOutcome: 'held' });
    expect(await packageOf(id)).toMatchObject({ creditsRemaining: 1, creditsHeld: 1, status: 'active' });
    await expect(spend('b')).rejects.toThrow('no package can pay');
    expect(await restoreFor('a')).toEqual({ outcome: 'restored' });
    expect(await packageOf(id)).toMatchObject({ creditsRemaining: 1, creditsHeld: 0 });
    await spend('c', hold);
    expect(studio.events()).toEqual([]);
    const taken = await studio.store.write((tx) => {
      const row = consume(tx, studio.db.query('select * from packages').get() as never, booking('c')).package;
      return { creditsHeld: row.creditsHeld, creditsRemaining: row.creditsRemaining };
    });
    expect(taken).toEqual({ creditsHeld: 0, creditsRemaining: 0 });
    expect(studio.events()).toEqual(['package.credits_changed', 'package.depleted']);
  });

  test('an unlimited package uses no credits and counts its uses', async () => {
    const { id } = await sellPackage(studio, clientId, {
      type: 'unlimited',
      creditsTotal: null,
      usageLimit: { count: 1, period: 'day' },
    });
    expect(await spend('a')).toEqual({ creditsUsed: 0, creditOutcome: 'not_applicable' });
    await expect(spend('b')).rejects.toThrow('no package can pay');
    expect(await restoreFor('a')).toEqual({ outcome: 'not_applicable' });
    await spend('b');
    expect(studio.events()).toEqual([]);
    expect(await ledger(id).catch(() => 'none')).toBe('none');
  });
});

describe('activation', () => {
  test('with its first booking', async () => {
    const { id } = await sellPackage(studio, clientId, { activationType: 'on_first_booking', validityDays: 7 });
    await spend('a');
    expect(studio.events()).toEqual(['package.activated', 'package.credits_changed']);
    const begun = await packageOf(id);
    expect([begun.activatedAt, begun.expiresAt]).toEqual(['2026-03-02T08:00:00.000Z', '2026-03-10T03:59:59.999Z']);
    await spend('b');
    expect(studio.events()).toEqual(['package.credits_changed']);
  });

  test('with its first visit', async () => {
    const { id } = await sellPackage(studio, clientId, { activationType: 'on_first_visit', validityDays: 7 });
    await studio.given(spend('a'));
    expect((await packageOf(id)).activatedAt).toBeNull();
    await studio.time.skipTo(Date.parse(TOMORROW));
    await studio.store.write((tx) => recordVisit(tx, id));
    await studio.store.write((tx) => recordVisit(tx, id));
    expect(studio.events()).toEqual(['package.activated']);
    expect((await packageOf(id)).expiresAt).toBe('2026-03-11T03:59:59.999Z');
  });
});

describe('restoring a credit to a package that is over', () => {
  const expiredWithOneSpent = async (): Promise<string> => {
    const { id } = await sellPackage(studio, clientId, { validityDays: 1, creditsTotal: 3 });
    await spend('a');
    await studio.given(studio.time.skipTo(Date.parse('2026-03-05T12:00:00.000Z')));
    return id;
  };

  test('extends the package by only that credit', async () => {
    const id = await expiredWithOneSpent();
    expect(await restoreFor('a')).toEqual({ outcome: 'restored' });
    expect(studio.events()).toEqual(['package.credits_changed']);
    expect(await packageOf(id)).toMatchObject({
      status: 'active',
      creditsRemaining: 1,
      expiresAt: '2026-03-13T03:59:59.999Z',
    });
    expect(await ledger(id)).toEqual([
      [3, 'purchase'],
      [-1, 'booking'],
      [-2, 'expiry'],
      [1, 'cancel_restore'],
    ]);
  });

  test('forfeits it where the settings say so, unless the studio caused it', async () => {
    await studio.patch('/v2/settings', { membership: { restoreToExpiredPolicy: 'forfeit' } });
    const id = await expiredWithOneSpent();
    expect(await restoreFor('a')).toEqual({ outcome: 'forfeited' });
    expect((await packageOf(id)).status).toBe('expired');
    expect(studio.events()).toEqual([]);
    expect(await restoreFor('a', { byStudio: true })).toEqual({ outcome: 'restored' });
    expect((await packageOf(id)).status).toBe('active');
  });

  test('expires an overdue package first', async () => {
    const { id } = await sellPackage(studio, clientId, { creditsTotal: 3 });
    await spend('a');
    studio.db.query("update packages set expiresAt = '2026-03-02T07:59:59.999Z'").run();
    studio.events();
    await restoreFor('a');
    expect(studio.events()).toEqual(['package.expired', 'package.credits_changed', 'package.credits_changed']);
    expect((await packageOf(id)).creditsRemaining).toBe(1);
  });

  test('forfeits it when the package is cancelled', async () => {
    const { id } = await sellPackage(studio, clientId);
    await spend('a');
    await studio.given(studio.post(`/v2/packages/${id}/cancel`));
    expect(await restoreFor('a', { byStudio: true })).toEqual({ outcome: 'forfeited' });
    expect([(await packageOf(id)).creditsRemaining, studio.events()]).toEqual([0, []]);
  });
});
