/** `what` is done now: `checking the copy`. `done` and `total` have any one unit. */
export type Report = (what: string, done: number, total: number) => void;

/** For work that no one watches. */
export const unreported: Report = () => {};

/** The report of a part of the work: that from `from` to `to` percent of the whole. */
export const partOf =
  (report: Report, from: number, to: number): Report =>
  (what, done, total) =>
    report(what, from + ((to - from) * done) / Math.max(1, total), 100);
