import { queryOptions, useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { ApiError, client, send } from '../api/client.ts';
import { ME } from '../api/queries.ts';
import { setServerTime } from '../base/time/now.ts';

/** The shortest password that the server takes. */
export const MIN_PASSWORD = 12;

/** Who is signed in, and what they may do. */
export const meQuery = queryOptions({
  queryKey: ME,
  queryFn: async () => {
    const me = await send(client.GET('/manage/me'));
    setServerTime(me.serverTime);
    return me;
  },
  staleTime: 60_000,
});

/** What this server can do: whether it takes passkeys, and whether it has a mail server. */
export const setupQuery = queryOptions({ queryKey: ['setup'], queryFn: () => send(client.GET('/manage/setup')) });

export type Me = Awaited<ReturnType<NonNullable<typeof meQuery.queryFn>>>;

/** Whether the studio wants a second factor of the person, who has not set one up yet. */
export const lacksSecondFactor = ({ isRequired, totp, passkeys }: Me['secondFactor']): boolean =>
  isRequired && !totp && passkeys === 0;

/** The person who is signed in. */
export const useMe = (): Me => useSuspenseQuery(meQuery).data;

/** Whether the session has ended: by time, by another password, or because somebody ended it. */
export const useIsSignedOut = (): boolean => {
  const { error } = useQuery(meQuery);
  return error instanceof ApiError && error.status === 401;
};

/** Whether the person has a permission. The server asks again with each request. */
export const useCan = (): ((permission: Me['permissions'][number]) => boolean) => {
  const { permissions } = useMe();
  return (permission) => permissions.includes(permission);
};
