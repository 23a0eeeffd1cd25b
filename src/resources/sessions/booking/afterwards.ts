// Acts of staff on a session that has started (rules.md "After the start").

import type { Read } from '../../../database/database.ts';
import { type AnyCaller, type Caller, requireScope } from '../../../kernel/caller.ts';
import { isoInstant } from '../../../kernel/clock.ts';
import { HOUR_MS } from '../../../kernel/durations.ts';
import { conflict, type Problem } from '../../../kernel/problem.ts';
import { bookingSettings } from '../../settings/queries.ts';
import type { BookingSettings } from '../../settings/shapes.ts';
import { hasStarted, type SessionRecord } from '../queries.ts';

/** Whether a person has signed in to the console. Keys and tokens are programs, also those that act for a person. */
export const isAtDesk = (caller: AnyCaller): boolean => caller.kind === 'staff' && caller.session !== undefined;

/**
 * Whether a request may act on a session that has started: of a person at the desk, or of a program that asks for it.
 * @throws Problem 403 for a program without the scope.
 */
export const actsAfterStart = (caller: Caller, { afterStart = false }: { readonly afterStart?: boolean }): boolean => {
  if (afterStart) requireScope(caller, 'bookings:override_capacity');
  return afterStart || isAtDesk(caller);
};

/** Until when staff may book, substitute and correct a session. */
export const staffEditUntil = (endTime: string, { staffEditHours }: Pick<BookingSettings, 'staffEditHours'>): string =>
  isoInstant(Date.parse(endTime) + staffEditHours * HOUR_MS);

type Corrected = Pick<SessionRecord, 'startTime' | 'endTime' | 'completedAt' | 'siteId' | 'overrides'>;

export const editableUntil = (read: Read, { endTime, siteId, overrides }: Corrected): string =>
  staffEditUntil(endTime, bookingSettings(read, siteId, overrides));

export const tooLateForStaff = (until: string): Problem => {
  const message = `The session has ended, and staff could change it until ${until}. Nothing was changed.`;
  return conflict('session_started', message, [{ param: 'sessionId', code: 'too_late', message }]);
};

/**
 * Checks that staff may still change what happened in a session.
 * @param mayAct whether they may at all, once it has started.
 * @throws Problem 409 `session_started`.
 */
export const requireCorrectable = (read: Read, session: Corrected, mayAct: boolean, otherwise: string): void => {
  if (!hasStarted(session, read.now)) return;
  if (!mayAct) throw conflict('session_started', otherwise);
  const until = editableUntil(read, session);
  if (read.now >= until) throw tooLateForStaff(until);
};
