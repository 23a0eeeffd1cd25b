import type { Read, Tx } from '../../../database/database.ts';
import type { Store } from '../../../database/store.ts';
import { isoInstant } from '../../../kernel/clock.ts';
import { DAY_MS } from '../../../kernel/durations.ts';
import { changeSome, turn } from '../../../kernel/slices.ts';
import { notificationSettings } from '../../settings/queries.ts';
import { allSiteIds } from '../../sites/queries.ts';
import { changePackage, packagePayload } from '../change.ts';
import type { Expiring } from '../states.ts';
import { activate, expireIfDue } from './dates.ts';
import { endFreeze } from './freeze.ts';
import { type Due, dueToActivate, dueToExpire, dueToUnfreeze, expiringUntil } from './queries.ts';

/** The most packages per transaction, so that requests are answered in between. */
const BATCH = 100;

/** Applies `change` to every package that is due. */
const applyToDue = async <Row>(store: Store, due: Due<Row>, change: (tx: Tx, row: Row) => unknown): Promise<void> => {
  const batch = (tx: Tx): number => changeSome(due(tx, BATCH), (row) => change(tx, row));
  // Usually nothing is due, and a read costs less than an empty transaction.
  while (due(store.view(), 1).length > 0) await store.write(batch);
};

/** Ends freezes, activates and expires packages whose dates have passed. */
export const applyPackageDates = async (store: Store): Promise<void> => {
  await applyToDue(store, dueToUnfreeze, endFreeze);
  await applyToDue(store, dueToActivate, activate);
  await applyToDue(store, dueToExpire, expireIfDue);
};

const raiseExpiring = (tx: Tx, row: Expiring): void => {
  changePackage(tx, row, { expiryToldAt: tx.now });
  tx.raise('package.expiring', row.siteId, {
    ...packagePayload(row),
    expiresAt: row.expiresAt,
    creditsRemaining: row.creditsRemaining,
  });
};

/** Raises `package.expiring` once for each package, as early as the notification settings of its site say. */
export const raiseExpiringPackages = async (store: Store): Promise<void> => {
  for (const siteId of allSiteIds(store.view())) {
    const { enabled, daysBefore } = notificationSettings(store.view(), siteId).packageExpiring;
    if (!enabled) continue;
    const due = (read: Read, limit: number) =>
      expiringUntil(read, siteId, isoInstant(read.nowMs + daysBefore * DAY_MS), limit);
    await applyToDue(store, due, raiseExpiring);
    await turn();
  }
};
