import type { Tx } from '../../database/database.ts';
import { indexNewEvents } from '../../database/outbox.ts';
import { LEGACY_CHECK_IN } from '../../events/legacy-check-in.ts';
import { type Mask, maskJson } from '../../records/personal.ts';
import type { Step } from './records.ts';

type Data = Readonly<Record<string, unknown>>;

/** The fields of the legacy check-in that describe the client. */
const LEGACY = ['firstName', 'lastName', 'email', 'phone', 'barcode', 'fobNumber', 'customProperties'];

/** The values that replace the values of any event, where it has these fields. */
const REPLACED: Data = { changes: {}, previous: {}, brand: 'unknown', last4: '' };

const withoutLegacy = (data: Data): Data => ({ ...data, ...Object.fromEntries(LEGACY.map((field) => [field, null])) });

/** Free text; the reasons of bookings are words in capitals. */
const isFreeText = (value: unknown): boolean => typeof value === 'string' && !/^[A-Z_]+$/.test(value);

const withoutTexts = (data: Data): Data =>
  Object.fromEntries(
    Object.entries(data).map(([field, value]) => {
      if (field in REPLACED) return [field, REPLACED[field]];
      return [field, field === 'cancelReason' && isFreeText(value) ? null : value];
    }),
  );

/** The body of an event without personal data: ids, times, statuses and amounts stay. */
const bodyWithout = (type: string, body: string, mask: Mask): string => {
  const sent = JSON.parse(body);
  const clean = type === LEGACY_CHECK_IN ? withoutLegacy(sent) : { ...sent, data: withoutTexts(sent.data) };
  return JSON.stringify(maskJson(mask, clean));
};

export interface StoredEvent {
  readonly id: string;
  readonly type: string;
  readonly body: string;
}

const PAGE = `select "id", "type", "body" from "events"
  where "clientId" = ? and "isNew" = 0 and "id" > ? and "id" < ? order by "id" limit ?`;
// Receivers may answer with what they were sent.
const SNIPPETS =
  'update "webhookDeliveries" set "responseSnippet" = null where "eventId" = ? and "responseSnippet" is not null';

/** Removes personal data from an event, and from what its receivers have answered. */
export const cleanEvent = (tx: Tx, { id, type, body }: StoredEvent, mask: Mask): void => {
  const clean = bodyWithout(type, body, mask);
  if (clean !== body) tx.db.query('update "events" set "body" = ? where "id" = ?').run(clean, id);
  tx.db.query(SNIPPETS).run(id);
};

/** Removes personal data from the events about a client that were raised before the erasure, and from their deliveries. */
export const eventStep: Step<StoredEvent> = {
  rows(tx, { clientId, eventId }, after, limit) {
    if (after === '') indexNewEvents(tx.db);
    return tx.db.query<StoredEvent, [string, string, string, number]>(PAGE).all(clientId, after, eventId, limit);
  },
  change(tx, { mask }, event) {
    cleanEvent(tx, event, mask);
    return event.id;
  },
};
