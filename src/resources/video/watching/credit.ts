/** How much further than the clock a video may be, in milliseconds of the video: requests are not sent on time. */
export const TOLERANCE_MS = 5_000;

export interface Stretch {
  /** How far the position moved, in whole milliseconds of the video; negative when it went back. */
  readonly delta: number;
  /** From 0.25 to 4. */
  readonly rate: number;
  /** The time of the last heartbeat and of this one, epoch ms. */
  readonly since: number;
  readonly now: number;
}

export interface Credit {
  /** Whole milliseconds of the video. */
  readonly credited: number;
  /** The wall time up to which time is used, epoch ms. The tolerance lets it be later than now. */
  readonly usedUntil: number;
}

/**
 * Credits a stretch: min(position delta, wall time x rate + 5 s), at least 0 (content.md "Video"). Wall time before
 * `usedUntil` was credited already, and each credited second uses 1/rate seconds of wall time. So all credits with one
 * `usedUntil` together never exceed the wall time, times the rate, plus the tolerance once.
 * @param tolerance in milliseconds of the video.
 */
export const credit = (
  { delta, rate, since, now }: Stretch,
  usedUntil: number,
  tolerance: number = TOLERANCE_MS,
): Credit => {
  const from = Math.max(since, usedUntil);
  const allowed = (now - from) * rate + tolerance;
  // Rounded so that rounding never credits anything.
  const credited = Math.floor(Math.max(0, Math.min(delta, allowed)));
  return { credited, usedUntil: credited === 0 ? usedUntil : from + Math.ceil(credited / rate) };
};
