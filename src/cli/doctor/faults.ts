import type { Database } from 'bun:sqlite';
import { epochOf } from '../../kernel/clock.ts';
import { HOUR_MS } from '../../kernel/durations.ts';
import type { Jobs } from '../../queue/jobs.ts';
import { type CheckContext, durationText, type Finding, failed } from './finding.ts';

const FAULTY = 'select count(*) as count, min(dueAt) as dueAt from queueJobs where queue = ? and faults > 0';

const ACTION =
  'See the errors in the log of the server, and report them. A restart tries at once, so that a release that mends the fault sends them.';

/** The jobs of a queue that a fault of the program keeps from being done. @param what such as 'mails' */
export const faultFindings = (db: Database, { queue }: Pick<Jobs, 'queue'>, what: string): Finding[] => {
  const { count, dueAt } = db.query<{ count: number; dueAt: string | null }, [string]>(FAULTY).get(queue) ?? {
    count: 0,
    dueAt: null,
  };
  if (count === 0) return [];
  const text = `A fault of studiod keeps ${what} from being sent (${count}). Nothing is lost: it tries again, next at ${dueAt}.`;
  return [failed(text, ACTION)];
};

/** A change that was begun longer ago should have ended: it is tried again every minute, in short steps. */
const STUCK_MS = HOUR_MS;
const OLDEST = 'select kind, id, createdAt from unfinishedChanges order by createdAt limit 1';

/** The oldest long change that does not end, while a server would go on with it. */
export const stuckFindings = ({ db, now, isServed }: CheckContext): Finding[] => {
  const oldest = db?.query<{ kind: string; id: string; createdAt: string }, []>(OLDEST).get() ?? null;
  const age = oldest === null ? 0 : now - epochOf(oldest.createdAt);
  if (oldest === null || !isServed || age <= STUCK_MS) return [];
  const text = `A change (${oldest.kind} of ${oldest.id}) has not ended for ${durationText(age)}. It is tried again every minute.`;
  return [failed(text, 'The log of the server says why ("the unfinished change of").')];
};
