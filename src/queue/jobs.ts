import type { Read, Tx } from '../database/database.ts';

export interface JobKey {
  /** Jobs of one lane share its slots: the id of a webhook endpoint, the domain of a recipient. */
  readonly lane: string;
  /** What the job is about, such as the id of an event or a message, from which its work is read when it is done. */
  readonly key: string;
}

export interface ClaimedJob extends JobKey {
  /** The number of this attempt, from 1 on. It is stored before the attempt begins. */
  readonly attempt: number;
  /** How many attempts before it, in a row, a fault of the program has ended. They are not counted as attempts. */
  readonly faults: number;
  /** When the claim ends. With `attempt`, it identifies this claim. */
  readonly leasedUntil: string;
}

/** A lane with waiting jobs. Instants. */
export interface Lane {
  readonly lane: string;
  readonly firstDueAt: string;
  /** When the first job is due that is not due yet; null when there is no such job. */
  readonly nextDueAt: string | null;
}

/** The number of jobs by state, and when the first of the waiting ones is or was due. */
export interface QueueDepth {
  /** Not attempted yet. */
  readonly waiting: number;
  readonly retrying: number;
  readonly inProgress: number;
  readonly oldestDueAt: string | null;
}

const WAITING = 'leasedUntil is null';
/** As a range, for which SQLite uses the index of claimed jobs and not the primary key. */
const CLAIMED = "leasedUntil > ''";
const ADD = 'insert or replace into queueJobs (queue, key, lane, dueAt) select ?, ?, value, ? from json_each(?)';
const HAS = 'select 1 from queueJobs where queue = ? and key = ? and lane = ?';
const CANCEL = 'delete from queueJobs where queue = ?1 and key = ?2 and (?3 is null or lane = ?3)';
const KEYS = `select key from (select key from queueJobs where queue = ?1 and lane = ?2 and ${CLAIMED})
  union all select key from (select key from queueJobs where queue = ?1 and lane = ?2 and ${WAITING} order by dueAt limit ?3)`;
// SQLite would compile a bare `limit ?` again for each value.
const CLAIM = `update queueJobs set attempt = attempt + 1, leasedUntil = ?4 where queue = ?1 and lane = ?2 and key in
  (select key from queueJobs where queue = ?1 and lane = ?2 and ${WAITING} and dueAt <= ?3
   order by dueAt, key limit ?5 + 0)
  returning lane, key, attempt, faults, leasedUntil, dueAt`;
const OWN = 'where queue = ? and key = ? and lane = ? and attempt = ? and leasedUntil = ?';
const END = `delete from queueJobs ${OWN}`;
const REPEAT = `update queueJobs set leasedUntil = null, faults = 0, dueAt = ? ${OWN}`;
const REPEAT_UNCOUNTED = `update queueJobs set leasedUntil = null, faults = faults + 1, attempt = attempt - 1, dueAt = ? ${OWN}`;
const HAS_FAULTY = 'select 1 from queueJobs indexed by queueJobsFaulty where queue = ? and faults > 0';
const FAULTY_NOW = `update queueJobs indexed by queueJobsFaulty set dueAt = ?2
  where queue = ?1 and faults > 0 and ${WAITING} and dueAt > ?2`;
const LEASED = `select lane, key, attempt, faults, leasedUntil from queueJobs
  where queue = ? and ${CLAIMED} and leasedUntil <= ? order by leasedUntil, key`;
const ADVANCE = `update queueJobs set dueAt = ?5 where queue = ?1 and lane = ?2 and key in
  (select key from queueJobs where queue = ?1 and lane = ?2 and ${WAITING} and dueAt > ?4 and attempt = ?3 limit ?6)
  returning lane, key`;
// A few seeks for each lane, however many jobs wait: there may be a million.
const LANES = `with recursive lanes (lane) as (
    select min(lane) from queueJobs where queue = ?1 and ${WAITING}
    union all
    select (select min(lane) from queueJobs where queue = ?1 and ${WAITING} and lane > lanes.lane) from lanes
    where lane is not null)
  select lane,
    (select min(dueAt) from queueJobs where queue = ?1 and lane = lanes.lane and ${WAITING}) as firstDueAt,
    (select min(dueAt) from queueJobs where queue = ?1 and lane = lanes.lane and ${WAITING} and dueAt > ?2) as nextDueAt
  from lanes where lane is not null`;
const DEPTH = `select count(*) filter (where ${WAITING} and attempt = 0) as waiting,
    count(*) filter (where ${WAITING} and attempt > 0) as retrying,
    count(*) filter (where leasedUntil is not null) as inProgress,
    min(dueAt) filter (where ${WAITING}) as oldestDueAt
  from queueJobs where queue = ?`;

