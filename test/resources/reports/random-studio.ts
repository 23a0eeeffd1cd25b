import { DAY_MS, HOUR_MS } from '../../../src/kernel/durations.ts';
import { MAIN_SITE, openStudio, type Studio, TEST_START } from '../../helpers/api.ts';
import { createClient, createPlan, paymentBody } from '../../helpers/sales.ts';
import { type Choices, choicesOf } from '../../helpers/seeded.ts';

/** The records of a studio in which a lot has happened at random, as the lists of the interface have them. */
export interface Happened {
  readonly studio: Studio;
  readonly sites: readonly { readonly id: string; readonly timezone: string }[];
  // biome-ignore lint/suspicious/noExplicitAny: tests read any fields
  readonly records: Readonly<Record<'sessions' | 'bookings' | 'checkins' | 'payments' | 'packages', readonly any[]>>;
  readonly rates: Readonly<
    Record<string, { readonly type: string; readonly amount: number; readonly currency: string }>
  >;
}

const DAYS = 64;
const NAMES = ['Flow', 'Ride', 'Strength'] as const;

const one = <Item>(choose: Choices, items: readonly Item[]): Item => items[choose.below(items.length)] as Item;

const allOf = async (studio: Studio, path: string, headers: Record<string, string>) => {
  const records: unknown[] = [];
  for (let after = ''; ; ) {
    const { data, nextCursor, hasMore } = (await studio.get(`${path}?limit=100${after}`, headers)).body;
    records.push(...data);
    if (!hasMore) return records;
    after = `&starting_after=${nextCursor}`;
  }
};

interface Made {
  readonly id: string;
  readonly startTime: string;
}

/** One day of acts; a refused one has no consequence. */
const actOn = async (
  studio: Studio,
  choose: Choices,
  people: readonly string[],
  plans: readonly string[],
  sites: readonly string[],
  made: readonly Made[],
) => {
  const now = studio.time.now();
  const near = made.filter(({ startTime }) => Math.abs(Date.parse(startTime) - now) < 2 * DAY_MS);
  for (let act = 0; act < 7; act += 1) {
    const clientId = one(choose, people);
    const session = near.length === 0 ? undefined : one(choose, near);
    const ofSession =
      session === undefined ? [] : (await studio.get(`/v2/bookings?session_id=${session.id}`)).body.data;
    const booking = ofSession.length === 0 ? undefined : one(choose, ofSession as readonly { id: string }[]);
    const to = (path: string, body: object = {}) => studio.post(path, body);
    switch (choose.below(9)) {
      case 0:
      case 1:
      case 2:
        if (session) await to('/v2/bookings', { clientId, sessionId: session.id, overrideCapacity: true });
        break;
      case 3:
        if (booking) await to(`/v2/bookings/${booking.id}/checkin`);
        break;
      case 4:
        if (booking) await to(`/v2/bookings/${booking.id}/${one(choose, ['noshow', 'checkin'] as const)}`);
        break;
      case 5:
        if (booking) await to(`/v2/bookings/${booking.id}/cancel`, choose.below(2) === 0 ? {} : { isLateCancel: true });
        break;
      case 6:
        await to('/v2/checkins', { clientId, siteId: one(choose, sites) });
        break;
      case 7: {
        const sale = {
          clientId,
          planId: one(choose, plans),
          paymentMethod: one(choose, ['cash', 'external', 'comp'] as const),
        };
        const { body, status } = await to('/manage/packages', { ...sale, siteId: one(choose, sites) });
        if (status === 201 && choose.below(3) === 0) await to(`/v2/payments/${body.paymentId}/refund`, { amount: 700 });
        break;
      }
      default:
        if (session && choose.below(8) === 0) await to(`/manage/sessions/${session.id}/cancel`);
        else
          await to('/manage/payments', {
            ...paymentBody(clientId, {
              amount: 100 + choose.below(900),
              currency: one(choose, ['USD', 'JPY'] as const),
            }),
            siteId: one(choose, sites),
            purpose: one(choose, ['product', 'other', 'drop_in'] as const),
          });
    }
  }
};

/** The records of a studio, as the lists of the interface have them. */
export const recordsOf = async (studio: Studio, headers: Record<string, string> = {}): Promise<Happened['records']> => {
  const [sessions, bookings, checkins, payments, packages] = await Promise.all(
    ['/v2/sessions', '/v2/bookings', '/v2/checkins', '/v2/payments', '/manage/packages'].map((path) =>
      allOf(studio, path, headers),
    ),
  );
  return { sessions, bookings, checkins, payments, packages } as Happened['records'];
};

/** A studio with a site in New York and one in Tokyo, in which something has happened every day for ten weeks. */
export const randomStudio = async (seed: number): Promise<Happened> => {
  const [studio, choose] = [await openStudio(), choicesOf(seed)];
  const tokyo = { name: 'Tokyo', timezone: 'Asia/Tokyo', currency: 'JPY', closures: [] };
  const second: string = (await studio.given(studio.post('/v2/sites', tokyo))).id;
  const sites = [MAIN_SITE, second];
  const rates: Record<string, Happened['rates'][string]> = {};
  const teachers: string[] = [];
  for (const [index, type] of (['per_class', 'hourly', 'per_head'] as const).entries()) {
    const payRate = { type, amount: 1_001 + index, currency: index === 1 ? 'JPY' : 'USD' };
    const person = { firstName: 'T', lastName: String(index), email: `t${index}@example.com`, payRate };
    const { id } = await studio.given(studio.post('/v2/instructors', person));
    teachers.push(id);
    rates[id] = payRate;
  }
  const made: Made[] = [];
  for (let day = 0; day < DAYS; day += 1) {
    for (const siteId of sites) {
      const startTime = new Date(TEST_START + day * DAY_MS + (2 + choose.below(20)) * HOUR_MS).toISOString();
      const at = { siteId, startTime, durationMinutes: one(choose, [50, 60] as const), overrideConflicts: true };
      const capacity = one(choose, [5, 8, null] as const);
      const instructorId = one(choose, [...teachers, null]);
      const session = await studio.given(
        studio.post('/manage/sessions', { ...at, name: one(choose, NAMES), capacity, instructorId }),
      );
      made.push(session);
    }
  }
  const people: string[] = [];
  for (let number = 0; number < 9; number += 1) people.push(await createClient(studio));
  const plans = [
    await createPlan(studio, { name: 'Ten', price: 10_000 }),
    await createPlan(studio, { name: 'One', price: 1_500, currency: 'JPY', creditsTotal: 1 }),
  ];
  for (let day = 1; day < DAYS; day += 1) {
    await studio.time.skipTo(TEST_START + day * DAY_MS + choose.below(20) * HOUR_MS);
    // Now and then half of the clients stay away for weeks.
    const here = Math.floor(day / 35) % 2 === 1 ? people.slice(0, 4) : people;
    await actOn(studio, choose, here, plans, sites, made);
  }
  await studio.time.skipTo(TEST_START + DAYS * DAY_MS);
  return {
    studio,
    sites: [
      { id: MAIN_SITE, timezone: 'America/New_York' },
      { id: second, timezone: 'Asia/Tokyo' },
    ],
    records: await recordsOf(studio),
    rates,
  };
};
