import { type Seen, seenMs } from './seen.ts';

/** From here on a video is completed (content.md "Video"). */
const COMPLETED_TENTHS = 9;

/** The length of a video in milliseconds; 0 where it is not known. */
const lengthMs = (durationSeconds: number | null): number => Math.round((durationSeconds ?? 0) * 1000);

/** The share of a video that was seen, 0 to 100 with two decimals; 0 where its length is not known. */
export const percentSeen = (seen: Seen, durationSeconds: number | null): number => {
  const length = lengthMs(durationSeconds);
  // Whole numbers until the division: a product of fractions may be just below a whole one.
  return length === 0 ? 0 : Math.min(100, Math.floor((seenMs(seen) * 10_000) / length) / 100);
};

/** Whether 90 percent of a video were seen. */
export const isSeen = (seen: Seen, durationSeconds: number | null): boolean => {
  const length = lengthMs(durationSeconds);
  return length > 0 && seenMs(seen) * 10 >= length * COMPLETED_TENTHS;
};

const LEAST_SECONDS = 10;
const MOST_SHARE = 0.95;

/** Where to continue with a video: 0 under 10 s and over 95 % (content.md "Video"). */
export const resumeAt = (positionSeconds: number, durationSeconds: number | null): number => {
  const isEnd = durationSeconds !== null && positionSeconds > durationSeconds * MOST_SHARE;
  return positionSeconds < LEAST_SECONDS || isEnd ? 0 : positionSeconds;
};
