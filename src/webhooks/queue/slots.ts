/** How many attempts may be in progress at the same time. */
export interface SlotLimits {
  /** To one endpoint, so that a slow one delays no other. */
  readonly perEndpoint: number;
  readonly total: number;
}

/** The number of endpoints with attempts in progress, with no free slot, and with jobs that wait for a slot. */
export interface SlotUse {
  readonly busy: number;
  readonly full: number;
  readonly ready: number;
}

export const SLOT_LIMITS: SlotLimits = { perEndpoint: 4, total: 64 };

/** The concurrency slots of the queue: which endpoints may have due jobs, and how many attempts each has in progress. */
export class Slots {
  /** Endpoints that may have due jobs, the longest waiting first. */
  readonly #ready = new Set<string>();
  readonly #inProgress = new Map<string, number>();
  #total = 0;

  constructor(private readonly limits: SlotLimits) {}

  get isEmpty(): boolean {
    return this.#total === 0;
  }

  /** Whether an endpoint has no free slot. */
  isFull(endpointId: string): boolean {
    return (this.#inProgress.get(endpointId) ?? 0) >= this.limits.perEndpoint;
  }

  use(): SlotUse {
    const full = [...this.#inProgress.keys()].filter((endpointId) => this.isFull(endpointId)).length;
    return { busy: this.#inProgress.size, full, ready: this.#ready.size };
  }

  markReady(endpointId: string): void {
    this.#ready.add(endpointId);
  }

  /**
   * Fills the free slots of all ready endpoints, one endpoint after the other. An endpoint that fills all of its slots
   * may have more jobs and becomes the last of the ready ones; any other is no longer ready.
   * @param start starts up to `free` attempts and returns how many it started.
   */
  fill(start: (endpointId: string, free: number) => number): void {
    for (const endpointId of [...this.#ready]) {
      const freeInTotal = this.limits.total - this.#total;
      if (freeInTotal <= 0) return;
      const free = Math.min(freeInTotal, this.limits.perEndpoint - (this.#inProgress.get(endpointId) ?? 0));
      if (free <= 0) continue;
      const started = start(endpointId, free);
      this.#ready.delete(endpointId);
      if (started === free) this.#ready.add(endpointId);
    }
  }

  acquire(endpointId: string): void {
    this.#inProgress.set(endpointId, (this.#inProgress.get(endpointId) ?? 0) + 1);
    this.#total += 1;
  }

  release(endpointId: string): void {
    const left = (this.#inProgress.get(endpointId) ?? 0) - 1;
    if (left > 0) this.#inProgress.set(endpointId, left);
    else this.#inProgress.delete(endpointId);
    this.#total -= 1;
  }
}
