/** The dated version of the envelope and of the whole interface (section 9). */
export const API_VERSION = '2026-01-10';

/** An event as it is kept: `body` holds the exact bytes of every delivery, serialised once. */
export interface RaisedEvent {
  readonly id: string;
  readonly type: string;
  readonly siteId: string;
  /** The client that the event is about, for the log; null where there is none. */
  readonly clientId: string | null;
  readonly createdAt: string;
  readonly body: string;
}

/** The envelope around `data` (section 6), as the text that is signed and sent on every attempt. */
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
