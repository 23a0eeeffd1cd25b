import type { Database } from 'bun:sqlite';
import { epochOf } from '../../kernel/clock.ts';
import { HOUR_MS } from '../../kernel/durations.ts';
import type { Jobs } from '../../queue/jobs.ts';
import { type CheckContext, durationText, type Finding, failed } from './finding.ts';

const FAULTY = 'select count(*) as count, min(dueAt) as dueAt from queueJobs where queue = ? and faults > 0';

const ACTION =
  'See the errors in the server log and report them. A restart retries immediately, so a release with a fix sends them.';

/** The jobs of a queue that a fault of the program keeps from being done. @param what such as 'emails' */
export const faultFindings = (db: Database, { queue }: Pick<Jobs, 'queue'>, what: string): Finding[] => {
  const { count, dueAt } = db.query<{ count: number; dueAt: string | null }, [string]>(FAULTY).get(queue) ?? {
    count: 0,
    dueAt: null,
  };
  if (count === 0) return [];
  const text = `An error in studiod prevents ${what} from being sent (${count}). Nothing is lost: the next attempt is at ${dueAt}.`;
  return [failed(text, ACTION, 'not_sent_by_fault', count)];
};

/** A change that was begun longer ago should have ended: it is tried again every minute, in short steps. */
const STUCK_MS = HOUR_MS;
const OLDEST = 'select kind, id, createdAt from unfinishedChanges order by createdAt limit 1';

/** The oldest long change that does not end, while a server would continue with it. */
export const stuckFindings = ({ db, now, isServed }: CheckContext): Finding[] => {
  const oldest = db?.query<{ kind: string; id: string; createdAt: string }, []>(OLDEST).get() ?? null;
  const age = oldest === null ? 0 : now - epochOf(oldest.createdAt);
  if (oldest === null || !isServed || age <= STUCK_MS) return [];
  const text = `A change (${oldest.kind} of ${oldest.id}) has not finished for ${durationText(age)}. It is retried every minute.`;
  return [
    failed(
      text,
      'The server log has the reason ("the unfinished change of").',
      'change_stuck',
      `${oldest.kind} ${oldest.id}`,
      oldest.createdAt,
    ),
  ];
};
