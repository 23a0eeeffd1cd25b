import { HOUR_MS } from '../../../kernel/durations.ts';

/** Whoever comes so long before a class is checked in. */
const EARLY_MS = 2 * HOUR_MS;

/** Whether who is booked into a class may be at the desk for it now. */
export const isSoon = (startTime: string, now: number): boolean => Date.parse(startTime) - now <= EARLY_MS;
