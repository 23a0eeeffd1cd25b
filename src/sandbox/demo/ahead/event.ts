import type { Tx } from '../../../database/database.ts';
import { MEMBER, REMINDERS, SESSIONS, SITES } from '../../../resources/demo-ids.ts';
import { jobQueue } from '../../../resources/messages/opening/job-queue.ts';
import { opensAt } from '../../../resources/messages/opening/reminders.ts';
import { scheduleMessage } from '../../../resources/messages/schedule.ts';
import { createSession } from '../../../resources/sessions/create.ts';
import { sessionById } from '../../../resources/sessions/queries.ts';
import { inDays } from '../days.ts';
import { naming } from '../naming.ts';
import { SETUP_CALLER } from '../setup.ts';

/** Creates an event that no one can book yet. The member is reminded when booking opens. */
export const createEventAhead = (tx: Tx): void => {
  const startTime = inDays(tx, 28, '09:00');
  const event = { name: 'Day of rest', type: 'event', siteId: SITES.downtown, capacity: 20, startTime } as const;
  createSession(tx, SETUP_CALLER, { ...event, durationMinutes: 180 }, SESSIONS.dayOfRest);
  const session = sessionById(tx, SESSIONS.dayOfRest);
  if (session === undefined) throw new Error('the demo studio has no event ahead');
  const about = { clientId: MEMBER, siteId: SITES.downtown, sourceId: session.id, data: { sessionId: session.id } };
  const message = { kind: 'booking_opens', ...about, dueAt: opensAt(tx, session) } as const;
  scheduleMessage(naming(tx, REMINDERS.dayOfRest), jobQueue, message);
};
