/** How many tokens are remembered at most: some ten megabytes of them. */
const MOST = 10_000;

interface Entry<Value> {
  readonly value: Value;
  /** Epoch ms. */
  readonly expiresAt: number;
}

/**
 * What verified tokens said, by their text, until they expire: a signature is checked once. Beyond the most, those
 * that came first go first.
 */
export class TokenCache<Value> {
  readonly #tokens = new Map<string, Entry<Value>>();

  constructor(readonly most = MOST) {}

  /** Undefined for a token that is not known, or has expired at `now` (epoch ms). */
  get(token: string, now: number): Value | undefined {
    const entry = this.#tokens.get(token);
    if (entry === undefined) return undefined;
    if (now < entry.expiresAt) return entry.value;
    this.#tokens.delete(token);
    return undefined;
  }

  set(token: string, value: Value, expiresAt: number): void {
    if (this.#tokens.size >= this.most) {
      for (const oldest of this.#tokens.keys()) {
        this.#tokens.delete(oldest);
        break;
      }
    }
    this.#tokens.set(token, { value, expiresAt });
  }

  get size(): number {
    return this.#tokens.size;
  }
}
