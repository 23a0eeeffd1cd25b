// The only file of these scripts that reads the time and sets timers.

/** Now by the clock of this device, epoch ms. */
export const nowMs = (): number => Date.now();

/** The date of today on this device, YYYY-MM-DD. */
export const today = (): string => {
  const now = new Date();
  const two = (number: number): string => `${number}`.padStart(2, '0');
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
};

/** Runs something once, after `ms`. Returns what stops it. */
export const after = (ms: number, run: () => void): (() => void) => {
  const timer = setTimeout(run, ms);
  return () => clearTimeout(timer);
};

/** Runs something every `ms`. Returns what stops it. */
export const every = (ms: number, run: () => void): (() => void) => {
  const timer = setInterval(run, ms);
  return () => clearInterval(timer);
};
