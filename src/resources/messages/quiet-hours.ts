import type { Read } from '../../database/database.ts';
import { epochOf, isoInstant } from '../../kernel/clock.ts';
import { addDays, instantOf, wallClock } from '../../kernel/local-time.ts';
import { Client } from '../clients/record.ts';
import { notificationPreferencesView } from '../preferences/view.ts';
import { notificationSettings } from '../settings/queries.ts';
import { Site } from '../sites/record.ts';
import { kindOf } from './kinds.ts';
import type { MessageKind } from './record.ts';

/** Local times of day; hours that end earlier than they begin end on the next day. */
interface QuietHours {
  readonly start: string;
  readonly end: string;
}

/** The end of quiet hours at an instant, as an instant; the instant itself outside of them. */
const endOfQuiet = (at: string, { start, end }: QuietHours, timezone: string): string => {
  const { date, time } = wallClock(epochOf(at), timezone);
  const isOvernight = end < start;
  const isQuiet = isOvernight ? time >= start || time < end : time >= start && time < end;
  if (!isQuiet) return at;
  const endsOn = isOvernight && time >= start ? addDays(date, 1) : date;
  return isoInstant(instantOf(endsOn, end, timezone));
};

/** When a message that is not urgent may be sent to a client: after the quiet hours that the client has chosen, else the site. */
export const afterQuietHours = (read: Read, clientId: string, siteId: string, at: string): string => {
  const client = Client.rows.find(read, clientId);
  if (client === undefined) return at;
  const hours = notificationPreferencesView(read, clientId).quietHours ?? notificationSettings(read, siteId).quietHours;
  if (hours === null) return at;
  const timezone = client.timezone ?? Site.rows.find(read, siteId)?.timezone ?? 'UTC';
  return endOfQuiet(at, hours, timezone);
};

/** When a message is sent: at an instant, or after the quiet hours, unless it is urgent. */
export const sendingTime = (
  read: Read,
  kind: MessageKind,
  clientId: string | null,
  siteId: string,
  at: string,
): string => (clientId === null || kindOf(kind).isUrgent ? at : afterQuietHours(read, clientId, siteId, at));
