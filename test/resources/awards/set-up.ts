import { expect } from 'bun:test';
import { type ApiResponse, MAIN_SITE, type openStudio } from '../../helpers/api.ts';
import { openContentStudio } from '../../helpers/content-members.ts';
import { waitFor } from '../../helpers/wait.ts';

/** A studio with awards. Check-ins are visits, each on its own day. */
export const openAwardStudio = async (options: Parameters<typeof openStudio>[0] = {}) => {
  const studio = await openContentStudio(options);
  await studio.patch('/v2/settings', { booking: { minReCheckInGapMinutes: 0 } });
  const settled = () => waitFor(() => studio.db.query('select 1 from unfinishedChanges').get() === null);
  return {
    ...studio,
    settled,
    /** Stops the studio, in which no error may have happened. */
    async close(): Promise<void> {
      expect(studio.reportedErrors).toEqual([]);
      await studio.app.stop();
    },
    /** Creates an award, and waits until old facts are counted. */
    async award(body: object): Promise<ApiResponse['body']> {
      const response = await studio.post('/manage/awards', { name: 'Ten visits', ...body });
      expect(response).toMatchObject({ status: 201 });
      await settled();
      return response.body;
    },
    /** A visit of a client at an instant. Returns the id of its check-in. */
    async visit(clientId: string, checkedInAt: string): Promise<string> {
      const { body } = await studio.post('/v2/checkins', { clientId, locationId: MAIN_SITE, checkedInAt });
      expect(body).toMatchObject({ status: 'valid' });
      return body.id;
    },
    /** The awards that were raised since the last call. */
    earned: () =>
      studio
        .eventsInFull()
        .flatMap(({ type, data }) => (type === 'award.earned' ? [[data.awardId, data.earnedAt]] : [])),
  };
};
