/** Limits how many tasks of one key run at the same time; the others wait in their order. */
export class KeyedConcurrency {
  readonly #running = new Map<string, number>();
  readonly #waiting = new Map<string, (() => void)[]>();

  /** @param limit tasks of one key. */
  constructor(private readonly limit: number) {}

  async run<T>(key: string, task: () => Promise<T>): Promise<T> {
    const running = this.#running.get(key) ?? 0;
    if (running < this.limit) this.#running.set(key, running + 1);
    else await new Promise<void>((resolve) => this.#queue(key).push(resolve));
    try {
      return await task();
    } finally {
      this.#release(key);
    }
  }

  #queue(key: string): (() => void)[] {
    const queue = this.#waiting.get(key) ?? [];
    this.#waiting.set(key, queue);
    return queue;
  }

  #release(key: string): void {
    const next = this.#waiting.get(key)?.shift();
    if (next === undefined) this.#free(key);
    else next();
  }

  #free(key: string): void {
    this.#waiting.delete(key);
    const running = (this.#running.get(key) ?? 1) - 1;
    if (running === 0) this.#running.delete(key);
    else this.#running.set(key, running);
  }
}
