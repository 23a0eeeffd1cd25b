import { monitorEventLoopDelay } from 'node:perf_hooks';

/** By how much work of the event loop began late since the last reading, in seconds. */
export interface LoopDelay {
  readonly mean: number;
  readonly p99: number;
  readonly max: number;
}

const RESOLUTION_MS = 20;
const NANOSECONDS = 1e9;

/** Watches the event loop from now on; each reading begins anew. */
export const watchLoopDelay = (): { read(): LoopDelay; stop(): void } => {
  const histogram = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  histogram.enable();
  // Before the first sample there is no mean.
  const seconds = (nanoseconds: number): number => (histogram.count === 0 ? 0 : nanoseconds / NANOSECONDS);
  return {
    read() {
      const { mean, max } = histogram;
      const told = { mean: seconds(mean), p99: seconds(histogram.percentile(99)), max: seconds(max) };
      histogram.reset();
      return told;
    },
    stop: () => void histogram.disable(),
  };
};
