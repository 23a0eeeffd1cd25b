import type { Tx } from '../database/database.ts';
import { LEGACY_CHECK_IN } from '../events/legacy-check-in.ts';

/** Stands for every event type, and for every location, later ones included. */
const ALL = '*';

/**
 * The patterns under which an event of `type` may be subscribed: all, its family, itself. The legacy check-in is told
 * only to those who name it: whoever asks for everything reads envelopes, and it has none.
 */
export const patternsOf = (type: string): readonly [all: string, family: string, exact: string] =>
  type === LEGACY_CHECK_IN ? [type, type, type] : [ALL, `${type.slice(0, type.indexOf('.') + 1) || type}*`, type];

/**
 * Replaces what an endpoint is subscribed to.
 * @param eventTypes event types and patterns: `*`, `booking.*`, `booking.created`.
 * @param locationIds the selected locations; null for all of the brand, those added later included.
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
};
