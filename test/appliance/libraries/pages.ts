import { expect } from 'bun:test';
import { SITES } from '../../../src/resources/demo-ids.ts';
import type { Box } from '../codes/box.ts';

const PAGES = { '/docs': 200, '/book': 200, '/cards/add': 200, '/mails/x': 404, '/share/x': 404, '/nowhere': 404 };

/** Asks for each page that is loaded with its first request, and stores a text and a class that libraries read. */
export const askForPages = async (box: Box): Promise<void> => {
  const { rootUrl } = box.server.ready;
  for (const [path, status] of Object.entries(PAGES)) {
    const response = await fetch(`${rootUrl}${path}`, { headers: { accept: 'text/html' } });
    expect([path, response.status, await response.text()]).toEqual([path, status, expect.stringContaining('<html')]);
  }
  const calendar = await fetch(`${rootUrl}/calendar/sites/${SITES.downtown}.ics`);
  expect(await calendar.text()).toContain('BEGIN:VCALENDAR');
  await box.made('/manage/content/entries', { title: 'Breathing', type: 'article', body: '# Slowly' });
  const terms = { startDate: '2040-01-02', startTime: '12:30', durationMinutes: 45, capacity: 8 };
  const recurrenceRule = { frequency: 'weekly', daysOfWeek: ['MO'] };
  await box.made('/v2/schedules', { name: 'Lunch Pilates', siteId: SITES.downtown, ...terms, recurrenceRule });
};
