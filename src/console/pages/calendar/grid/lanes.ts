/** Something with a begin and an end, in hours of a day. */
export interface Span {
  readonly from: number;
  readonly until: number;
}

/** The place of something among what overlaps it. */
export interface Lane {
  readonly lane: number;
  readonly lanes: number;
}

/** Places what overlaps side by side; what overlaps nothing has the whole width. Spans are in order of their begin. */
export const lanesOf = <Item extends Span>(items: readonly Item[]): readonly (Item & Lane)[] => {
  const placed: (Item & { lane: number; lanes: number })[] = [];
  let group: typeof placed = [];
  let groupEnd = Number.NEGATIVE_INFINITY;
  const closeGroup = (): void => {
    const lanes = Math.max(0, ...group.map(({ lane }) => lane)) + 1;
    for (const each of group) each.lanes = lanes;
  };
  for (const item of items) {
    if (item.from >= groupEnd) {
      closeGroup();
      group = [];
      groupEnd = Number.NEGATIVE_INFINITY;
    }
    const taken = group.filter(({ until }) => until > item.from).map(({ lane }) => lane);
    let lane = 0;
    while (taken.includes(lane)) lane += 1;
    const here = { ...item, lane, lanes: 1 };
    group.push(here);
    placed.push(here);
    groupEnd = Math.max(groupEnd, item.until);
  }
  closeGroup();
  return placed;
};
