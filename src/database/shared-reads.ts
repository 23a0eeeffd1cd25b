import type { Database } from 'bun:sqlite';
import { type Clock, nextTurn } from '../kernel/clock.ts';
import { View } from './committed-view.ts';
import type { Read } from './database.ts';

/**
 * The transaction that the reads of one turn of the event loop share, because a statement outside a transaction locks the
 * file for itself, which costs more than a seek. It ends with the turn or before the next write.
 */
export class SharedReads {
  /** What requests of this turn have read already; undefined while they share no transaction. */
  #known: Map<string, unknown> | undefined;

  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
  ) {}

  /** The committed data, for reads within this turn. */
  view(): Read {
    const { db } = this;
    if (this.#known === undefined && !db.inTransaction && db.filename !== ':memory:') {
      this.#known = new Map();
      db.query('BEGIN').run();
      nextTurn(() => this.end());
    }
    return new View(db, this.clock.now(), this.#known);
  }

  /** Ends the transaction, if there is one. */
  end(): void {
    if (this.#known === undefined) return;
    this.#known = undefined;
    if (this.db.inTransaction) this.db.query('COMMIT').run();
  }
}
