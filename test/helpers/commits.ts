import type { Studio } from './api.ts';

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
