import type { ApiResponse } from '../../helpers/api.ts';
import { MAIN_SITE } from '../../helpers/api.ts';
import { addClient } from '../../helpers/bookings.ts';
import { type MemberStudio, openStudioForMembers } from '../../helpers/members.ts';
import { waitFor } from '../../helpers/wait.ts';

export const MANAGE = '/manage/leaderboards';

/** Waits until all that is unfinished is done. */
export const settled = (studio: MemberStudio): Promise<void> =>
  waitFor(() => studio.db.query('select 1 from unfinishedChanges').get() === null);

/** A studio for leaderboards. */
export const openBoards = async (startAt?: string) => {
  const studio = await openStudioForMembers(startAt === undefined ? {} : { startAt: Date.parse(startAt) });
  await studio.given(studio.patch('/v2/settings', { booking: { minReCheckInGapMinutes: 0 } }));
  const read = async (clientId: string, path: string): Promise<ApiResponse['body']> => {
    const response = await studio.get(`/v2/member/leaderboards${path}`, { 'x-client-id': clientId });
    if (response.status !== 200) throw new Error(`${path}: ${JSON.stringify(response.body)}`);
    return response.body;
  };
  return {
    studio,
    /** Creates a leaderboard, by default of all visits. Returns its id. */
    async board(fields: object = {}): Promise<string> {
      const body = { name: 'Visits', rankBy: 'attendance', periodType: 'all_time', ...fields };
      const response = await studio.post(MANAGE, body);
      if (response.status !== 201) throw new Error(JSON.stringify(response.body));
      await settled(studio);
      return response.body.id;
    },
    /** A client who is named `Ann Lee`, with more fields. */
    client: (fields: Record<string, unknown> = {}): Promise<string> => addClient(studio, fields),
    /** Visits a client makes, each at an instant. */
    async visit(clientId: string, ...instants: string[]): Promise<string[]> {
      const ids: string[] = [];
      for (const at of instants) {
        const { body } = await studio.post('/v2/checkins', { clientId, locationId: MAIN_SITE, checkedInAt: at });
        if (body.status !== 'valid') throw new Error(JSON.stringify(body));
        ids.push(body.id);
      }
      return ids;
    },
    read,
    rank: (clientId: string, board: string, query = '') => read(clientId, `/${board}/my-rank${query}`),
    /** The list as `rank name value`. */
    async top(clientId: string, board: string, query = ''): Promise<string[]> {
      const { data } = await read(clientId, `/${board}/top${query}`);
      return data.map((entry: { rank: number; displayName: string; value: number }) =>
        [entry.rank, entry.displayName, entry.value].join(' '),
      );
    },
  };
};

export type Boards = Awaited<ReturnType<typeof openBoards>>;
