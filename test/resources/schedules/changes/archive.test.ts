import { describe, expect, test } from 'bun:test';
import { forEachTest } from '../../../helpers/api.ts';
import { openYoga, UNKNOWN } from '../../../helpers/yoga.ts';

const yoga = forEachTest(openYoga);

const created = (count: number): string[] => Array(count).fill('session.created');

describe('DELETE /v2/schedules/{id}', () => {
  test('200 archives and cancels future sessions; again changes nothing', async () => {
    const [first, second, third] = yoga.sessions();
    await yoga.book(second?.id);
    yoga.studio.db.run('update sessions set isModified = 1 where id = ?', [third?.id as string]);
    await yoga.studio.given(yoga.skipTo('2026-03-03T08:00:00.000Z'));
    const response = await yoga.studio.delete(`/v2/schedules/${yoga.id}`);
    expect([response.status, response.body]).toEqual([
      200,
      {
        id: yoga.id,
        object: 'schedule',
        deleted: true,
        archived: true,
        archivedAt: '2026-03-03T08:00:00.000Z',
        sessionsCancelled: 3,
        bookingsAffected: 1,
      },
    ]);
    expect(yoga.sessions().map((row) => [row.id, row.cancelReason])).toEqual([
      [first?.id as string, null],
      [second?.id as string, 'schedule_changed'],
    ]);
    expect(yoga.studio.events()).toEqual([
      'booking.cancelled',
      'session.cancelled',
      'session.cancelled',
      'session.cancelled',
      'schedule.deleted',
    ]);
    const again = await yoga.studio.delete(`/v2/schedules/${yoga.id}`);
    expect([again.status, again.body.archivedAt]).toEqual([200, '2026-03-03T08:00:00.000Z']);
    expect(yoga.studio.events()).toEqual([]);
    const read = await yoga.studio.get(`/v2/schedules/${yoga.id}`);
    expect([read.status, read.body.status, read.body.nextSessionAt]).toEqual([200, 'archived', null]);
  });

  test('200 cancels a session ahead whose slot is past, since it was moved', async () => {
    const [first] = yoga.sessions();
    await yoga.book(first?.id);
    await yoga.studio.patch(`/manage/sessions/${first?.id}`, { startTime: '2026-03-20T23:00:00.000Z' });
    await yoga.studio.given(yoga.skipTo('2026-03-13T08:00:00.000Z'));
    const response = await yoga.studio.delete(`/v2/schedules/${yoga.id}`);
    expect(response.body).toMatchObject({ sessionsCancelled: 4, bookingsAffected: 1 });
    expect(yoga.sessions().filter(({ id }) => id === first?.id)).toMatchObject([{ cancelReason: 'schedule_changed' }]);
    expect(yoga.studio.events()).toEqual([
      'booking.cancelled',
      ...Array(4).fill('session.cancelled'),
      'schedule.deleted',
    ]);
  });

  test('200 PATCH status active restores it', async () => {
    await yoga.studio.given(yoga.studio.delete(`/v2/schedules/${yoga.id}`));
    const response = await yoga.patch({ status: 'active' });
    expect(response.body).toMatchObject({ status: 'active', archivedAt: null, sessionCount: 4 });
    expect(yoga.studio.events()).toEqual([...created(4), 'schedule.updated']);
  });

  test('401 without a credential, 404 unknown', async () => {
    expect((await yoga.studio.delete(`/v2/schedules/${yoga.id}`, { 'x-service-api-key': '' })).status).toBe(401);
    expect((await yoga.studio.delete(`/v2/schedules/${UNKNOWN}`)).status).toBe(404);
    expect(yoga.studio.events()).toEqual([]);
  });
});
