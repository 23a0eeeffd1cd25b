/** Lets only so many works of one key run at once; the others wait in their order. */
export class Lane {
  readonly #running = new Map<string, number>();
  readonly #waiting = new Map<string, (() => void)[]>();

  constructor(private readonly width: number) {}

  /** Runs `work` when its key has room, and settles like it. */
  async run<T>(key: string, work: () => Promise<T>): Promise<T> {
    const running = this.#running.get(key) ?? 0;
    if (running < this.width) this.#running.set(key, running + 1);
    else await new Promise<void>((resolve) => this.#queue(key).push(resolve));
    try {
      return await work();
    } finally {
      this.#leave(key);
    }
  }

  #queue(key: string): (() => void)[] {
    const queue = this.#waiting.get(key) ?? [];
    this.#waiting.set(key, queue);
    return queue;
  }

  /** Hands the room to the next in line, who takes it over uncounted. */
  #leave(key: string): void {
    const next = this.#waiting.get(key)?.shift();
    if (next === undefined) this.#shrink(key);
    else next();
  }

  #shrink(key: string): void {
    this.#waiting.delete(key);
    const running = (this.#running.get(key) ?? 1) - 1;
    if (running === 0) this.#running.delete(key);
    else this.#running.set(key, running);
  }
}
