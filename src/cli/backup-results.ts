import { type NamedResult, storeBackupResult } from '../database/backup/results.ts';
import type { Tx } from '../database/database.ts';
import { upperSnake } from '../events/payload-fields.ts';
import { brandDefaults, findBrand } from '../resources/settings/queries.ts';

/** The result of a check, and how many rows were counted. */
export interface Outcome extends Omit<NamedResult, 'at' | 'goodAt'> {
  readonly rows: number | null;
}

/**
 * Stores the result of a check of backups, for `doctor` and `/metrics`, and raises `backup.verified`, or `backup.failed`
 * when it fails for the first time after it was good. Before the first start there is no brand to raise events for.
 */
export const recordOutcome = (tx: Tx, { rows, ...result }: Outcome): void => {
  const last = storeBackupResult(tx.db, { ...result, at: tx.now });
  if (result.outcome === 'skipped' || findBrand(tx) === undefined) return;
  const { defaultSiteId } = brandDefaults(tx);
  const { file, target, bytes } = result;
  const check = upperSnake(result.check);
  if (result.outcome === 'ok') tx.raise('backup.verified', defaultSiteId, { check, file, target, rows, bytes });
  else if (last?.outcome !== 'failed') {
    tx.raise('backup.failed', defaultSiteId, { check, file, target, lastGoodAt: last?.goodAt ?? null });
  }
};
