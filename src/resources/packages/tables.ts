import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { lazyTable } from '../../database/lazy-table.ts';
import { unfinishedChanges } from '../../database/long-change.ts';
import type { StoredClock } from '../../database/zone-rules.ts';
import { LEDGER_REASONS } from '../../events/enumerations.ts';

/** The changes of credits; rows are only ever added. */
export const creditLedger = lazyTable(() =>
  sqliteTable('creditLedger', {
    id: text('id').primaryKey(),
    packageId: text('packageId').notNull(),
    at: text('at').notNull(),
    delta: integer('delta').notNull(),
    balance: integer('balance').notNull(),
    reason: text('reason', { enum: LEDGER_REASONS }).notNull(),
    bookingId: text('bookingId'),
    staffId: text('staffId'),
    note: text('note'),
  }),
);

export type LedgerRow = typeof creditLedger.$inferSelect;
export type LedgerReason = LedgerRow['reason'];

/** What each booking takes of a package: its credits, and one use of its limit. */
export const packageUses = lazyTable(() =>
  sqliteTable('packageUses', {
    bookingId: text('bookingId').primaryKey(),
    packageId: text('packageId').notNull(),
    credits: integer('credits').notNull(),
    startTime: text('startTime').notNull(),
    state: text('state', { enum: ['held', 'consumed', 'forfeited'] }).notNull(),
  }),
);

/** When packages were frozen; triggers keep it. */
export const packageFreezes = lazyTable(() =>
  sqliteTable('packageFreezes', {
    packageId: text('packageId').notNull(),
    startsAt: text('startsAt').notNull(),
    endsAt: text('endsAt').notNull(),
  }),
);

export type PackageUseRow = typeof packageUses.$inferSelect;

/** The bookings ahead that are canceled with their package, by its freeze, or with their client. */
export interface BookingsAhead {
  readonly since: string;
  /** The end of a freeze: bookings of sessions that start before it, and that are not checked in. */
  readonly until?: string;
  /** None is newer. */
  readonly last: string;
  readonly after?: string;
  /** What was left of earlier freezes of the package, whose bookings are canceled too. */
  readonly earlier?: readonly Omit<BookingsAhead, 'after' | 'earlier'>[];
}

export const packageCancellations = unfinishedChanges<BookingsAhead>('package');

/** The sites whose packages do not end with the days of the present clock yet. */
export const localDayChanges = unfinishedChanges<{
  /** The clocks that the site had before. */
  readonly clocks: readonly StoredClock[];
  /** The package up to which they do. */
  readonly after: string;
}>('site_local_days');
