import { describe, expect, test } from 'bun:test';
import { forEachTest, MAIN_SITE } from '../../helpers/api.ts';
import { errorOf } from '../../helpers/errors.ts';
import { addInstructor, openYoga, UNKNOWN } from '../../helpers/yoga.ts';

const yoga = forEachTest(openYoga);

const act = (verb: string, body?: unknown, id = yoga.sessionId) =>
  yoga.studio.post(`/manage/sessions/${id}/${verb}`, body);

describe('POST /manage/sessions/{id}/substitute', () => {
  test('200 a substitute, then another one, then the original instructor', async () => {
    const [ana, ben, eve] = [
      await addInstructor(yoga.studio, 'Ana'),
      await addInstructor(yoga.studio, 'Ben'),
      await addInstructor(yoga.studio, 'Eve'),
    ];
    await yoga.patch({ instructorId: ana });
    await yoga.book(yoga.sessionId);
    await yoga.studio.given(yoga.moveTo('2026-03-02T08:01:00.000Z'));
    const raised = () => yoga.studio.eventsInFull().map(({ type, data }) => [type, data]);
    /** Both events of a change; `changes` and `previous` are those of other fields than the instructor. */
    const change = (
      [instructorId, previousInstructorId]: readonly [string, string],
      isSubstitute: boolean,
      changes: object = {},
      previous: object = {},
    ) => [
      [
        'session.updated',
        {
          sessionId: yoga.sessionId,
          scheduleId: yoga.id,
          bookedCount: 1,
          siteId: MAIN_SITE,
          changes: { instructorId, ...changes },
          previous: { instructorId: previousInstructorId, ...previous },
        },
      ],
      [
        'session.instructor_changed',
        { sessionId: yoga.sessionId, instructorId, previousInstructorId, isSubstitute, siteId: MAIN_SITE },
      ],
    ];

    const first = await act('substitute', { instructorId: ben });
    expect([first.status, first.body]).toMatchObject([
      200,
      { instructorId: ben, originalInstructorId: ana, isSubstitute: true, isModified: true },
    ]);
    expect(raised()).toEqual(
      change(
        [ben, ana],
        true,
        { originalInstructorId: ana, isModified: true },
        { originalInstructorId: null, isModified: false },
      ),
    );
    const { body: list } = await yoga.studio.get(`/v2/bookings?session_id=${yoga.sessionId}`);
    expect(list.data[0].freeCancelUntil).toBe('2026-03-05T23:00:00.000Z');

    const second = await act('substitute', { instructorId: eve });
    expect(second.body).toMatchObject({ instructorId: eve, originalInstructorId: ana, isSubstitute: true });
    expect(raised()).toEqual(change([eve, ben], true));
    await yoga.patch({ name: 'Flow' });
    expect(yoga.sessions()[1]).toMatchObject({ instructorId: eve });
    yoga.studio.events();

    const back = await act('substitute', { instructorId: ana });
    expect(back.body).toMatchObject({ instructorId: ana, originalInstructorId: null, isSubstitute: false });
    expect(raised()).toEqual(change([ana, eve], false, { originalInstructorId: null }, { originalInstructorId: ana }));
    expect((await act('substitute', { instructorId: ana })).status).toBe(200);
    expect(raised()).toEqual([]);
  });

  test('200 the original instructor again: the session is not modified any more', async () => {
    const [ana, ben] = [await addInstructor(yoga.studio, 'Ana'), await addInstructor(yoga.studio, 'Ben')];
    await yoga.patch({ instructorId: ana });
    expect((await act('substitute', { instructorId: ben })).body.isModified).toBe(true);
    yoga.studio.events();
    expect((await act('substitute', { instructorId: ana })).body).toMatchObject({
      instructorId: ana,
      originalInstructorId: null,
      isSubstitute: false,
      isModified: false,
    });
    expect(yoga.studio.events()).toEqual(['session.updated', 'session.instructor_changed']);
    await yoga.patch({ instructorId: ben });
    expect(yoga.sessions().map(({ instructorId }) => instructorId)).toEqual(Array(4).fill(ben));
  });

  test('400 without an active instructor; 404; 409 conflict, cancelled or started', async () => {
    expect(errorOf(await act('substitute', {}))).toEqual([400, 'parameter_missing']);
    expect(errorOf(await act('substitute', { instructorId: UNKNOWN }))).toEqual([400, 'resource_missing']);
    const resting = await addInstructor(yoga.studio, 'Ana', 'suspended');
    expect(errorOf(await act('substitute', { instructorId: resting }))).toEqual([400, 'resource_missing']);
    const ben = await addInstructor(yoga.studio, 'Ben');
    expect(errorOf(await act('substitute', { instructorId: ben }, UNKNOWN))).toEqual([404, 'resource_not_found']);
    const busy = { name: 'Talk', siteId: MAIN_SITE, startTime: '2026-03-05T23:59:00Z', durationMinutes: 30 };
    await yoga.studio.given(yoga.studio.post('/manage/sessions', { ...busy, instructorId: ben }));
    expect(errorOf(await act('substitute', { instructorId: ben }))).toEqual([409, 'instructor_conflict']);
    expect(yoga.studio.events()).toEqual([]);
    expect((await act('substitute', { instructorId: ben, overrideConflicts: true })).status).toBe(200);
    expect(yoga.studio.events()).toEqual(['session.updated', 'session.instructor_changed']);
    await act('cancel');
    expect(errorOf(await act('substitute', { instructorId: ben }))).toEqual([409, 'session_cancelled']);
    await yoga.studio.given(yoga.skipTo('2026-03-09T22:00:00.000Z'));
    const started = await act('substitute', { instructorId: ben }, yoga.sessions()[2]?.id);
    expect(errorOf(started)).toEqual([409, 'session_started']);
    expect(yoga.studio.events()).toEqual([]);
  });
});
