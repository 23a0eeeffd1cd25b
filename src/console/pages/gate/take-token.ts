import { keptInTab } from '../../base/storage.ts';

const nameOf = (path: string): string => `studiod.token ${path}`;

/**
 * The token of a link, which is after `#`. It stays out of requests for pages and of the history; this tab keeps it, so that the
 * page can be loaded again.
 */
export const takeToken = (): string => {
  const { hash, pathname } = location;
  const token = hash.slice(1);
  if (token === '') return keptInTab.get(nameOf(pathname)) ?? '';
  history.replaceState(null, '', pathname);
  keptInTab.set(nameOf(pathname), token);
  return token;
};
