import { describe, expect, test } from 'bun:test';
import { Store } from '../../../src/database/store.ts';
import { Timeline } from '../../../src/kernel/timer.ts';
import { completeSessions } from '../../../src/resources/sessions/complete.ts';
import { forEachTest, MAIN_SITE } from '../../helpers/api.ts';
import { openYoga } from '../../helpers/yoga.ts';

const yoga = forEachTest(openYoga);

describe('completeSessions', () => {
  test('raises session.completed once, with the counts', async () => {
    const [session] = yoga.sessions();
    await yoga.book(session?.id);
    await yoga.moveTo('2026-03-02T23:59:59.999Z');
    expect(yoga.studio.events()).toEqual([]);
    await yoga.moveTo('2026-03-03T02:00:00.000Z');
    const events = yoga.studio.eventsInFull();
    expect(events.map(({ type, data }) => [type, data])).toEqual([
      [
        'session.completed',
        { sessionId: session?.id, bookedCount: 1, attendedCount: 0, noShowCount: 0, siteId: MAIN_SITE },
      ],
    ]);
    expect(events[0]).toMatchObject({ createdAt: '2026-03-03T00:00:00.000Z' });
    expect((await yoga.studio.get(`/v2/sessions/${session?.id}`)).body.updatedAt).toBe('2026-03-02T08:00:00.000Z');
  });

  test('a cancelled session is not completed', async () => {
    await yoga.book(yoga.sessions()[0]?.id);
    await yoga.studio.given(yoga.studio.delete(`/v2/schedules/${yoga.id}`));
    await yoga.skipTo('2026-03-04T00:00:00.000Z');
    expect(yoga.studio.events()).toEqual([]);
  });

  test('completes many sessions in batches', async () => {
    await yoga.studio.given(yoga.patch({ recurrenceRule: { frequency: 'daily' }, horizonDays: 450 }));
    const later = new Store(
      yoga.studio.db,
      new Timeline(Date.parse('2028-01-01T00:00:00.000Z')),
      yoga.studio.store.ids,
    );
    expect(await completeSessions(later)).toBe(451);
    expect(await completeSessions(later)).toBe(0);
    expect(yoga.studio.events()).toEqual(Array(451).fill('session.completed'));
  });
});
