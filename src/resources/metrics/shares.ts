// Public pages of entries (engagement.md "Metrics").

import type { Read, Tx } from '../../database/database.ts';
import { isoInstant } from '../../kernel/clock.ts';
import { DAY_MS } from '../../kernel/durations.ts';
import type { Random } from '../../kernel/random.ts';
import { tableRows } from '../../records/query.ts';
import { Client } from '../clients/record.ts';
import { type Metric, storedMetric } from './definitions.ts';
import { MetricEntry, type MetricEntryRow } from './record.ts';
import { metricShares, type ShareRow } from './tables.ts';
import { readingUnits, valueIn } from './view.ts';

/** The public pages are below this path; the rest of it is the token. */
export const SHARE_PREFIX = '/share/';

const SHARED_FOR_MS = 30 * DAY_MS;
const TOKEN_BYTES = 24;

const LIVING = `select * from "metricShares" where "entryId" = ? and "expiresAt" > ? order by "id" desc limit 1`;
const shareRows = tableRows(metricShares);

export interface ShareDeps {
  readonly random: Random;
  readonly rootUrl: () => string;
}

/** Shares an entry for 30 days; the share that lives, if there is one. */
export const shareMetricEntry = (
  tx: Tx,
  { random }: ShareDeps,
  { id: entryId, clientId }: MetricEntryRow,
): { readonly share: ShareRow; readonly isNew: boolean } => {
  const found = tx.db.query<ShareRow, [string, string]>(LIVING).get(entryId, tx.now);
  if (found !== null) return { share: found, isNew: false };
  const token = Buffer.from(random.bytes(TOKEN_BYTES)).toString('base64url');
  const expiresAt = isoInstant(tx.nowMs + SHARED_FOR_MS);
  const share = { id: tx.id(), clientId, entryId, token, expiresAt, createdAt: tx.now, updatedAt: tx.now };
  shareRows.insert(tx, share);
  return { share, isNew: true };
};

/** What the public page of an entry shows: nothing else of the member. */
export interface SharedResult {
  readonly firstName: string;
  readonly metric: Metric;
  readonly value: number;
  readonly unit: string;
  readonly reps: number | null;
}

/** A value as people write it: as it was entered, or where it was converted with one decimal, small ones with more. */
export const readable = (value: number): number => {
  if (Number(value.toFixed(2)) === value) return value;
  const size = Math.abs(value);
  return Number(value.toFixed(size >= 10 ? 1 : size >= 1 ? 2 : 4));
};

const resultOf = (read: Read, row: MetricEntryRow): SharedResult => {
  const unit = readingUnits(read, row.clientId, [row.contentEntryId])(row.contentEntryId);
  return {
    firstName: Client.rows.find(read, row.clientId)?.firstName ?? '',
    metric: storedMetric(read, row.contentEntryId),
    value: unit === row.unit ? row.value : readable(valueIn(unit, row)),
    unit,
    reps: row.reps,
  };
};

/** The value of a result in words, such as `5 x 100 kg`. */
export const resultText = ({ value, unit, reps }: Omit<SharedResult, 'firstName' | 'metric'>): string => {
  const number = String(value);
  const measured = unit === 'percent' ? `${number}%` : unit === 'count' ? number : `${number} ${unit}`;
  return reps === null ? measured : `${reps} × ${measured}`;
};

export const shareView = (read: Read, { rootUrl }: ShareDeps, share: ShareRow, row: MetricEntryRow) => {
  const { id, token, expiresAt, createdAt, updatedAt } = share;
  const result = resultOf(read, row);
  return {
    id,
    object: 'metric_share',
    url: `${rootUrl()}${SHARE_PREFIX}${token}`,
    text: `${result.firstName}: ${result.metric.name}, ${resultText(result)}`,
    expiresAt,
    createdAt,
    updatedAt,
  };
};

const OF_TOKEN = 'select * from "metricShares" where "token" = ? and "expiresAt" > ?';

/** What the page of a token shows; undefined when there is none, or it has ended. */
export const sharedResult = (read: Read, token: string): SharedResult | undefined => {
  const share = read.db.query<ShareRow, [string, string]>(OF_TOKEN).get(token, read.now);
  const row = share === null ? undefined : MetricEntry.rows.find(read, share.entryId);
  const owner = row === undefined ? undefined : Client.rows.find(read, row.clientId);
  return row === undefined || owner === undefined || owner.archivedAt !== null ? undefined : resultOf(read, row);
};

/** Ends what an archived client has shared: its pages do not come back when the client is restored. */
export const endShares = (tx: Tx, clientId: string): void => {
  tx.db.query('delete from "metricShares" where "clientId" = ?').run(clientId);
};
