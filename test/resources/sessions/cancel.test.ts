import { describe, expect, test } from 'bun:test';
import { forEachTest, MAIN_SITE } from '../../helpers/api.ts';
import { errorOf } from '../../helpers/errors.ts';
import { openYoga, UNKNOWN } from '../../helpers/yoga.ts';

const yoga = forEachTest(openYoga);

const act = (verb: string, body?: unknown, id = yoga.sessionId) =>
  yoga.studio.post(`/manage/sessions/${id}/${verb}`, body);

describe('POST /manage/sessions/{id}/cancel', () => {
  test('200 cancels its bookings free of charge, and no change of the schedule restores it', async () => {
    for (const _ of [1, 2]) await yoga.book(yoga.sessionId);
    await yoga.studio.given(yoga.skipTo('2026-03-05T22:59:00.000Z'));
    const { status, body } = await act('cancel', { reason: 'The heating is broken' });
    expect([status, body]).toMatchObject([
      200,
      { status: 'cancelled', cancelReason: 'The heating is broken', cancelledAt: '2026-03-05T22:59:00.000Z' },
    ]);
    expect(body).toMatchObject({ bookedCount: 0, notBookableReason: 'cancelled' });
    const events = yoga.studio.eventsInFull();
    expect(events.map(({ type }) => type)).toEqual(['booking.cancelled', 'booking.cancelled', 'session.cancelled']);
    expect(events[0]?.data).toMatchObject({ cancelReason: 'SESSION_CANCELLED', isLateCancel: false });
    expect(events[2]?.data).toEqual({
      sessionId: yoga.sessionId,
      scheduleId: yoga.id,
      startTime: '2026-03-05T23:00:00.000Z',
      cancelReason: 'The heating is broken',
      affectedBookings: 2,
      siteId: MAIN_SITE,
    });
    await yoga.patch({ startTime: '19:00' });
    expect(yoga.sessions()[1]).toMatchObject({ id: yoga.sessionId, cancelReason: 'The heating is broken' });
  });

  test('200 without a body; a session without bookings stays, too', async () => {
    expect((await act('cancel')).body).toMatchObject({ status: 'cancelled', cancelReason: 'session_cancelled' });
    const [event, ...others] = yoga.studio.eventsInFull();
    expect([event?.data.cancelReason, others]).toEqual(['SESSION_CANCELLED', []]);
    expect(yoga.sessions()).toHaveLength(4);
  });

  test('400 the reason of schedules, 401, 404, 409 twice, 409 once it has started', async () => {
    expect(errorOf(await act('cancel', { reason: 'schedule_changed' }))).toEqual([400, 'parameter_invalid']);
    const path = `/manage/sessions/${yoga.sessionId}/cancel`;
    expect((await yoga.studio.post(path, {}, { 'x-service-api-key': '' })).status).toBe(401);
    expect(errorOf(await act('cancel', {}, UNKNOWN))).toEqual([404, 'resource_not_found']);
    await yoga.studio.given(act('cancel'));
    expect(errorOf(await act('cancel'))).toEqual([409, 'session_cancelled']);
    await yoga.studio.given(yoga.skipTo('2026-03-09T22:00:00.000Z'));
    expect(errorOf(await act('cancel', {}, yoga.sessions()[2]?.id))).toEqual([409, 'session_started']);
    expect(yoga.studio.events()).toEqual([]);
  });
});
