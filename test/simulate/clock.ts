import { HOUR_MS, MINUTE_MS } from '../../src/kernel/durations.ts';
import type { Cancel } from '../../src/kernel/timer.ts';
import { TestTimeline } from '../helpers/test-timeline.ts';

/** How often jobs of every few minutes run while the clock glides. It divides a day. */
const GLIDE_MS = 3 * HOUR_MS;

/** The clock of a simulated studio. What a job sets off has ended before the clock moves on. */
export class SimulatedTimeline extends TestTimeline {
  #isGliding = false;

  constructor(
    startAt: number,
    private readonly settle: () => Promise<void>,
  ) {
    super(startAt);
  }

  /** Moves the clock as `moveTo` does, but jobs of every few minutes run every three hours only: they cost more than what people do. */
  async glideTo(target: number): Promise<void> {
    this.#isGliding = true;
    try {
      await this.moveTo(target);
    } finally {
      this.#isGliding = false;
    }
  }

  override at(due: number, work: () => unknown, rank?: number): Cancel {
    const settled = async (): Promise<void> => {
      await work();
      await this.settle();
    };
    const now = this.now();
    const isSoon = due - now <= 5 * MINUTE_MS && due % MINUTE_MS === 0;
    const next = now - (now % GLIDE_MS) + GLIDE_MS;
    return super.at(this.#isGliding && isSoon ? Math.max(due, next) : due, settled, rank);
  }
}
