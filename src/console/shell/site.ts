import { useSyncExternalStore } from 'react';
import { type Me, useMe } from '../session.ts';
import { keptHere } from '../storage.ts';

export type Site = Me['sites'][number];

const KEY = 'studiod.site';
const listeners = new Set<() => void>();

const stored = (): string | null => keptHere.get(KEY);

/** Works at another site from now on, in every tab of this browser. */
export const chooseSite = (id: string): void => {
  keptHere.set(KEY, id);
  for (const listener of listeners) listener();
};

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  window.addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', listener);
  };
};

/** The site at which the person works: the chosen one, else the first physical site that the person has. */
export const useSite = (): Site => {
  const { sites } = useMe();
  const chosen = useSyncExternalStore(subscribe, stored);
  const site = sites.find(({ id }) => id === chosen) ?? sites.find(({ isDigital }) => !isDigital) ?? sites[0];
  if (site === undefined) throw new Error('the person has no site');
  return site;
};
