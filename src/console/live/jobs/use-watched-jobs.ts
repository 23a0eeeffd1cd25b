import { useEffect } from 'react';
import { later, nowMs } from '../../base/time/now.ts';
import { useCan, useMe } from '../../session/session.ts';

/** When the jobs of a person are read on a page where no job can begin, ms: not before the first picture. */
const SOON_MS = 1_500;

/** Returns a function that shows in the tray the long work that the person is about to begin. */
export const useExpectJob = (): (() => void) => {
  // What is over when the page opens is not shown.
  const watch = useFirstLook(0);
  return () => watch?.(nowMs());
};

/** Shows in the tray the long work that a person has begun, also before the page was loaded. */
export const useWatchedJobs = (): void => {
  useFirstLook(SOON_MS);
};

const useFirstLook = (ms: number) => {
  const watch = useWatch();
  const isAsked = watch !== undefined;
  const { id } = useMe().staff;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each person
  useEffect(() => (watch === undefined ? undefined : later(() => watch(), ms)), [isAsked, id, ms]);
  return watch;
};

/** Undefined for a person who may begin no long work. */
const useWatch = (): ((expectedAt?: number) => void) | undefined => {
  const { id: staffId } = useMe().staff;
  const can = useCan();
  if (!can('packages:adjust')) return undefined;
  const mayOpenData = can('backups:manage');
  // Not part of the first load.
  return (expectedAt) =>
    void import('./watch-jobs.ts').then(({ watchJobs }) => watchJobs({ staffId, mayOpenData }, expectedAt));
};
