import { type Tx, withoutEvents } from '../../database/database.ts';
import type { FactMove, ImportReactions } from '../reactions.ts';
import type { EndWork, RowReactions } from './importers/family.ts';

/** How many facts are counted together at most, so that they do not fill the memory. */
const MOST_FACTS = 50_000;

/**
 * What the rows of an import leave for its end. What is derived from the facts of a client, such as streaks and ranks, is
 * counted once for all rows: to count it after each of them takes as long as all facts that the client has by then.
 */
export class AtEnd {
  readonly reactions: RowReactions;
  readonly #given: ImportReactions;
  readonly #works = new Map<string, EndWork>();
  #moves = new Map<string, FactMove[]>();
  #facts = 0;

  constructor(given: ImportReactions) {
    this.#given = given;
    this.reactions = {
      ...given,
      factRecorded: (_tx, fact) => this.#add({ fact, sign: 1 }),
      factTakenBack: (_tx, fact) => this.#add({ fact, sign: -1 }),
      onceAtEnd: (key, work) => void this.#works.set(key, work),
    };
  }

  /** Does what is left, once it is much. Call it between rows. */
  *doSome(tx: Tx): Generator<void, void> {
    if (this.#facts >= MOST_FACTS) yield* this.finish(tx);
  }

  /** Does what is left. It raises nothing. */
  *finish(tx: Tx): Generator<void, void> {
    const silent = withoutEvents(tx);
    for (const work of this.#works.values()) yield* work(silent);
    this.#works.clear();
    const moves = this.#moves;
    this.#moves = new Map();
    this.#facts = 0;
    for (const [clientId, each] of moves) {
      yield* this.#given.factsImported(silent, clientId, each);
      yield;
    }
  }

  #add(move: FactMove): void {
    const { clientId } = move.fact;
    const moves = this.#moves.get(clientId);
    if (moves === undefined) this.#moves.set(clientId, [move]);
    else moves.push(move);
    this.#facts += 1;
  }
}
