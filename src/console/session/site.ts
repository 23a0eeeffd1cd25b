import { keptHere, watchStorage } from '../base/storage.ts';
import { makeSource } from '../base/store.ts';
import { type Me, useMe } from './session.ts';

export type Site = Me['sites'][number];

const KEY = 'studiod.site';
const stored = makeSource(() => keptHere.get(KEY), watchStorage);

/** Works at another site from now on, in every tab of this browser. */
export const chooseSite = (id: string): void => {
  keptHere.set(KEY, id);
  stored.changed();
};

/** The site at which the person works: the chosen one, else the first physical site that the person has. */
export const useSite = (): Site => {
  const { sites } = useMe();
  const chosen = stored.use();
  const site = sites.find(({ id }) => id === chosen) ?? sites.find(({ isDigital }) => !isDigital) ?? sites[0];
  if (site === undefined) throw new Error('the person has no site');
  return site;
};
