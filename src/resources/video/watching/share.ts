import { type Seen, seenMs } from './seen.ts';

/** From here on a video is completed (content.md "Video"). */
const COMPLETED_TENTHS = 9;

/** The share of a video that was seen, 0 to 100 with two decimals; 0 where its length is not known. */
export const percentSeen = (seen: Seen, durationSeconds: number | null): number => {
  if (durationSeconds === null || durationSeconds <= 0) return 0;
  return Math.min(100, Math.floor((seenMs(seen) / (durationSeconds * 1000)) * 10_000) / 100);
};

/** Whether 90 percent of a video were seen. */
export const isSeen = (seen: Seen, durationSeconds: number | null): boolean =>
  durationSeconds !== null &&
  durationSeconds > 0 &&
  seenMs(seen) * 10 >= Math.round(durationSeconds * 1000) * COMPLETED_TENTHS;

const LEAST_SECONDS = 10;
const MOST_SHARE = 0.95;

/** Where to go on with a video: 0 under 10 s and over 95 % (content.md "Video"). */
export const resumeAt = (positionSeconds: number, durationSeconds: number | null): number => {
  const isEnd = durationSeconds !== null && positionSeconds > durationSeconds * MOST_SHARE;
  return positionSeconds < LEAST_SECONDS || isEnd ? 0 : positionSeconds;
};
