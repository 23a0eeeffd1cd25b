import { describe, expect, test } from 'bun:test';
import { forEachTest, openStudio } from '../../helpers/api.ts';
import { addBooking, addClient, addSession } from '../../helpers/bookings.ts';
import { errorOf } from '../../helpers/errors.ts';
import { tried } from '../../helpers/unchanged.ts';
import { joinWaitlist } from '../../helpers/waitlist.ts';
import { addInstructor } from '../../helpers/yoga.ts';

const studio = forEachTest(openStudio);

/** A full session with one who waits. */
const fullSession = async () => {
  const sessionId = await addSession(studio, { capacity: 1 });
  const booked = await addClient(studio, { firstName: 'Mei', lastName: 'Chen' });
  await addBooking(studio, booked, sessionId);
  const waiting = await addClient(studio, { firstName: 'Tomas', lastName: 'Novak' });
  await joinWaitlist(studio, waiting, sessionId);
  return { sessionId, booked, waiting };
};
const change = (id: string, body: object, query = '') => studio.patch(`/manage/sessions/${id}${query}`, body);
const tryChange = (id: string, body: object) => tried(studio, () => change(id, body, '?dry_run=true'));
const substitute = (id: string, instructorId: string, query = '') =>
  studio.post(`/manage/sessions/${id}/substitute${query}`, { instructorId });

describe('PATCH /manage/sessions/{id}?dry_run=true', () => {
  test('200 who is notified of another time, and that they may cancel then', async () => {
    const { sessionId, booked, waiting } = await fullSession();
    const moved = { startTime: '2026-03-09T10:00:00Z' };
    expect(await tryChange(sessionId, moved)).toEqual({
      object: 'session_change_preview',
      sessionId,
      bookedCount: 1,
      waitlistCount: 1,
      becomesFreeToCancel: true,
      notified: [
        { clientId: booked, name: 'Mei Chen', events: ['session.updated'] },
        { clientId: waiting, name: 'Tomas Novak', events: ['session.updated'] },
      ],
      notifiedCount: 2,
    });
    studio.events();
    expect((await change(sessionId, moved)).body).toMatchObject({ startTime: '2026-03-09T10:00:00.000Z' });
    expect(studio.events()).toEqual(['session.updated']);
  });

  test('200 more room seats who waits', async () => {
    const { sessionId, waiting } = await fullSession();
    expect(await tryChange(sessionId, { capacity: 2 })).toMatchObject({
      becomesFreeToCancel: false,
      notified: [{ clientId: waiting }],
      notifiedCount: 1,
    });
  });

  test('200 another name tells nobody', async () => {
    const { sessionId } = await fullSession();
    expect(await tryChange(sessionId, { name: 'Yin' })).toMatchObject({
      becomesFreeToCancel: false,
      notified: [],
      notifiedCount: 0,
    });
  });

  test('409 as the change itself', async () => {
    const { sessionId } = await fullSession();
    await studio.given(studio.post(`/manage/sessions/${sessionId}/cancel`, {}));
    expect(errorOf(await change(sessionId, { capacity: 2 }, '?dry_run=true'))).toEqual([409, 'session_cancelled']);
  });
});

describe('POST /manage/sessions/{id}/substitute?dry_run=true', () => {
  test('200 who is notified of another instructor', async () => {
    const { sessionId, booked, waiting } = await fullSession();
    const instructorId = await addInstructor(studio, 'Noor');
    const seen = await tried(studio, () => substitute(sessionId, instructorId, '?dry_run=true'));
    expect(seen).toMatchObject({
      object: 'session_change_preview',
      becomesFreeToCancel: true,
      notified: [{ clientId: booked }, { clientId: waiting }],
      notifiedCount: 2,
    });
    expect((await substitute(sessionId, instructorId)).body).toMatchObject({ instructorId });
  });
});
