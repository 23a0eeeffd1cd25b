import type { Read, Tx } from '../../database/database.ts';
import type { JobKey } from './jobs.ts';

/** An attempt that is counted before it is made. */
export interface Claim extends JobKey {
  /** Which attempt of the event this is. */
  readonly attempt: number;
}

/** Attempts by endpoint and event. */
type StoredClaims = Readonly<Record<string, Readonly<Record<string, number>>>>;

const DELETE = 'delete from webhookClaims where id < ?';
const INSERT = 'insert into webhookClaims (jobs) values (?)';

/**
 * The attempts that are claimed and not recorded as deliveries. A claim leaves its job as it is: the claims of a round
 * are stored in one row, which a crash leaves for the next start, and are known here meanwhile.
 */
export class Claims<Job extends Claim> {
  /** The row of each claim, in the order of the rows. */
  readonly #rows = new Map<Job, number>();
  /** The events of each endpoint. */
  readonly #events = new Map<string, Set<string>>();

  /** Stores the claims of a round, and deletes the rows whose attempts are all recorded. */
  store(tx: Tx, claims: readonly Job[]): void {
    const [oldest = Number.MAX_SAFE_INTEGER] = this.#rows.values();
    tx.db.query(DELETE).run(oldest);
    const stored: Record<string, Record<string, number>> = {};
    for (const { endpointId, eventId, attempt } of claims) {
      stored[endpointId] ??= {};
      stored[endpointId][eventId] = attempt;
    }
    const { lastInsertRowid } = tx.db.query(INSERT).run(JSON.stringify(stored));
    for (const claim of claims) {
      this.#rows.set(claim, Number(lastInsertRowid));
      const events = this.#events.get(claim.endpointId);
      if (events === undefined) this.#events.set(claim.endpointId, new Set([claim.eventId]));
      else events.add(claim.eventId);
    }
  }

  /** Forgets claims: after the commit that records their attempts, or when that of the claims failed. */
  forget(claims: readonly Job[]): void {
    for (const claim of claims) {
      this.#rows.delete(claim);
      const events = this.#events.get(claim.endpointId);
      events?.delete(claim.eventId);
      if (events?.size === 0) this.#events.delete(claim.endpointId);
    }
  }

  /** The events of an endpoint that are claimed. */
  eventsOf(endpointId: string): ReadonlySet<string> | undefined {
    return this.#events.get(endpointId);
  }

  all(): Iterable<Job> {
    return this.#rows.keys();
  }
}

/** The claims that the process before has left. Some of their attempts may be recorded. */
export const storedClaims = (read: Read): Claim[] =>
  read.db
    .query<{ jobs: string }, []>('select jobs from webhookClaims order by id')
    .all()
    .flatMap(({ jobs }) => {
      const stored: StoredClaims = JSON.parse(jobs);
      return Object.entries(stored).flatMap(([endpointId, events]) =>
        Object.entries(events).map(([eventId, attempt]) => ({ endpointId, eventId, attempt })),
      );
    });

/** Deletes all stored claims. */
export const deleteClaims = (tx: Tx): void => {
  tx.db.query(DELETE).run(Number.MAX_SAFE_INTEGER);
};
