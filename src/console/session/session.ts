import { queryOptions, useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { ApiError, client, send } from '../api/client.ts';
import { ME, queryClient } from '../api/queries.ts';
import { keptHere, watchStorage } from '../base/storage.ts';
import { makeSource } from '../base/store.ts';
import { setServerTime } from '../base/time/now.ts';

/** The shortest password that the server takes. */
export const MIN_PASSWORD = 12;

const readMe = async () => {
  const me = await send(client.GET('/manage/me'));
  setServerTime(me.serverTime);
  return me;
};

export type Me = Awaited<ReturnType<typeof readMe>>;

/** Forgets what someone else has read, who was signed in before in another tab of this browser. */
const forgetOthers = (before: Me | undefined, { staff }: Me): void => {
  if (before === undefined || before.staff.id === staff.id) return;
  const isOther = ({ queryKey }: { readonly queryKey: readonly unknown[] }): boolean => queryKey[0] !== ME[0];
  queryClient.removeQueries({ type: 'inactive', predicate: isOther });
  void queryClient.invalidateQueries({ predicate: isOther });
};

/** Who is signed in, and what they may do. A tab that is looked at again asks right away: acts are of whoever it is now. */
export const meQuery = queryOptions({
  queryKey: ME,
  queryFn: async () => {
    const before = queryClient.getQueryData<Me>(ME);
    const me = await readMe();
    forgetOthers(before, me);
    return me;
  },
  staleTime: 60_000,
  refetchOnWindowFocus: 'always',
});

/** What this server can do: whether it takes passkeys, and whether it has a mail server. */
export const setupQuery = queryOptions({ queryKey: ['setup'], queryFn: () => send(client.GET('/manage/setup')) });

/** Whether the studio wants a second factor of the person, who has not set one up yet. */
export const lacksSecondFactor = ({ isRequired, totp, passkeys }: Me['secondFactor']): boolean =>
  isRequired && !totp && passkeys === 0;

/** The person who is signed in. */
export const useMe = (): Me => useSuspenseQuery(meQuery).data;

/** Whether the session has ended: by time, by another password, or because someone ended it. */
export const useIsSignedOut = (): boolean => {
  const { error } = useQuery(meQuery);
  return error instanceof ApiError && error.status === 401;
};

/** Whether the person has a permission. The server asks again with each request. */
export const useCan = (): ((permission: Me['permissions'][number]) => boolean) => {
  const { permissions } = useMe();
  return (permission) => permissions.includes(permission);
};

/** Whether the person is an owner: only owners give out what acts for no one. */
export const useIsOwner = (): boolean => useMe().staff.role === 'owner';

/** The ids of the sites of a person who has some only, in order: what they create is at those. None for a person who has all. */
export const useOwnSites = (): readonly string[] => {
  const { sites, hasAllSites } = useMe();
  return hasAllSites ? [] : sites.map(({ id }) => id).toSorted();
};

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

/** The zone of a site; of one that the person does not have, that of the site at which they work. */
export const useZoneOf = (): ((siteId: string) => string) => {
  const { sites } = useMe();
  const { timezone } = useSite();
  return (siteId) => sites.find(({ id }) => id === siteId)?.timezone ?? timezone;
};
