interface Waiting {
  /** Ends the wait: the task is no longer wanted. */
  readonly signal?: AbortSignal | undefined;
  /** How many tasks of one key may wait; by default any number. */
  readonly most?: number;
}

/** More tasks of one key wait than may. */
export class TooManyWaiting extends Error {}

/** Limits how many tasks of one key run at the same time; the others wait in their order. */
export class KeyedConcurrency {
  readonly #running = new Map<string, number>();
  readonly #waiting = new Map<string, (() => void)[]>();

  /** @param limit tasks of one key. */
  constructor(private readonly limit: number) {}

  /** @throws TooManyWaiting, or the reason of a signal that ends the wait: the task does not run then. */
  async run<T>(
    key: string,
    task: () => Promise<T>,
    { signal, most = Number.POSITIVE_INFINITY }: Waiting = {},
  ): Promise<T> {
    const running = this.#running.get(key) ?? 0;
    if (running < this.limit) this.#running.set(key, running + 1);
    else if ((this.#waiting.get(key)?.length ?? 0) >= most) throw new TooManyWaiting();
    else await this.#turn(key, signal);
    try {
      return await task();
    } finally {
      this.#release(key);
    }
  }

  #turn(key: string, signal: AbortSignal | undefined): Promise<void> {
    signal?.throwIfAborted();
    return new Promise<void>((resolve, reject) => {
      const queue = this.#queue(key);
      const leave = (): void => {
        queue.splice(queue.indexOf(begin), 1);
        reject(signal?.reason);
      };
      const begin = (): void => {
        signal?.removeEventListener('abort', leave);
        resolve();
      };
      signal?.addEventListener('abort', leave, { once: true });
      queue.push(begin);
    });
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
