import type { MilestoneType } from '../tables.ts';

/** The milestones of one type: `thresholds` in ascending order, and then each multiple of `thenEach`, if any. */
export interface MilestoneList {
  readonly thresholds: readonly number[];
  readonly thenEach: number | null;
}

/** The lists of the contract; a brand may replace the thresholds of visits and minutes. */
export const MILESTONE_LISTS: Readonly<Record<Exclude<MilestoneType, 'anniversary'>, MilestoneList>> = {
  visits: { thresholds: [1, 5, 10, 25, 50, 100], thenEach: 50 },
  minutes: { thresholds: [100, 500, 1_000], thenEach: 1_000 },
};

export const nextThreshold = ({ thresholds, thenEach }: MilestoneList, value: number): number | undefined => {
  const listed = thresholds.find((threshold) => threshold > value);
  if (listed !== undefined || thenEach === null) return listed;
  const last = thresholds.at(-1) ?? 0;
  return (Math.floor(Math.max(value, last) / thenEach) + 1) * thenEach;
};

export const thresholdsBetween = (list: MilestoneList, from: number, to: number): number[] => {
  const found: number[] = [];
  let next = nextThreshold(list, from);
  while (next !== undefined && next <= to) {
    found.push(next);
    next = nextThreshold(list, next);
  }
  return found;
};
