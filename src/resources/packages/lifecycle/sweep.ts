import type { Read, Tx } from '../../../database/database.ts';
import type { Store } from '../../../database/store.ts';
import type { PackageRow } from '../../../database/tables/packages.ts';
import { notificationSettings } from '../../settings/effective.ts';
import { change, lifeOf } from '../credits/ledger.ts';
import { allSiteIds, dueToActivate, dueToExpire, dueToThaw, expiringUntil } from '../queries.ts';
import { activate, settled } from './dates.ts';
import { thaw } from './freeze.ts';

const DAY_MS = 86_400_000;
/** How many packages one transaction takes, so that requests get their turn in between. */
const BATCH = 100;

/** Runs `verb` over what is due, a batch per transaction, until nothing is. */
const drain = async (
  store: Store,
  due: (read: Read, limit: number) => PackageRow[],
  verb: (tx: Tx, row: PackageRow) => unknown,
): Promise<void> => {
  const batch = (tx: Tx): void => {
    for (const row of due(tx, BATCH)) verb(tx, row);
  };
  // Mostly nothing is due, and a question costs less than an empty transaction.
  while (due(store.view(), 1).length > 0) await store.write(batch);
};

/** Brings every package to where its dates say it is: thawed, begun, expired. */
export const sweepPackages = async (store: Store): Promise<void> => {
  await drain(store, dueToThaw, thaw);
  await drain(store, dueToActivate, activate);
  await drain(store, dueToExpire, settled);
};

const tellExpiry = (tx: Tx, row: PackageRow): void => {
  change(tx, row, { expiryToldAt: tx.now });
  tx.raise('package.expiring', row.siteId, {
    ...lifeOf(row),
    expiresAt: row.expiresAt as string,
    creditsRemaining: row.creditsRemaining,
  });
};

/** Tells once of each package that will expire soon, as early as its site's notification settings say. */
export const tellExpiring = async (store: Store): Promise<void> => {
  for (const siteId of allSiteIds(store.view())) {
    const { enabled, daysBefore } = notificationSettings(store.view(), siteId).packageExpiring;
    if (!enabled) continue;
    const due = (read: Read, limit: number) =>
      expiringUntil(read, siteId, new Date(read.nowMs + daysBefore * DAY_MS).toISOString(), limit);
    await drain(store, due, tellExpiry);
  }
};
