export interface SlotLimits {
  /** In one lane, so that a slow one delays no other. */
  readonly perLane: number;
  /** In all lanes whose last attempt did not fail. Each of them may have one even when the others use all of these. */
  readonly total: number;
}

/** The number of lanes with attempts in progress, with no free slot, and with jobs that wait for a slot. */
export interface SlotUse {
  readonly busy: number;
  readonly full: number;
  readonly ready: number;
}

/**
 * The slots of a queue: which lanes may have due jobs, and how many attempts each has in progress. Every lane may have one
 * attempt in progress, whatever the others do. It has more only while its attempts succeed or none has ended: after one that
 * failed it has one slot, which does not count in the total, until an attempt succeeds.
 */
export class Slots {
  /** Lanes that may have due jobs, the longest waiting first. */
  readonly #ready = new Set<string>();
  readonly #inProgress = new Map<string, number>();
  /** Lanes whose last attempt failed. */
  readonly #failing = new Set<string>();

  constructor(private readonly limits: SlotLimits) {}

  get isEmpty(): boolean {
    return this.#inProgress.size === 0;
  }

  /** Whether a lane that may have due jobs has a free slot, if the total allows it. */
  get canFill(): boolean {
    for (const lane of this.#ready) if (!this.isFull(lane)) return true;
    return false;
  }

  /** Whether a lane has no free slot. */
  isFull(lane: string): boolean {
    return this.#countOf(lane) >= (this.#failing.has(lane) ? 1 : this.limits.perLane);
  }

  use(): SlotUse {
    const full = [...this.#inProgress.keys()].filter((lane) => this.isFull(lane)).length;
    return { busy: this.#inProgress.size, full, ready: this.#ready.size };
  }

  markReady(lane: string): void {
    this.#ready.add(lane);
  }

  /**
   * Fills the free slots of all ready lanes, one lane after the other. A lane that fills all of its slots may have more
   * jobs and becomes the last of the ready ones; one that gets less than its free slots, because of the total or of `most`,
   * keeps its place; any other is no longer ready.
   * @param start begins up to `free` attempts and returns how many.
   * @param most attempts that are started.
   */
  fill(start: (lane: string, free: number) => number, most = Number.POSITIVE_INFINITY): void {
    let left = most;
    const ready = [...this.#ready];
    let shared = this.limits.total;
    for (const [lane, count] of this.#inProgress) if (!this.#failing.has(lane)) shared -= count;
    // The first slot of those that come later is kept for them.
    for (const lane of ready) if (this.#isIdleAndSound(lane)) shared -= 1;
    for (const lane of ready) {
      const isSound = !this.#failing.has(lane);
      const first = this.#countOf(lane) === 0 ? 1 : 0;
      const more = isSound ? Math.max(0, Math.min(shared, this.limits.perLane - this.#countOf(lane) - first)) : 0;
      const free = Math.min(first + more, left);
      if (free === 0) continue;
      const started = start(lane, free);
      if (started > 0) this.#inProgress.set(lane, this.#countOf(lane) + started);
      left -= started;
      if (isSound) shared -= started - first;
      if (started === free && !this.isFull(lane)) continue;
      this.#ready.delete(lane);
      if (started === free) this.#ready.add(lane);
    }
  }

  /** Frees a slot. `hasSucceeded` is how its attempt ended; absent when it was not made. */
  release(lane: string, hasSucceeded?: boolean): void {
    const left = this.#countOf(lane) - 1;
    if (left > 0) this.#inProgress.set(lane, left);
    else this.#inProgress.delete(lane);
    if (hasSucceeded === true) this.#failing.delete(lane);
    else if (hasSucceeded === false) this.#failing.add(lane);
  }

  #countOf(lane: string): number {
    return this.#inProgress.get(lane) ?? 0;
  }

  #isIdleAndSound(lane: string): boolean {
    return !this.#inProgress.has(lane) && !this.#failing.has(lane);
  }
}
