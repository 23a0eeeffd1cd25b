/** Why sessions are canceled where no one has given a reason in words. */
export const SESSION_CANCELLED = 'session_cancelled';
/** Of a session whose slot was removed. When the slot returns, so does the session. */
export const SCHEDULE_CHANGED = 'schedule_changed';

/** The reason that the studio has given in words; undefined without one. */
export const reasonInWords = (cancelReason: string | null): string | undefined =>
  cancelReason === null || [SESSION_CANCELLED, SCHEDULE_CHANGED].includes(cancelReason) ? undefined : cancelReason;
