import { beforeEach, describe, expect, test } from 'bun:test';
import { forEachTest, MAIN_SITE, openStudio } from '../../helpers/api.ts';
import { expectSeek, plansOf } from '../../helpers/query-plans.ts';
import { contentsOf } from '../../helpers/unchanged.ts';

const studio = forEachTest(openStudio);
const BATH = {
  name: 'Sound bath',
  siteId: MAIN_SITE,
  startTime: '2026-03-10T23:00:00Z',
  durationMinutes: 60,
  roomName: 'Studio A',
};
const WEEKLY = {
  name: 'Yoga',
  siteId: MAIN_SITE,
  roomName: 'Studio A',
  startDate: '2026-03-02',
  startTime: '18:00',
  durationMinutes: 60,
  horizonDays: 20,
  recurrenceRule: { frequency: 'weekly', daysOfWeek: ['TU'] },
};
let otherSite: string;
beforeEach(async () => {
  otherSite = (await studio.given(studio.post('/v2/sites', { name: 'Uptown' }))).id;
});
const post = (fields: object = {}) => studio.post('/manage/sessions', { ...BATH, ...fields });
const schedule = (fields: object = {}) => studio.post('/v2/schedules', { ...WEEKLY, ...fields });
const refused = async (send: Promise<{ status: number; body: { error: { code: string; details: object[] } } }>) => {
  const before = contentsOf(studio.db);
  const { status, body } = await send;
  expect([status, body.error.code]).toEqual([409, 'room_conflict']);
  expect([contentsOf(studio.db), studio.events()]).toEqual([before, []]);
  return body.error.details;
};

describe('a session in a room that is taken', () => {
  test('409 with the other session, unless allowConflict', async () => {
    const { id } = await studio.given(post());
    const clash = { name: 'Talk', startTime: '2026-03-10T23:59:00Z', roomName: 'studio a' };
    expect(await refused(post(clash))).toEqual([
      {
        param: 'roomName',
        code: 'room_conflict',
        message: "At 2026-03-10T23:59:00.000Z there is in the room 'Sound bath'.",
        kind: 'room',
        instructorId: null,
        instructorName: null,
        roomName: 'studio a',
        startTime: '2026-03-10T23:59:00.000Z',
        conflictingSessionId: id,
        conflictingStartTime: '2026-03-10T23:00:00.000Z',
        conflictingEndTime: '2026-03-11T00:00:00.000Z',
        conflictingName: 'Sound bath',
        conflictingRoomName: 'Studio A',
      },
    ]);
    await refused(post({ ...clash, overrideConflicts: true }));
    expect((await post({ ...clash, allowConflict: true })).status).toBe(201);
    expect(studio.events()).toEqual(['session.created']);
  });

  test('201 in another room, at another site, one after the other, without a room, or when the other is cancelled', async () => {
    const { id } = await studio.given(post());
    const others = [
      { roomName: 'Studio B' },
      { siteId: otherSite },
      { startTime: '2026-03-11T00:00:00Z' },
      { roomName: null },
    ];
    for (const fields of others) expect((await post(fields)).status).toBe(201);
    await refused(studio.given(Promise.resolve()).then(() => post({ durationMinutes: 5 })));
    await studio.given(studio.post(`/manage/sessions/${id}/cancel`));
    expect((await post()).status).toBe(201);
  });

  test('409 when a session moves into the room, or its time or site does; not when something else changes', async () => {
    await studio.given(post());
    const { id } = await studio.given(post({ roomName: 'Studio B' }));
    const { id: elsewhere } = await studio.given(post({ siteId: otherSite }));
    const { id: later } = await studio.given(post({ startTime: '2026-03-12T23:00:00Z' }));
    const patch = (to: string, body: object) => studio.patch(`/manage/sessions/${to}`, body);
    await refused(patch(id, { roomName: 'STUDIO A' }));
    await refused(patch(elsewhere, { siteId: MAIN_SITE }));
    await refused(patch(later, { startTime: '2026-03-10T22:30:00Z' }));
    expect((await patch(id, { roomName: 'Studio A', allowConflict: true })).status).toBe(200);
    expect((await patch(id, { capacity: 4 })).status).toBe(200);
  });

  test('looks for it by an index', async () => {
    const steps = await plansOf(studio, 'sessions', () => post());
    expectSeek(
      steps.filter((step) => step.includes('Room')),
      'sessionsByRoomAndSite',
    );
  });

  test('the list filters by room, in whatever case', async () => {
    const { id } = await studio.given(post());
    await studio.given(post({ roomName: 'Studio B' }));
    const { id: elsewhere } = await studio.given(post({ siteId: otherSite }));
    expect((await studio.listed('/v2/sessions?room_name=studio%20a')).sort()).toEqual([id, elsewhere].sort());
    expect(await studio.listed(`/manage/sessions?room_name=Studio%20A&location_id=${MAIN_SITE}`)).toEqual([id]);
  });
});

describe('a schedule in a room that is taken', () => {
  test('409 on create and change, with all sessions that clash, unless allowConflict', async () => {
    const { id } = await studio.given(schedule());
    const clash = { name: 'Pilates', startTime: '18:30' };
    const details = await refused(schedule(clash));
    expect(details).toMatchObject([
      { kind: 'room', roomName: 'Studio A', startTime: '2026-03-03T23:30:00.000Z', conflictingName: 'Yoga' },
      { startTime: '2026-03-10T22:30:00.000Z' },
      { startTime: '2026-03-17T22:30:00.000Z' },
    ]);
    const { id: other } = await studio.given(schedule({ ...clash, roomName: 'Studio B' }));
    await refused(studio.patch(`/v2/schedules/${other}`, { roomName: 'Studio A' }));
    const { body: preview } = await studio.patch(`/v2/schedules/${other}?dry_run=true`, { roomName: 'Studio A' });
    expect(preview.conflicts).toHaveLength(3);
    await refused(studio.patch(`/v2/schedules/${id}`, { roomName: 'Studio B' }));
    expect((await studio.patch(`/v2/schedules/${other}`, { roomName: 'Studio A', allowConflict: true })).status).toBe(
      200,
    );
    expect((await studio.patch(`/v2/schedules/${other}`, { name: 'Reformer' })).status).toBe(200);
  });

  test('201 when its own sessions overlap one another', async () => {
    const daily = { recurrenceRule: { frequency: 'daily' }, durationMinutes: 1440, startTime: '10:00', horizonDays: 3 };
    expect((await schedule(daily)).status).toBe(201);
  });

  test('an import takes the room and says so', async () => {
    await studio.given(schedule());
    const rows = [{ ...WEEKLY, name: 'Pilates', externalId: 'p-1' }];
    const { status, body } = await studio.post('/manage/imports?family=schedules', rows);
    expect([status, body.created, body.notes]).toMatchObject([
      200,
      1,
      [
        {
          column: 'roomName',
          message: "Row 1: At 2026-03-03T23:00:00.000Z, the room 'Studio A' is also taken by 'Yoga'.",
        },
      ],
    ]);
    const session = { ...BATH, startTime: '2026-03-03T23:30:00Z' };
    const { body: sessions } = await studio.post('/manage/imports?family=sessions', [session]);
    expect(sessions.notes).toHaveLength(1);
  });
});
