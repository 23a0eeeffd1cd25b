/** How many attempts may be under way at once. */
export interface LaneLimits {
  /** To one endpoint: a slow one holds up nobody but itself. */
  readonly perEndpoint: number;
  readonly inAll: number;
}

/** How many endpoints are being sent to, how many of them have no room left, and how many wait for their turn. */
export interface LaneUse {
  readonly busy: number;
  readonly full: number;
  readonly ready: number;
}

export const LANE_LIMITS: LaneLimits = { perEndpoint: 4, inAll: 64 };

/** Who has something to send, and how much of it is under way. */
export class Lanes {
  /** Endpoints that may have due jobs; the longest waiting first. */
  readonly #ready = new Set<string>();
  readonly #underWay = new Map<string, number>();
  #inAll = 0;

  constructor(private readonly limits: LaneLimits) {}

  get areEmpty(): boolean {
    return this.#inAll === 0;
  }

  /** Whether as much is under way to one endpoint as may be. */
  isFull(endpointId: string): boolean {
    return (this.#underWay.get(endpointId) ?? 0) >= this.limits.perEndpoint;
  }

  use(): LaneUse {
    const full = [...this.#underWay.keys()].filter((endpointId) => this.isFull(endpointId)).length;
    return { busy: this.#underWay.size, full, ready: this.#ready.size };
  }

  markReady(endpointId: string): void {
    this.#ready.add(endpointId);
  }

  /**
   * Lets `take` fill the room of every ready endpoint in turn. One that takes less than its room has no more; one that
   * takes all goes to the end of the line.
   * @param take begins up to `room` attempts and answers how many it began.
   */
  fill(take: (endpointId: string, room: number) => number): void {
    for (const endpointId of [...this.#ready]) {
      const inAll = this.limits.inAll - this.#inAll;
      if (inAll <= 0) return;
      const room = Math.min(inAll, this.limits.perEndpoint - (this.#underWay.get(endpointId) ?? 0));
      if (room <= 0) continue;
      const taken = take(endpointId, room);
      this.#ready.delete(endpointId);
      if (taken === room) this.#ready.add(endpointId);
    }
  }

  enter(endpointId: string): void {
    this.#underWay.set(endpointId, (this.#underWay.get(endpointId) ?? 0) + 1);
    this.#inAll += 1;
  }

  leave(endpointId: string): void {
    const left = (this.#underWay.get(endpointId) ?? 0) - 1;
    if (left > 0) this.#underWay.set(endpointId, left);
    else this.#underWay.delete(endpointId);
    this.#inAll -= 1;
  }
}
