import { queryOptions } from '@tanstack/react-query';
import { allOf } from '../../api/all-pages.ts';
import { client, send } from '../../api/client.ts';
import type { ResponseOf, Schemas } from '../../api/types.ts';
import { inOwnWords } from '../../live/jobs/words.ts';

export type Backups = ResponseOf<'listBackups'>;
export type Backup = Backups['data'][number];
export type Job = Schemas['Job'];

const backupsFrom = (after: { starting_after?: string }) =>
  send(client.GET('/manage/backups', { params: { query: { limit: 100, ...after } } }));

/** The backups, with their schedule and their last test. */
export const backupsQuery = queryOptions({
  queryKey: ['backups'],
  queryFn: async () => {
    const first = await backupsFrom({});
    const { nextCursor } = first;
    const more =
      nextCursor === null ? [] : await allOf((after) => backupsFrom({ starting_after: nextCursor, ...after }));
    return { ...first, data: [...first.data, ...more] };
  },
});

/** A backup, and what was made since. */
export const backupQuery = (file: string) =>
  queryOptions({
    queryKey: ['backup', file],
    queryFn: () => send(client.GET('/manage/backups/{file}', { params: { path: { file } } })),
    staleTime: 0,
    gcTime: 0,
  });

/** The long work that runs and that has ended. */
export const readJobs = async (): Promise<readonly Job[]> => (await send(client.GET('/manage/jobs'))).jobs;

export const readJob = async (id: string): Promise<Job> =>
  inOwnWords(await send(client.GET('/manage/jobs/{id}', { params: { path: { id } } })));