/** Later than any instant. */
const EVER = '~';

/**
 * The stored jobs of one queue. A job is waiting, and due from `dueAt` on, or it is claimed: its attempt is counted and is in
 * progress. It is deleted when it is over.
 */
export class Jobs {
  /** @param queue whose jobs they are, such as 'webhooks'. */
  constructor(readonly queue: string) {}

  /** Adds a job in each lane. It replaces the job of this key, also one in progress, whose result then changes nothing. */
  add(tx: Tx, key: string, lanes: readonly string[], dueAt: string): void {
    tx.db.query(ADD).run(this.queue, key, dueAt, JSON.stringify(lanes));
  }

  /** Whether a job of this key waits or is in progress in a lane. */
  has(read: Read, key: string, lane: string): boolean {
    return read.db.query(HAS).get(this.queue, key, lane) !== null;
  }

  /** Deletes the jobs of a key, in one lane or in all. What is in progress is not interrupted, and not repeated. */
  cancel(tx: Tx, key: string, lane: string | null = null): void {
    tx.db.query(CANCEL).run(this.queue, key, lane);
  }

  /** The keys of jobs in a lane: those in progress and up to `limit` waiting ones. */
  keysIn(read: Read, lane: string, limit: number): string[] {
    const jobs = read.db.query<JobKey, [string, string, number]>(KEYS).all(this.queue, lane, limit);
    return jobs.map(({ key }) => key);
  }

  /** Claims up to `limit` due jobs of a lane: those that are due first, by their keys where that is the same instant. */
  claim(tx: Tx, lane: string, limit: number, leasedUntil: string): ClaimedJob[] {
    return tx.db
      .query<ClaimedJob & { readonly dueAt: string }, [string, string, string, string, number]>(CLAIM)
      .all(this.queue, lane, tx.now, leasedUntil, limit)
      .sort((left, right) => (`${left.dueAt} ${left.key}` < `${right.dueAt} ${right.key}` ? -1 : 1));
  }

  /** Deletes a claimed job. Returns false when the claim is lost: the job was canceled, replaced or claimed again. */
  end(tx: Tx, job: ClaimedJob): boolean {
    return tx.db.query(END).run(this.queue, job.key, job.lane, job.attempt, job.leasedUntil).changes > 0;
  }

  /** Lets a claimed job wait until `dueAt`. Returns false when the claim is lost. */
  repeat(tx: Tx, job: ClaimedJob, dueAt: string): boolean {
    return tx.db.query(REPEAT).run(dueAt, this.queue, job.key, job.lane, job.attempt, job.leasedUntil).changes > 0;
  }

  /**
   * Lets a claimed job, which a fault of the program has ended, wait until `dueAt` as if it had not been attempted. Returns
   * false when the claim is lost.
   */
  repeatUncounted(tx: Tx, job: ClaimedJob, dueAt: string): boolean {
    const own = [this.queue, job.key, job.lane, job.attempt, job.leasedUntil] as const;
    return tx.db.query(REPEAT_UNCOUNTED).run(dueAt, ...own).changes > 0;
  }

  /** Whether a fault of the program keeps jobs from being done. */
  hasFaulty(read: Read): boolean {
    return read.db.query(HAS_FAULTY).get(this.queue) !== null;
  }

  /** Makes the jobs due that a fault of the program keeps from being done: the fault may be gone. */
  retryFaulty(tx: Tx): void {
    tx.db.query(FAULTY_NOW).run(this.queue, tx.now);
  }

  /** The jobs in progress. @param until only claims that have ended by this instant */
  claimed(read: Read, until: string = EVER): ClaimedJob[] {
    return read.db.query<ClaimedJob, [string, string]>(LEASED).all(this.queue, until);
  }

  /** Makes up to `limit` jobs of a lane that have had `attempt` attempts, and are due after `latest`, due at `dueAt`. */
  advance(tx: Tx, lane: string, attempt: number, latest: string, dueAt: string, limit: number): JobKey[] {
    return tx.db
      .query<JobKey, [string, string, number, string, string, number]>(ADVANCE)
      .all(this.queue, lane, attempt, latest, dueAt, limit);
  }

  /** The lanes with waiting jobs. A few seeks for each, however long the queue is. */
  lanes(read: Read): Lane[] {
    return read.db.query<Lane, [string, string]>(LANES).all(this.queue, read.now);
  }

  /** Counts all jobs: it reads the whole queue. */
  depth(read: Read): QueueDepth {
    const none = { waiting: 0, retrying: 0, inProgress: 0, oldestDueAt: null };
    return read.db.query<QueueDepth, [string]>(DEPTH).get(this.queue) ?? none;
  }
}
