import { nextTurn, setRealTimeout, stopwatch } from '../../../kernel/clock.ts';

/**
 * How many characters of a credential's lists are made in one turn of the event loop, which takes some 20 ms. A list that waits for a
 * later turn costs twice the processor time of one that is made at once, and 32 lists of 100 clients have half of these characters.
 */
const PER_TURN = 6_000_000;
/** Shorter lists, in characters, make no other list wait. */
const LARGE = 65_536;
/** While this many responses are not sent yet, the next large list waits: each of them takes its size in memory. */
const UNSENT = 4;
/** Until the next look, in real milliseconds, while lists wait for others to be sent. */
const LOOK_MS = 2;
/** Clients that read slowly, or not at all, make a list wait for this long, in real milliseconds. */
const PATIENCE_MS = 100;

interface Credential {
  /** What was made in this turn. */
  characters: number;
  readonly waiting: (() => void)[];
}

/**
 * Makes large lists of one credential one after another, a few in each turn of the event loop (appliance.md "Network"): hundreds
 * of them that come together would hold everyone else for a second, and all be in memory at the same time. Lists of other
 * credentials do not wait for them.
 */
export class LargeReads<Reply> {
  readonly #credentials = new Map<string, Credential>();
  #waiting = 0;
  /** Requests that were under way when the first large list came, such as connections that stay open. */
  #earlier = 0;
  #madeAt = 0;

  /**
   * @param lengthOf the characters of what was made.
   * @param underWay how many requests have no response yet, or one that is not sent.
   * @param now a monotonic reading in milliseconds.
   */
  constructor(
    private readonly lengthOf: (reply: Reply) => number,
    private readonly underWay: () => number = () => 0,
    private readonly now: () => number = stopwatch,
  ) {}

  /** Runs `make` immediately, or in a later turn where the credential has lists under way. */
  run<Call>(credentialId: string, make: (call: Call) => Reply, call: Call): Reply | Promise<Reply> {
    const credential = this.#credentials.get(credentialId);
    if (credential !== undefined && (credential.characters >= PER_TURN || credential.waiting.length > 0)) {
      this.#waiting += 1;
      return new Promise((resolve, reject) => {
        credential.waiting.push(() => {
          this.#waiting -= 1;
          this.#madeAt = this.now();
          try {
            const reply = make(call);
            credential.characters += this.lengthOf(reply);
            resolve(reply);
          } catch (error) {
            reject(error);
          }
        });
      });
    }
    const reply = make(call);
    const characters = this.lengthOf(reply);
    if (characters >= LARGE) this.#count(credentialId, characters);
    return reply;
  }

  #count(credentialId: string, characters: number): void {
    const credential = this.#credentials.get(credentialId);
    if (credential !== undefined) {
      credential.characters += characters;
      return;
    }
    if (this.#credentials.size === 0) {
      this.#earlier = this.underWay();
      nextTurn(this.#turn);
    }
    this.#credentials.set(credentialId, { characters, waiting: [] });
  }

  #isFull(): boolean {
    return this.underWay() - this.#earlier - this.#waiting >= UNSENT && this.now() - this.#madeAt < PATIENCE_MS;
  }

  #turn = (): void => {
    for (const [id, credential] of this.#credentials) {
      if (credential.waiting.length === 0) {
        this.#credentials.delete(id);
        continue;
      }
      credential.characters = 0;
      while (credential.characters < PER_TURN && !this.#isFull()) {
        const next = credential.waiting.shift();
        if (next === undefined) break;
        next();
      }
    }
    if (this.#credentials.size === 0) return;
    if (this.#isFull()) setRealTimeout(LOOK_MS, this.#turn);
    else nextTurn(this.#turn);
  };
}
