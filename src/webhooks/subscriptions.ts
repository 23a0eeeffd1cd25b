import type { Tx } from '../database/database.ts';
import { LEGACY_CHECK_IN } from '../events/legacy-check-in.ts';

/** Every event type, or every site, including those added later. */
const ALL = '*';

/** The legacy check-in goes only to endpoints that name it: others expect the envelope, which it lacks. */
export const patternsOf = (type: string): readonly [all: string, family: string, exact: string] =>
  type === LEGACY_CHECK_IN ? [type, type, type] : [ALL, `${type.slice(0, type.indexOf('.') + 1) || type}*`, type];

/**
 * Replaces the subscriptions of an endpoint.
 * @param eventTypes event types and patterns: `*`, `booking.*`, `booking.created`.
 * @param locationIds the selected locations; null for all of the brand, including those added later.
 */
export const writeSubscriptions = (
  tx: Tx,
  endpointId: string,
  eventTypes: readonly string[],
  locationIds: readonly string[] | null,
): void => {
  tx.db.query('delete from webhookSubscriptions where endpointId = ?').run(endpointId);
  const insert = tx.db.query(
    'insert or ignore into webhookSubscriptions (pattern, siteId, endpointId) values (?, ?, ?)',
  );
  for (const pattern of eventTypes) {
    for (const siteId of locationIds ?? [ALL]) insert.run(pattern, siteId, endpointId);
  }
  tx.cached.clear();
};
