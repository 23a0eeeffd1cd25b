import type { Studio } from './api.ts';

/** Notes from now on the most that a commit takes away from what `count` counts. */
export const watchRemovals = ({ store }: Studio, count: () => number): { readonly most: number } => {
  const seen = { most: 0 };
  let before = count();
  store.onCommit(() => {
    seen.most = Math.max(seen.most, before - count());
    before = count();
  });
  return seen;
};

/** Notes from now on how many commits raise events, and the most events that one of them raises. */
export const watchCommits = ({ db, store }: Studio): { readonly commits: number; readonly mostEvents: number } => {
  const countEvents = () => (db.query('select count(*) as n from events').get() as { n: number }).n;
  const seen = { commits: 0, mostEvents: 0 };
  let before = countEvents();
  store.onCommit(() => {
    const now = countEvents();
    if (now > before) seen.commits += 1;
    seen.mostEvents = Math.max(seen.mostEvents, now - before);
    before = now;
  });
  return seen;
};
