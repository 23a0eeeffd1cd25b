/** The delay of the event loop since the last reading, in seconds. */
export interface LoopDelay {
  readonly mean: number;
  readonly p99: number;
  readonly max: number;
}

const RESOLUTION_MS = 20;
const NANOSECONDS = 1e9;

export const watchLoopDelay = (): { read(): LoopDelay; stop(): void } => {
  const histogram = process.getBuiltinModule('node:perf_hooks').monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  histogram.enable();
  // There is no mean before the first sample.
  const seconds = (nanoseconds: number): number => (histogram.count === 0 ? 0 : nanoseconds / NANOSECONDS);
  return {
    read() {
      const { mean, max } = histogram;
      const delay = { mean: seconds(mean), p99: seconds(histogram.percentile(99)), max: seconds(max) };
      histogram.reset();
      return delay;
    },
    stop: () => void histogram.disable(),
  };
};
