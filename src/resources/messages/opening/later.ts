import type { Read } from '../../../database/database.ts';
import { sessionById } from '../../sessions/queries.ts';
import type { MessageRow } from '../record.ts';
import { opensAt } from './reminders.ts';

/** When booking opens, where it opens later than a reminder is about to say: the class was moved, or the window was changed. */
export const laterOpening = (read: Read, { kind, sourceId }: MessageRow): string | undefined => {
  const session = kind === 'booking_opens' ? sessionById(read, sourceId) : undefined;
  if (session === undefined) return undefined;
  const at = opensAt(read, session);
  return at > read.now ? at : undefined;
};
