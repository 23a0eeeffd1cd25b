import { epochOf, isoInstant } from '../../kernel/clock.ts';
import { MINUTE_MS } from '../../kernel/durations.ts';
import { type SessionRow, VideoSession, type VideoSessionResponse } from './record.ts';

/** A session without a heartbeat for this long is over (content.md "Video"). */
const ABANDONED_AFTER_MS = 10 * MINUTE_MS;

export const lastSignOf = ({ lastHeartbeatAt, startedAt }: SessionRow): string => lastHeartbeatAt ?? startedAt;

/** The last sign of sessions that are abandoned now, an instant. */
export const abandonedBefore = (nowMs: number): string => isoInstant(nowMs - ABANDONED_AFTER_MS);

/** The columns of a session that ends as it is: what is completed stays so. */
export const endedColumns = (
  { completedAt }: SessionRow,
  status: 'ended' | 'abandoned',
  endedAt: string,
): Pick<SessionRow, 'status' | 'endedAt'> => ({ status: completedAt === null ? status : 'completed', endedAt });

/** The session as it is now, whatever its columns say yet: without a heartbeat for 10 minutes it is abandoned. */
export const sessionNow = (row: SessionRow, nowMs: number): SessionRow => {
  const last = lastSignOf(row);
  if (row.endedAt !== null || epochOf(last) > nowMs - ABANDONED_AFTER_MS) return row;
  return { ...row, ...endedColumns(row, 'abandoned', last) };
};

export const sessionView = (row: SessionRow, nowMs: number): VideoSessionResponse => {
  const { status, endedAt } = sessionNow(row, nowMs);
  return { ...VideoSession.view(row), status, endedAt };
};
