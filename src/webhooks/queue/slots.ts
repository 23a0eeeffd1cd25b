/** How many attempts may be in progress at the same time. */
export interface SlotLimits {
  /** To one endpoint, so that a slow one delays no other. */
  readonly perEndpoint: number;
  /** To all endpoints whose last attempt did not fail. Each of them may have one even when the others use all of these. */
  readonly total: number;
}

/** The number of endpoints with attempts in progress, with no free slot, and with jobs that wait for a slot. */
export interface SlotUse {
  readonly busy: number;
  readonly full: number;
  readonly ready: number;
}

export const SLOT_LIMITS: SlotLimits = { perEndpoint: 4, total: 64 };

/**
 * The concurrency slots of the queue: which endpoints may have due jobs, and how many attempts each has in progress
 * (rules.md "Webhook endpoint"). Every endpoint may have one attempt in progress, whatever the others do. An endpoint
 * has more only while its attempts succeed or none has ended: after one that failed it has one slot, which does not
 * count in the total, until an attempt succeeds.
 */
export class Slots {
  /** Endpoints that may have due jobs, the longest waiting first. */
  readonly #ready = new Set<string>();
  readonly #inProgress = new Map<string, number>();
  /** Endpoints whose last attempt failed. */
  readonly #failing = new Set<string>();

  constructor(private readonly limits: SlotLimits) {}

  get isEmpty(): boolean {
    return this.#inProgress.size === 0;
  }

  /** Whether an endpoint that may have due jobs has a free slot, if the total allows it. */
  get canFill(): boolean {
    for (const endpointId of this.#ready) if (!this.isFull(endpointId)) return true;
    return false;
  }

  /** Whether an endpoint has no free slot. */
  isFull(endpointId: string): boolean {
    return this.#countOf(endpointId) >= (this.#failing.has(endpointId) ? 1 : this.limits.perEndpoint);
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
   * may have more jobs and becomes the last of the ready ones; one that gets less than its free slots, because of the
   * total or of `most`, keeps its place; any other is no longer ready.
   * @param start begins up to `free` attempts and returns how many.
   * @param most attempts that are started.
   */
  fill(start: (endpointId: string, free: number) => number, most = Number.POSITIVE_INFINITY): void {
    let left = most;
    const ready = [...this.#ready];
    let shared = this.limits.total;
    for (const [endpointId, count] of this.#inProgress) if (!this.#failing.has(endpointId)) shared -= count;
    // The first slot of those that come later is kept for them.
    for (const endpointId of ready) if (this.#isIdleAndSound(endpointId)) shared -= 1;
    for (const endpointId of ready) {
      const isSound = !this.#failing.has(endpointId);
      const first = this.#countOf(endpointId) === 0 ? 1 : 0;
      const more = isSound
        ? Math.max(0, Math.min(shared, this.limits.perEndpoint - this.#countOf(endpointId) - first))
        : 0;
      const free = Math.min(first + more, left);
      if (free === 0) continue;
      const started = start(endpointId, free);
      if (started > 0) this.#inProgress.set(endpointId, this.#countOf(endpointId) + started);
      left -= started;
      if (isSound) shared -= started - first;
      if (started === free && !this.isFull(endpointId)) continue;
      this.#ready.delete(endpointId);
      if (started === free) this.#ready.add(endpointId);
    }
  }

  /** Frees a slot. `hasSucceeded` is how its attempt ended; absent when it was not made. */
  release(endpointId: string, hasSucceeded?: boolean): void {
    const left = this.#countOf(endpointId) - 1;
    if (left > 0) this.#inProgress.set(endpointId, left);
    else this.#inProgress.delete(endpointId);
    if (hasSucceeded === true) this.#failing.delete(endpointId);
    else if (hasSucceeded === false) this.#failing.add(endpointId);
  }

  #countOf(endpointId: string): number {
    return this.#inProgress.get(endpointId) ?? 0;
  }

  #isIdleAndSound(endpointId: string): boolean {
    return !this.#inProgress.has(endpointId) && !this.#failing.has(endpointId);
  }
}
