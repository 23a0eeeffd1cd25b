import type { Cancel } from '../../src/kernel/timer.ts';
import { TestTimeline } from '../helpers/test-timeline.ts';

/** The clock of a simulated studio. What a job sets off has ended before the clock moves on. */
export class SimulatedTimeline extends TestTimeline {
  constructor(
    startAt: number,
    private readonly settle: () => Promise<void>,
  ) {
    super(startAt);
  }

  override at(due: number, work: () => unknown, rank?: number): Cancel {
    const settled = async (): Promise<void> => {
      await work();
      await this.settle();
    };
    return super.at(due, settled, rank);
  }
}
