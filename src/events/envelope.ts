/** The dated version of the event envelope and of the whole API (conventions.md "Versions"). */
export const API_VERSION = '2026-01-10';

/** A stored event. `body` is the exact text of every delivery, serialised once. */
export interface RaisedEvent {
  readonly id: string;
  readonly type: string;
  readonly siteId: string;
  /** The client of the event, as a filter of the event log; null if it has none. */
  readonly clientId: string | null;
  readonly createdAt: string;
  readonly body: string;
}

/** An event with its envelope (events.md "Envelope") as the text that is signed and sent on every attempt. */
export const envelope = (
  id: string,
  type: string,
  siteId: string,
  createdAt: string,
  data: Readonly<Record<string, unknown>>,
): RaisedEvent => ({
  id,
  type,
  siteId,
  clientId: typeof data.clientId === 'string' ? data.clientId : null,
  createdAt,
  body: JSON.stringify({
    id,
    object: 'event',
    type,
    apiVersion: API_VERSION,
    createdAt,
    livemode: true,
    data: { ...data, siteId },
  }),
});
