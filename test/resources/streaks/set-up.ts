import { expect, onTestFinished } from 'bun:test';
import { MINUTE_MS } from '../../../src/kernel/durations.ts';
import { MAIN_SITE, openStudio, type Studio } from '../../helpers/api.ts';
import { addClient } from '../../helpers/bookings.ts';

/** The jobs of each minute run when the clock moves by less; otherwise the studio is opened again at the later time. */
const SHORT_MS = 5 * MINUTE_MS;

/** The events of streaks and milestones since the last call, such as `streak.extended weekly_attendance 2`. */
const raisedBy = (studio: Studio): string[] =>
  studio.eventsInFull().flatMap(({ type, data }) => {
    const { type: of, length, threshold } = data ?? {};
    const isOne = type.startsWith('streak.') || type.startsWith('milestone.');
    return isOne ? [`${type} ${String(of).toLowerCase()} ${length ?? threshold}`] : [];
  });

/** A studio with one member, whose main site is in `timezone`. Its clock begins at `startAt`. It stops with the test. */
export const openStreaks = async (timezone: string, startAt: string, member: object = {}) => {
  let studio = await openStudio({ startAt: Date.parse(startAt) });
  const site = { timezone };
  if ((await studio.patch(`/v2/sites/${MAIN_SITE}`, site)).status !== 200) throw new Error(timezone);
  await studio.patch('/v2/settings', { booking: { minReCheckInGapMinutes: 0 } });
  const clientId = await addClient(studio, { joinedAt: startAt, ...member });
  const headers = { 'x-client-id': clientId };

  const stop = async (): Promise<void> => {
    expect(studio.reportedErrors).toEqual([]);
    await studio.app.stop();
  };
  onTestFinished(stop);
  /** Moves the clock ahead. */
  const moveTo = async (at: string): Promise<void> => {
    const instant = Date.parse(at);
    const ahead = instant - studio.time.now();
    if (ahead <= 0) return;
    if (ahead <= SHORT_MS) {
      await studio.time.moveTo(instant);
      return;
    }
    raisedBy(studio);
    const { seal } = studio;
    await stop();
    studio = await openStudio({ startAt: instant, file: studio.db.serialize(), seal });
    raisedBy(studio);
  };
  return {
    clientId,
    headers,
    moveTo,
    /** The studio as it is open now. */
    now: () => studio,
    /** The events of streaks and milestones since the last call. */
    raised: () => raisedBy(studio),
    /** Checks in at an instant; the clock moves to it unless it is past. Returns the events of streaks and milestones. */
    async visit(at: string, siteId = MAIN_SITE): Promise<string[]> {
      await moveTo(at);
      raisedBy(studio);
      const { body } = await studio.post('/v2/checkins', { clientId, locationId: siteId, checkedInAt: at });
      expect(body).toMatchObject({ status: 'valid' });
      return raisedBy(studio);
    },
    async streak(type = 'weekly_attendance') {
      const { status, body } = await studio.get(`/v2/member/streaks?type=${type}`, headers);
      expect(status).toBe(200);
      return body.data[0];
    },
    async milestones(type: string) {
      const { status, body } = await studio.get(`/v2/member/milestones?type=${type}&limit=100`, headers);
      expect(status).toBe(200);
      return body.data;
    },
  };
};

export type Streaks = Awaited<ReturnType<typeof openStreaks>>;
