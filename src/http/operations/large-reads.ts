import { nextTurn } from '../../kernel/clock.ts';

/** A credential's lists of so many characters together are made in one turn of the event loop, which takes some 2 ms. */
const PER_TURN = 750_000;
/** Shorter lists, in characters, make no other list wait. */
const LARGE = 65_536;

interface Credential {
  /** What was made in this turn. */
  characters: number;
  readonly waiting: (() => void)[];
}

/**
 * Makes large lists of one credential one after another, a few in each turn of the event loop (appliance.md "Network"): hundreds
 * of them that come together would hold everybody else for a second. Lists of other credentials do not wait for them.
 */
export class LargeReads<Reply> {
  readonly #credentials = new Map<string, Credential>();

  /** @param lengthOf the characters of what was made. */
  constructor(private readonly lengthOf: (reply: Reply) => number) {}

  /** Runs `make` at once, or in a later turn where the credential has lists under way. */
  run<Call>(credentialId: string, make: (call: Call) => Reply, call: Call): Reply | Promise<Reply> {
    const credential = this.#credentials.get(credentialId);
    if (credential !== undefined && (credential.characters >= PER_TURN || credential.waiting.length > 0)) {
      return new Promise((resolve, reject) => {
        credential.waiting.push(() => {
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
    if (this.#credentials.size === 0) nextTurn(this.#turn);
    this.#credentials.set(credentialId, { characters, waiting: [] });
  }

  #turn = (): void => {
    for (const [id, credential] of this.#credentials) {
      if (credential.waiting.length === 0) {
        this.#credentials.delete(id);
        continue;
      }
      credential.characters = 0;
      while (credential.characters < PER_TURN) {
        const next = credential.waiting.shift();
        if (next === undefined) break;
        next();
      }
    }
    if (this.#credentials.size > 0) nextTurn(this.#turn);
  };
}
