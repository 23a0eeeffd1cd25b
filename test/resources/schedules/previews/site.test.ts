import { describe, expect, test } from 'bun:test';
import { addStaffKey } from '../../../api/staff-keys.ts';
import { forEachTest, MAIN_SITE } from '../../../helpers/api.ts';
import { addSession } from '../../../helpers/bookings.ts';
import { tried } from '../../../helpers/unchanged.ts';
import { openYoga, YOGA } from '../../../helpers/yoga.ts';

const yoga = forEachTest(openYoga);
const patch = (body: object, query = '', headers = {}) =>
  yoga.studio.patch(`/v2/sites/${MAIN_SITE}${query}`, body, headers);
const preview = (body: object, headers = {}) => tried(yoga.studio, () => patch(body, '?dry_run=true', headers));
const closed = (startDate: string, endDate = startDate) => ({ closures: [{ startDate, endDate, name: 'Fair' }] });

describe('PATCH /v2/sites/{id}?dry_run=true', () => {
  test('200 closures: which classes fall, of every schedule, and who is notified', async () => {
    const { studio } = yoga;
    const pilates = { ...YOGA, name: 'Pilates', startDate: '2026-03-05', startTime: '10:00' };
    await studio.given(studio.post('/v2/schedules', pilates));
    await yoga.book(yoga.sessionId);
    const talk = await addSession(studio, { startsIn: 3 * 86_400_000, name: 'Talk', localDate: '2026-03-05' });
    const seen = await preview(closed('2026-03-05'));
    expect(seen).toMatchObject({
      object: 'site_change_preview',
      siteId: MAIN_SITE,
      sessionsCreated: 0,
      sessionsUpdated: 0,
      sessionsCancelled: 2,
      bookingsAffected: 1,
      bookingsCancelled: 1,
      kept: 1,
      peopleNotified: 1,
      notified: [{ name: 'Ann Other', events: ['booking.cancelled'] }],
    });
    const lines = seen.sessions.map(
      ({ change, old, new: next, notified }: Record<string, { name: string } & string>) => [
        change,
        old?.name,
        next === null,
        notified,
      ],
    );
    expect(lines).toEqual([
      ['kept', 'Talk', false, 0],
      ['cancelled', 'Pilates', true, 0],
      ['cancelled', 'Yoga', true, 1],
    ]);
    studio.events();
    await patch(closed('2026-03-05'));
    expect(studio.events().sort()).toEqual([
      'booking.cancelled',
      'session.cancelled',
      'session.cancelled',
      'site.updated',
    ]);
    expect((await studio.get(`/v2/sessions/${talk}`)).body.status).toBe('scheduled');
  });

  test('200 a closure that is taken back brings the classes back', async () => {
    await yoga.studio.given(patch(closed('2026-03-05')));
    expect(await preview({ closures: [] })).toMatchObject({ sessionsCancelled: 0, sessionsCreated: 1, kept: 0 });
  });

  test('200 another time zone moves every class, those without a schedule too', async () => {
    const { studio } = yoga;
    await yoga.book(yoga.sessionId);
    await addSession(studio, { name: 'Talk', localStartTime: '03:00' });
    const seen = await preview({ timezone: 'Europe/London' });
    expect(seen).toMatchObject({ sessionsUpdated: 5, sessionsCancelled: 0, bookingsAffected: 1, peopleNotified: 1 });
    expect(seen.notified[0].events).toEqual(['session.updated']);
    expect(seen.sessions.map(({ old }: { old: { name: string } }) => old.name).sort()).toEqual([
      'Talk',
      ...Array(4).fill('Yoga'),
    ]);
  });

  test('200 nothing for what concerns no class', async () => {
    expect(await preview({ phone: '+1 212 555 0100' })).toMatchObject({ sessions: [], sessionsCancelled: 0, kept: 0 });
  });

  test('400, 403, 404, 409 and 412 as the change itself', async () => {
    const { studio } = yoga;
    const send = async (body: object, headers = {}) => {
      const response = await patch(body, '?dry_run=true', headers);
      return [response.status, response.body.error.code];
    };
    expect(await send(closed('2026-03-06', '2026-03-05'))).toEqual([400, 'parameter_invalid']);
    const desk = await addStaffKey(studio, { role: 'front_desk' });
    expect(await send(closed('2026-03-05'), desk.headers)).toEqual([403, 'permission_denied']);
    expect(await send({ status: 'inactive' })).toEqual([409, 'default_site']);
    expect(await send(closed('2026-03-05'), { 'if-match': '"old"' })).toEqual([412, 'record_changed']);
    const key = await studio.withKey({ siteIds: [(await studio.post('/v2/sites', { name: 'Uptown' })).body.id] });
    expect((await patch(closed('2026-03-05'), '?dry_run=true', key)).status).toBe(404);
  });
});
