import { HOUR_MS, MINUTE_MS } from '../../src/kernel/durations.ts';
import { type Cancel, Timeline } from '../../src/kernel/timer.ts';

/** The clock of a test studio. */
export class TestTimeline extends Timeline {
  #target: number | undefined;

  /**
   * Moves the clock as `moveTo` does, but jobs of every few minutes run at full hours and at `target` only: a day takes 15 ms
   * of a processor instead of 100. For tests of what is true afterwards, not of the minute in which it becomes true.
   */
  async skipTo(target: number): Promise<void> {
    this.#target = target;
    try {
      await this.moveTo(target);
    } finally {
      this.#target = undefined;
    }
  }

  override at(due: number, work: () => unknown, rank?: number): Cancel {
    const now = this.now();
    const isSoon = due - now <= 5 * MINUTE_MS && due % MINUTE_MS === 0;
    if (this.#target === undefined || !isSoon) return super.at(due, work, rank);
    const nextHour = now - (now % HOUR_MS) + HOUR_MS;
    return super.at(Math.max(due, Math.min(nextHour, this.#target)), work, rank);
  }
}
