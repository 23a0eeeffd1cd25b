import { readOnce } from '../../database/committed-view.ts';
import type { Read, Tx } from '../../database/database.ts';
import { idLowerBound } from '../../kernel/ids.ts';
import { changeSome } from '../../kernel/slices.ts';
import type { DeliveredEvent } from '../deliveries.ts';
import type { JobKey } from './jobs.ts';

/** How much waits in memory at most. After a crash, a start moves it to `webhookJobs`. */
export interface NewJobLimits {
  /** Jobs of all endpoints. */
  readonly total: number;
  /** Jobs of one endpoint. */
  readonly ofEndpoint: number;
  /** Events with jobs that are not over. One statement changes their rows when an endpoint is disabled. */
  readonly events: number;
}

export const NEW_JOB_LIMITS: NewJobLimits = { total: 32_768, ofEndpoint: 3_072, events: 4_096 };

const INSERT = 'insert into webhookNewJobs (eventId, endpoints) values (?, ?)';
const INSERT_STORED = `insert into webhookJobs (eventId, endpointId, attempt, dueAt) select ?, value, 0, ? from json_each(?)`;
const DELETE = 'delete from webhookNewJobs where eventId = ?';

/** An event that is raised. */
interface NewEvent {
  readonly id: string;
  readonly createdAt: string;
}

/**
 * The jobs whose first attempts are made from memory, with one row for each event in `webhookNewJobs` for the case of a
 * crash. Jobs that do not fit, and those of an endpoint with older jobs in `webhookJobs`, are stored there.
 */
export class NewJobs {
  /** The events that wait for each endpoint, the oldest first. Some may have been undone, or are not wanted any more. */
  readonly #waiting = new Map<string, Set<string>>();
  /** How many jobs of each event are not over. */
  readonly #left = new Map<string, number>();
  /** How many jobs of each event are over by the open transaction. */
  readonly #over = new Map<string, number>();
  /** Those of them that were not wanted any more. */
  #dropped: JobKey[] = [];
  /** Endpoints that may have due jobs in `webhookJobs`. */
  readonly #stored = new Set<string>();
  #count = 0;
  #isOpen = false;

  constructor(private readonly limits = NEW_JOB_LIMITS) {}

  /** From now on jobs are kept here. */
  open(): void {
    this.#isOpen = true;
  }

  /** How many jobs wait. */
  get count(): number {
    return this.#count;
  }

