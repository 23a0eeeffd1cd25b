// A move of the clock passes over the runs of jobs that would do nothing.
import { expect, test } from 'bun:test';
import { openStudio } from '../../scripts/recording/studio.ts';
import { testsEverything } from '../helpers/everything.ts';

const DAYS = testsEverything ? 31 : 1;

/** What a demo studio has after some days, moved in steps of so many minutes. */
const after = async (days: number, minutes: number) => {
  const studio = await openStudio();
  try {
    await studio.reset();
    const move = (advance: string) =>
      studio.send(`${studio.rootUrl}/sandbox/clock`, { method: 'POST', body: JSON.stringify({ advance }) });
    for (let left = days * 24 * 60; left > 0; left -= minutes) {
      expect((await move(`PT${minutes}M`)).status).toBe(200);
    }
    const { database } = studio;
    return {
      events: database
        .query('select "type", "createdAt", "actor", "siteId", "body" from "events" order by "id"')
        .values(),
      bookings: database
        .query('select "status", "creditOutcome", "penalty", "updatedAt" from "bookings" order by "id"')
        .values(),
      packages: database
        .query('select "status", "expiresAt", "creditsRemaining", "updatedAt" from "packages" order by "id"')
        .values(),
      messages: database
        .query('select "kind", "dueAt", "status", "sentAt", "attempts" from "messages" order by "id"')
        .values(),
    };
  } finally {
    await studio.stop();
  }
};

test('days at once have the same events at the same times as minute by minute', async () => {
  const [atOnce, byMinute] = [await after(DAYS, DAYS * 24 * 60), await after(DAYS, 1)];
  expect(atOnce.events.length).toBeGreaterThan(DAYS * 5);
  expect(atOnce).toEqual(byMinute);
}, 600_000);
