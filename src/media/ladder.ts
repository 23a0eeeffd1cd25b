/** The heights of renditions below the height of the source (content.md "Media"). */
const HEIGHTS = [1080, 720, 480, 240] as const;
/** What a line of pixels needs, by the heights of HEIGHTS, in kbit/s at most. */
const MOST_KBPS: readonly (readonly [height: number, kbps: number])[] = [
  [1080, 5_000],
  [720, 2_800],
  [480, 1_400],
  [240, 500],
];

export interface Rung {
  /** In pixels; even, as H.264 needs it. */
  readonly height: number;
  /** The most that its video may take. */
  readonly maxKbps: number;
}

/** The best rendition first: the source's height in pixels as shown, at most 1080, then 720, 480 and 240 below it. */
export const rungsFor = (height: number): readonly Rung[] => {
  const top = Math.max(2, Math.min(height, HEIGHTS[0]) & ~1);
  return [top, ...HEIGHTS.filter((each) => each < top)].map((each) => ({
    height: each,
    maxKbps: MOST_KBPS.findLast(([least]) => each <= least)?.[1] ?? 5_000,
  }));
};
