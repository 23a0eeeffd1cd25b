import type { EventRow } from '../../database/outbox.ts';
import { API_VERSION } from '../../events/envelope.ts';
import { LEGACY_CHECK_IN } from '../../events/legacy-check-in.ts';
import type { EventWire } from './shapes.ts';

/** An event as its receivers read it; the legacy one, which is sent without an envelope, is shown in one. */
export const eventView = ({ id, type, createdAt, body }: EventRow): EventWire => {
  const sent = JSON.parse(body);
  if (type !== LEGACY_CHECK_IN) return sent;
  return { id, object: 'event', type, apiVersion: API_VERSION, createdAt, livemode: true, data: sent };
};
