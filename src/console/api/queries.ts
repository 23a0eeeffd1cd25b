import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { ApiError } from './client.ts';

const isTemporary = (error: unknown): boolean => error instanceof ApiError && (error.isOffline || error.status === 503);

/** Who is signed in. A refusal because the session has ended has it read again, so that every page notices. */
export const ME = ['me'] as const;

const noticeEnd = (error: unknown): void => {
  if (error instanceof ApiError && error.status === 401) void queryClient.invalidateQueries({ queryKey: ME });
};

/** What the console has read. Live updates mark it stale, so it stays fresh without polling. */
export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError: (error, { queryKey }) => queryKey[0] !== ME[0] && noticeEnd(error) }),
  mutationCache: new MutationCache({ onError: noticeEnd }),
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      retry: (count, error) => isTemporary(error) && count < 3,
      refetchOnWindowFocus: true,
      throwOnError: false,
    },
    mutations: { retry: false },
  },
});
