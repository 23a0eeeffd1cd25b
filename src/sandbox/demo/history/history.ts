import { reactions } from '../../../api.ts';
import type { Tx } from '../../../database/database.ts';
import { Store } from '../../../database/store.ts';
import { isoInstant } from '../../../kernel/clock.ts';
import { DAY_MS } from '../../../kernel/durations.ts';
import { localDateAt } from '../../../kernel/local-time.ts';
import type { Random } from '../../../kernel/random.ts';
import { runAtOnce } from '../../../kernel/slices.ts';
import { Timeline } from '../../../kernel/timer.ts';
import { createAward } from '../../../resources/awards/awards.ts';
import { createClient } from '../../../resources/clients/clients.ts';
import { AWARDS } from '../../../resources/demo-ids.ts';
import type { Fact } from '../../../resources/facts/tables.ts';
import { planLooks } from '../../../resources/streaks/broken.ts';
import { SETUP_CALLER } from '../setup.ts';
import { openStudio } from '../today/people.ts';
import { type Attendance, attendanceIn, WEEKS } from './attendance.ts';
import { daysAround } from './days.ts';
import { historyId, historyIds } from './ids.ts';
import { insertRows } from './insert-rows.ts';
import { type Purchases, purchasesFor } from './purchases.ts';
import { LATER_CLIENTS } from './regulars.ts';
import { paymentsFor, reserveInvoices, writeSales, writeUses } from './write-money.ts';
import { writeClasses, writeSeats } from './write-visits.ts';

/** The studio is a little older than the first class that is written. */
const BEGAN_DAYS = 7 * WEEKS + 14;

/** What happened in the weeks before the studio opened in this program. */
export interface History {
  readonly began: number;
  readonly now: number;
  readonly zone: string;
  readonly attendance: Attendance;
  readonly purchases: Purchases;
  readonly payments: ReturnType<typeof paymentsFor>;
}

/** It is the same for the same day. @param now epoch ms. */
export const historyBefore = (now: number, zone: string): History => {
  const days = daysAround(localDateAt(now, zone), zone);
  const attendance = attendanceIn(days);
  const purchases = purchasesFor(attendance.seats, days);
  const payments = paymentsFor(purchases, days);
  return { began: now - BEGAN_DAYS * DAY_MS, now, zone, attendance, purchases, payments };
};

/** Keeps the numbers of the invoices of the history from what is sold later. */
export const reserveHistory = (tx: Tx, { payments }: History): void => reserveInvoices(tx, payments);

const BACKDATE = ['sites', 'staff', 'plans', 'awards'].map((table) => `update "${table}" set "createdAt" = ?`);
const JOINED = `update "clients" set "joinedAt" = ?1, "createdAt" = ?1, "updatedAt" = ?1,
  "waiver" = json_set("waiver", '$.signedAt', ?1) where "id" = ?2`;

/** Makes the records that are older than the opening as old as they are. */
const backdate = (tx: Tx, { began, attendance, payments }: History): void => {
  for (const statement of BACKDATE) tx.db.query(statement).run(isoInstant(began));
  const first = new Map<string, number>();
  const note = (id: string, at: number): void => void first.set(id, Math.min(first.get(id) ?? at, at));
  for (const { client, bookedAt } of attendance.seats) note(client.id, bookedAt);
  for (const { bought, at } of payments) note(bought.clientId, at);
  const update = tx.db.query(JOINED);
  for (const [id, at] of first) update.run(isoInstant(at - DAY_MS), id);
};

const refundedClient = (): string => LATER_CLIENTS.find(({ firstName }) => firstName === 'Leah')?.id ?? '';

const VISITS = { category: 'Visits', tier: 'gold', trigger: 'visits' } as const;
/** The member has earned the first some days ago, and no one the second. */
const LATER_AWARDS = [
  { ...VISITS, name: 'Twenty-five classes', threshold: 25 },
  { ...VISITS, name: 'Fifty classes', threshold: 50 },
] as const;

/** The awards for this many visits. The first two are old, and no banner shows them anymore. */
const EARNED_BY = [
  [1, AWARDS.firstSteps],
  [10, AWARDS.tenClasses],
  [25, historyId('award', 1)],
] as const;

/** The rules find the same, and look at the day of each visit for it. */
const grantsFor = ([clientId, facts]: readonly [string, readonly Fact[]]) =>
  EARNED_BY.flatMap(([visits, awardId]) => {
    const at = facts[visits - 1]?.at;
    return at === undefined ? [] : { awardId, clientId, earnedAt: at, createdAt: at, updatedAt: at };
  });

/** What the visits of each client earn, as if they had been imported: no one is notified of it. */
const derive = (tx: Tx, facts: readonly Fact[]): void => {
  const byClient = Map.groupBy(facts, ({ clientId }) => clientId);
  const grants = [...byClient].flatMap(grantsFor);
  const rows = grants.map((grant, index) => ({ id: historyId('grant', index + 1), ...grant }));
  insertRows(tx, 'awardGrants', { ordinal: 1 }, rows);
  for (const [clientId, own] of byClient) {
    const moves = own.map((fact) => ({ fact, sign: 1 }) as const);
    runAtOnce(reactions.factsImported(tx, clientId, moves));
  }
  planLooks(tx, [...byClient.keys()]);
};

/** What the desk calls some of the clients. */
const TAGS = [
  { tag: 'Founding member', every: 4 },
  { tag: 'Student', every: 7 },
  { tag: 'Corporate', every: 9 },
] as const;

/**
 * Writes the weeks before the opening as rows: the rules of the program would need seconds. Each row and counter is as the
 * rules would have left it, streaks and awards come from the rules, and no event is raised.
 */
export const createHistory = async ({ db }: Store, random: Random, history: History): Promise<void> => {
  const ids = historyIds(random);
  const past = new Store(db, new Timeline(history.began), ids);
  await past.write((tx) => {
    openStudio(tx);
    for (const [index, award] of LATER_AWARDS.entries()) {
      createAward(tx, SETUP_CALLER, award, historyId('award', index + 1));
    }
    for (const [index, { id, ...client }] of LATER_CLIENTS.entries()) {
      const tags = TAGS.flatMap(({ tag, every }) => (index % every === every - 1 ? tag : []));
      const standing = { status: 'active', waiver: { status: 'signed', version: '1' }, tags } as const;
      createClient(tx, SETUP_CALLER, { ...client, ...standing }, id);
    }
  });
  const present = new Store(db, new Timeline(history.now), ids);
  await present.write((tx) => {
    const { attendance, purchases, payments, zone } = history;
    backdate(tx, history);
    writeSales(tx, purchases, payments, refundedClient());
    const sessions = writeClasses(tx, attendance, zone);
    const facts = writeSeats(tx, attendance, sessions, purchases);
    writeUses(tx, purchases);
    derive(tx, facts);
  });
};
