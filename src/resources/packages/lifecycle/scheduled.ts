import type { Tx } from '../../../database/database.ts';
import type { Store } from '../../../database/store.ts';
import { nothingDue, sweep } from '../../../database/sweep.ts';
import { isoInstant } from '../../../kernel/clock.ts';
import { DAY_MS } from '../../../kernel/durations.ts';
import { turn } from '../../../kernel/slices.ts';
import { notificationSettings } from '../../settings/queries.ts';
import { allSiteIds } from '../../sites/queries.ts';
import { changePackage, packagePayload } from '../change.ts';
import type { Expiring } from '../states.ts';
import { activate, expireIfDue } from './dates.ts';
import { endFreeze } from './freeze.ts';
import { dueToActivate, dueToExpire, dueToUnfreeze, expiringUntil } from './queries.ts';

export const noPackageDateDue = nothingDue(dueToUnfreeze, dueToActivate, dueToExpire);

export const applyPackageDates = async (store: Store): Promise<void> => {
  await sweep(store, { rows: dueToUnfreeze, change: endFreeze });
  await sweep(store, { rows: dueToActivate, change: activate });
  await sweep(store, { rows: dueToExpire, change: expireIfDue });
};

const raiseExpiring = (tx: Tx, row: Expiring): void => {
  changePackage(tx, row, { expiryNotifiedAt: tx.now });
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
    await sweep(store, {
      rows: (read, limit) => expiringUntil(read, siteId, isoInstant(read.nowMs + daysBefore * DAY_MS), limit),
      change: raiseExpiring,
    });
    await turn();
  }
};