  /** Queues an event for endpoints, in the transaction that raises it. */
  queue(tx: Tx, event: NewEvent, endpointIds: readonly string[]): void {
    const added: string[] = [];
    const others: string[] = [];
    for (const endpointId of endpointIds) (this.#add(endpointId, event.id) ? added : others).push(endpointId);
    if (added.length > 0) tx.db.query(INSERT).run(event.id, JSON.stringify(added));
    if (others.length === 0) return;
    tx.db.query(INSERT_STORED).run(event.id, event.createdAt, JSON.stringify(others));
    for (const endpointId of others) this.#stored.add(endpointId);
  }

  /** Takes the events of up to `limit` jobs of an endpoint, the oldest first. */
  take(tx: Tx, endpointId: string, limit: number): string[] {
    const waiting = this.#waiting.get(endpointId);
    if (waiting === undefined) return [];
    const taken: string[] = [];
    for (const eventId of waiting) {
      if (taken.length === limit) break;
      waiting.delete(eventId);
      this.#count -= 1;
      const job = { eventId, endpointId };
      if (isWanted(tx, job)) {
        taken.push(eventId);
        continue;
      }
      this.#dropped.push(job);
      this.end(tx, job);
    }
    if (waiting.size === 0) this.#waiting.delete(endpointId);
    return taken;
  }

  /** The attempt of a job is recorded. The row of an event is deleted with its last one. */
  end(tx: Tx, { eventId }: JobKey): void {
    const over = (this.#over.get(eventId) ?? 0) + 1;
    this.#over.set(eventId, over);
    if (over === this.#left.get(eventId)) tx.db.query(DELETE).run(eventId);
  }

  /** Call it after the commit. */
  commit(): void {
    for (const [eventId, over] of this.#over) {
      const left = (this.#left.get(eventId) ?? 0) - over;
      if (left > 0) this.#left.set(eventId, left);
      else this.#left.delete(eventId);
    }
    this.#over.clear();
    this.#dropped = [];
  }

  /** Call it after a transaction that failed, with the jobs that it took. */
  undo(taken: readonly JobKey[]): void {
    const undone = Map.groupBy([...this.#dropped, ...taken], ({ endpointId }) => endpointId);
    for (const [endpointId, jobs] of undone) {
      const eventIds = jobs.map(({ eventId }) => eventId);
      this.#waiting.set(endpointId, new Set([...eventIds, ...(this.#waiting.get(endpointId) ?? [])]));
      this.#count += jobs.length;
    }
    this.#over.clear();
    this.#dropped = [];
  }

  /** Whether an endpoint may have due jobs in `webhookJobs`. */
  mayHaveStored(endpointId: string): boolean {
    return this.#stored.has(endpointId);
  }

  /** Notes whether an endpoint may have due jobs in `webhookJobs`. */
  noteStored(endpointId: string, mayHave: boolean): void {
    if (mayHave) this.#stored.add(endpointId);
    else this.#stored.delete(endpointId);
  }

  /** Endpoints for which an event waits that was raised before `beforeMs` (epoch ms). */
  waitingSince(beforeMs: number): { readonly endpointId: string }[] {
    const before = `evt_${idLowerBound(beforeMs)}`;
    return [...this.#waiting]
      .filter(([, [oldest = before]]) => oldest < before)
      .map(([endpointId]) => ({ endpointId }));
  }

  #add(endpointId: string, eventId: string): boolean {
    const { total, ofEndpoint, events } = this.limits;
    if (!this.#isOpen || this.#count >= total || this.#stored.has(endpointId)) return false;
    if (this.#left.size >= events && !this.#left.has(eventId)) return false;
    const waiting = this.#waiting.get(endpointId);
    // A write that is undone and runs again may raise the same event.
    if (waiting?.has(eventId) === true) return true;
    if (waiting === undefined) this.#waiting.set(endpointId, new Set([eventId]));
    else if (waiting.size >= ofEndpoint) return false;
    else waiting.add(eventId);
    this.#count += 1;
    this.#left.set(eventId, (this.#left.get(eventId) ?? 0) + 1);
    return true;
  }
}

const EVENT =
  'select type as eventType, siteId, body, endpoints ' +
  'from events left join webhookNewJobs on eventId = events.id where events.id = ?';

/** An event, with the endpoints for which it is a new job, as JSON. */
interface EventRow extends DeliveredEvent {
  readonly endpoints: string | null;
}

/** The event of jobs. Rounds of the queue that follow one another read it once. */
const queuedEvent = (read: Read, eventId: string): EventRow | null =>
  readOnce(read, eventId, () => read.db.query<EventRow, [string]>(EVENT).get(eventId));

/** The event of a job as it is sent; undefined when it is deleted. */
export const eventOfJob = (read: Read, eventId: string): DeliveredEvent | undefined =>
  queuedEvent(read, eventId) ?? undefined;

/** Whether a new job is wanted still: its event was committed, and its endpoint is neither disabled nor deleted. */
export const isWanted = (read: Read, { eventId, endpointId }: JobKey): boolean =>
  queuedEvent(read, eventId)?.endpoints?.includes(`"${endpointId}"`) === true;

const DELETE_OF_ENDPOINT = `update webhookNewJobs
  set endpoints = (select json_group_array(value) from json_each(endpoints) where value <> ?1)
  where instr(endpoints, ?1) > 0`;

/** Deletes the new jobs of an endpoint. It reads all rows, which are few. */
export const deleteNewJobsOf = (tx: Tx, endpointId: string): void => {
  tx.db.query(DELETE_OF_ENDPOINT).run(endpointId);
  tx.known.clear();
};

/** The events of one transaction, at most. */
const BATCH = 100;
const LEFT = `select eventId, endpoints, events.createdAt from webhookNewJobs join events on events.id = eventId
  order by eventId limit ${BATCH}`;
const RECORDED = 'select endpointId from webhookDeliveries where eventId = ? and redeliveryOf is null';

/** The new jobs of an event, as the process before has left them. */
interface LeftJobs {
  readonly eventId: string;
  readonly endpoints: string;
  readonly createdAt: string;
}

/**
 * Moves new jobs that the process before has left, and whose attempts it has not recorded, to `webhookJobs`. Returns whether
 * there may be more.
 */
export const storeSomeNewJobs = (tx: Tx): boolean => {
  const left = tx.db.query<LeftJobs, []>(LEFT).all();
  const count = changeSome(left, ({ eventId, endpoints, createdAt }) => {
    const recorded = tx.db.query<{ endpointId: string }, [string]>(RECORDED).all(eventId);
    const known = new Set(recorded.map(({ endpointId }) => endpointId));
    const endpointIds: string[] = JSON.parse(endpoints);
    const others = endpointIds.filter((endpointId) => !known.has(endpointId));
    tx.db.query(INSERT_STORED).run(eventId, createdAt, JSON.stringify(others));
    tx.db.query(DELETE).run(eventId);
  });
  return count < left.length || count === BATCH;
};

const OLDEST = 'select createdAt from events where id = (select min(eventId) from webhookNewJobs)';

/** When the oldest event was raised that has new jobs; null when there are none. */
export const oldestNewJob = (read: Read): string | null =>
  read.db.query<{ createdAt: string }, []>(OLDEST).get()?.createdAt ?? null;
