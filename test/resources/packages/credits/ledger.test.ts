import { describe, expect, test } from 'bun:test';
import { HOUR_MS } from '../../../../src/kernel/durations.ts';
import { chooseCredit } from '../../../../src/resources/packages/credits/choose.ts';
import { consume, forfeit, hold, restore } from '../../../../src/resources/packages/credits/spend.ts';
import { openStudio, type Studio } from '../../../helpers/api.ts';
import { testsEverything } from '../../../helpers/everything.ts';
import { createClient, sellPackage, session } from '../../../helpers/sales.ts';
import { choicesOf } from '../../../helpers/seeded.ts';

/** Finds packages whose balance, held credits, uses or status contradict the ledger. */
const INCONSISTENT = `select p.id from packages p where
  p.creditsRemaining is not (select sum(delta) from creditLedger where packageId = p.id)
  or p.creditsRemaining is not (select balance from creditLedger where packageId = p.id order by id desc limit 1)
  or p.creditsHeld > p.creditsRemaining or p.creditsHeld < 0
  or p.creditsUsed is not (select coalesce(sum(credits), 0) from packageUses where packageId = p.id and state <> 'held')
  or (p.status = 'active' and p.creditsRemaining = 0) or (p.status = 'depleted' and p.creditsRemaining > 0)
  or (p.status in ('cancelled', 'expired') and p.creditsRemaining > 0)`;

const play = async (studio: Studio, clientId: string, seed: number, actions: number): Promise<string[]> => {
  const { below, of } = choicesOf(seed);
  const packages: string[] = [];
  const bookings: string[] = [];
  const done: string[] = [];
  const bookingId = () => `01950000-0000-7000-8000-${String(bookings.length).padStart(12, '0')}`;

  const book = (verb: typeof consume | typeof hold) =>
    studio.store.write((tx) => {
      const creditCost = 1 + below(2);
      const startTime = new Date(tx.nowMs + below(40) * HOUR_MS).toISOString();
      const row = chooseCredit(tx, clientId, session(startTime, { creditCost }));
      if (row === undefined) return;
      const id = bookingId();
      bookings.push(id);
      verb(tx, row, { bookingId: id, startTime, creditCost });
    });

  const kinds: readonly [string, () => Promise<unknown>][] = [
    [
      'sell',
      async () =>
        packages.push(
          (await sellPackage(studio, clientId, { creditsTotal: 1 + below(4), validityDays: 1 + below(3) })).id,
        ),
    ],
    ['book', () => book(consume)],
    ['book again', () => book(consume)],
    ['offer', () => book(hold)],
    ['cancel', () => studio.store.write((tx) => void restore(tx, of(bookings) ?? '', { byStudio: below(4) === 0 }))],
    ['late', () => studio.store.write((tx) => void forfeit(tx, of(bookings) ?? '', 'late_forfeit'))],
    ['adjust', () => studio.post(`/manage/packages/${of(packages)}/adjust`, { delta: below(9) - 4 })],
    ['freeze', () => studio.post(`/manage/packages/${of(packages)}/freeze`, {})],
    ['unfreeze', () => studio.post(`/manage/packages/${of(packages)}/unfreeze`)],
    ['void', () => studio.post(`/v2/packages/${of(packages)}/cancel`)],
    ['wait', () => studio.time.skipTo(studio.time.now() + below(10) * HOUR_MS)],
  ];
  for (let count = 0; count < actions; count += 1) {
    const [name, act] = kinds[below(kinds.length)]!;
    await act();
    done.push(name);
    const inconsistent = studio.db.query(INCONSISTENT).all();
    if (inconsistent.length > 0) throw new Error(`seed ${seed}, action ${count}: ${done.slice(-8).join(', ')}`);
  }
  return packages;
};

describe('the ledger', () => {
  for (const seed of testsEverything ? [1, 2, 3, 4, 5, 6] : [1, 2]) {
    test(`its sum is the balance after each of 150 actions, seed ${seed}`, async () => {
      const studio = await openStudio();
      const packages = await play(studio, await createClient(studio), seed, 150);
      expect(packages.length).toBeGreaterThan(3);
      expect(studio.reportedErrors).toEqual([]);
      const raised = studio.db
        .query(
          `select coalesce(sum(body ->> '$.data.delta'), 0) as total, count(*) as n
           from events where type = 'package.credits_changed'`,
        )
        .get();
      const written = studio.db
        .query('select sum(delta) as total, count(*) as n from creditLedger where delta <> 0')
        .get();
      expect(raised).toEqual(written);
    });
  }

  test('cannot be changed', async () => {
    const studio = await openStudio();
    await sellPackage(studio, await createClient(studio));
    expect(() => studio.db.query('update creditLedger set delta = 99').run()).toThrow('append-only');
  });
});
