import type { Database } from 'bun:sqlite';
import { describe, expect, test } from 'bun:test';
import { DAY_MS, MINUTE_MS } from '../../../src/kernel/durations.ts';
import { localDateAt } from '../../../src/kernel/local-time.ts';
import { eachReceived } from '../../../src/resources/reports/kinds/received.ts';
import { MAIN_SITE, openStudio, type Studio } from '../../helpers/api.ts';
import { createClient, sellPackage } from '../../helpers/sales.ts';
import { choicesOf } from '../../helpers/seeded.ts';
import { wrongPaymentDays } from './payment-days.ts';

const PURPOSES = ['package', 'product', 'other'];
const METHODS = ['cash', 'card', 'comp', 'account_credit', 'external'];

/** Copies a payment, with other values in some columns. */
const copy = (db: Database, own: Readonly<Record<string, string | number | null>>): void => {
  const columns = db.query<{ name: string }, []>('select "name" from pragma_table_info(\'payments\')').all();
  const names = columns.map(({ name }) => `"${name}"`);
  const values = columns.map(({ name }) => (name in own ? `$${name}` : `"${name}"`));
  const bound = Object.fromEntries(Object.entries(own).map(([name, value]) => [name, value]));
  const from = 'from "payments" order by "createdAt" limit 1';
  db.query(`insert into "payments" (${names}) select ${values} ${from}`).run(bound);
};

/** A studio with one payment, of which others are copies. */
const openPaid = async (): Promise<Studio> => {
  const studio = await openStudio();
  await sellPackage(studio, await createClient(studio), { name: 'Ten' });
  return studio;
};

const idOf = (number: number): string => `20000000-0000-7000-8000-${String(number).padStart(12, '0')}`;

describe('the sums of the days of payments', () => {
  test('follow every payment that is written, changed or deleted', async () => {
    const { db, app } = await openPaid();
    const choose = choicesOf(7);
    const planIds = [
      null,
      ...db
        .query<{ id: string }, []>('select "id" from "plans"')
        .all()
        .map(({ id }) => id),
    ];
    const values = () => ({
      paidAt:
        choose.of([null, '2026-03-01T23:59:59.999Z', '2026-03-02T00:00:00.000Z', '2026-03-02T12:00:00.000Z']) ?? null,
      currency: choose.of(['USD', 'EUR']) ?? '',
      purpose: choose.of(PURPOSES) ?? '',
      paymentMethod: choose.of(METHODS) ?? '',
      planId: choose.of(planIds) ?? null,
      amount: choose.of([0, 100, 250]) ?? 0,
      taxAmount: choose.of([0, 19]) ?? 0,
    });
    for (let number = 0; number < 300; number += 1) {
      const id = choose.of(Array.from({ length: Math.max(1, number) }, (_, other) => idOf(other))) ?? '';
      const act = choose.of(['insert', 'insert', 'update', 'delete']);
      if (act === 'insert') copy(db, { ...values(), id: idOf(number), invoiceNumber: null });
      else if (act === 'delete') db.query('delete from "payments" where "id" = ?').run(id);
      else {
        const changed = Object.entries(values());
        const set = changed.map(([name]) => `"${name}" = $${name}`);
        db.query(`update "payments" set ${set} where "id" = $id`).run({ ...Object.fromEntries(changed), id });
      }
      expect([number, act, wrongPaymentDays(db)]).toEqual([number, act, []]);
    }
    // What nothing is left of is gone.
    db.run(`delete from "payments" where "id" like '20000000%'`);
    expect([wrongPaymentDays(db), db.query('select "day" from "paymentDays"').all()]).toEqual([
      [],
      [{ day: '2026-03-02' }],
    ]);
    await app.stop();
  });

  // The clock changes within each range; one of them has no 30 December, and others begin their days between two hours.
  test.each([
    ['America/New_York', '2026-03-01', '2026-03-20'],
    ['Europe/Berlin', '2026-10-20', '2026-11-02'],
    ['Asia/Kathmandu', '2026-01-01', '2026-01-09'],
    ['Australia/Lord_Howe', '2026-03-30', '2026-04-08'],
    ['Pacific/Apia', '2011-12-26', '2012-01-03'],
    ['Pacific/Kiritimati', '2026-02-01', '2026-02-01'],
    ['UTC', '2026-02-01', '2026-02-03'],
  ])('are the payments of each local day: %s from %s to %s', async (zone, from, to) => {
    const { db, app, store } = await openPaid();
    const days = new Map<string, number>();
    const [start, end] = [Date.parse(from) - 2 * DAY_MS, Date.parse(to) + 3 * DAY_MS];
    const add = (at: number, number: number): void => {
      const paidAt = new Date(at).toISOString();
      copy(db, { id: idOf(number), invoiceNumber: null, paidAt, amount: number, purpose: 'product', planId: null });
      const date = localDateAt(at, zone);
      if (date >= from && date <= to) days.set(date, (days.get(date) ?? 0) + number);
    };
    let number = 1;
    // The first and the last millisecond of each quarter of an hour, in which every day of every zone begins.
    for (let at = start; at < end; at += 15 * MINUTE_MS) {
      add(at, number);
      add(at - 1, number + 1);
      number += 2;
    }
    const found = new Map<string, number>();
    const steps = eachReceived(
      () => store.view(),
      [MAIN_SITE],
      { range: { from, to }, zone },
      (line) => {
        if (line.purpose === 'product') found.set(line.date, (found.get(line.date) ?? 0) + line.received);
      },
    );
    for (const _ of steps);
    expect(found).toEqual(days);
    await app.stop();
  });
});
