import { describe, expect, test } from 'bun:test';
import { forEachTest, MAIN_SITE, openStudio } from '../../helpers/api.ts';
import { errorOf, problemsOf } from '../../helpers/errors.ts';
import { addInstructor, UNKNOWN } from '../../helpers/yoga.ts';

const studio = forEachTest(openStudio);

const oneOff = {
  name: 'Sound bath',
  siteId: MAIN_SITE,
  startTime: '2026-03-10T18:30:00-04:00',
  durationMinutes: 75,
};
const post = (fields: object = {}, headers?: Record<string, string>) =>
  studio.post('/manage/sessions', { ...oneOff, ...fields }, headers);

describe('POST /manage/sessions', () => {
  test('201 in the time zone of its site, with the defaults of a schedule', async () => {
    const { status, body } = await post();
    expect(status).toBe(201);
    expect(body).toMatchObject({
      object: 'session',
      name: 'Sound bath',
      type: 'class',
      status: 'scheduled',
      siteId: MAIN_SITE,
      locationId: MAIN_SITE,
      scheduleId: null,
      occurrenceKey: '2026-03-10T18:30',
      startTime: '2026-03-10T22:30:00.000Z',
      endTime: '2026-03-10T23:45:00.000Z',
      durationMinutes: 75,
      timezone: 'America/New_York',
      localDate: '2026-03-10',
      localStartTime: '18:30',
      capacity: null,
      creditCost: 1,
      isModified: false,
      isBookable: true,
    });
    const [event, ...others] = studio.eventsInFull();
    expect(others).toEqual([]);
    expect([event?.type, event?.data]).toEqual([
      'session.created',
      {
        sessionId: body.id,
        scheduleId: null,
        startTime: '2026-03-10T22:30:00.000Z',
        endTime: '2026-03-10T23:45:00.000Z',
        instructorId: null,
        capacity: null,
        siteId: MAIN_SITE,
      },
    ]);
  });

  test('201 with every field; only /manage shows virtualUrl', async () => {
    const fields = {
      description: 'Lie down',
      category: 'Calm',
      level: 'All',
      tags: ['sound'],
      imageUrl: 'https://example.com/a.png',
      type: 'event',
      roomName: 'Loft',
      instructorId: await addInstructor(studio, 'Ana'),
      additionalInstructorIds: [await addInstructor(studio, 'Ben')],
      capacity: 20,
      waitlistEnabled: false,
      waitlistCapacity: 5,
      creditCost: 2,
      dropInPrice: { amount: 2500, currency: 'USD' },
      isVirtual: true,
      virtualUrl: 'https://example.com/room',
      isPrivate: true,
    };
    const { body } = await post(fields);
    expect(body).toMatchObject(fields);
    expect((await studio.get(`/manage/sessions/${body.id}`)).body).toEqual(body);
    expect((await studio.get('/manage/sessions')).body).toMatchObject({ url: '/manage/sessions', data: [body] });
    expect((await studio.get(`/v2/sessions/${body.id}`)).body).toEqual({ ...body, virtualUrl: null });
    expect((await studio.get('/v2/sessions')).body.data[0].virtualUrl).toBe(null);
  });

  test('201 at the end of the calendar: its dates have four digits in every time zone', async () => {
    await studio.given(studio.patch(`/v2/sites/${MAIN_SITE}`, { timezone: 'Pacific/Kiritimati' }));
    const { status, body } = await post({ startTime: '9998-12-31T23:30:00Z', durationMinutes: 1440 });
    expect([status, body.endTime, body.localDate]).toEqual([201, '9999-01-01T23:30:00.000Z', '9999-01-01']);
    expect(studio.events()).toEqual(['session.created']);
    await studio.time.moveTo(studio.time.now() + 120_000);
    expect(studio.events()).toEqual([]);
    expect((await studio.get(`/v2/sessions/${body.id}`)).body.status).toBe('scheduled');
  });

  test('201 replayed for the same idempotency key', async () => {
    const key = { 'idempotency-key': 'bath' };
    const [first, again] = [await post({}, key), await post({}, key)];
    expect([again.status, again.body, again.headers.get('idempotency-replayed')]).toEqual([201, first.body, 'true']);
    expect(studio.events()).toEqual(['session.created']);
  });

  test('201 with overrideConflicts in two places at once; one after the other is no conflict', async () => {
    const instructorId = await addInstructor(studio, 'Ana');
    await studio.given(post({ instructorId }));
    const clash = { instructorId, startTime: '2026-03-10T23:44:00.000Z' };
    const refused = await post(clash);
    expect([refused.status, refused.body.error.code]).toEqual([409, 'instructor_conflict']);
    expect(refused.body.error.details[0]).toMatchObject({ param: 'instructorId', conflictingName: 'Sound bath' });
    expect(errorOf(await post({ additionalInstructorIds: [instructorId] }))).toEqual([409, 'instructor_conflict']);
    expect(studio.events()).toEqual([]);
    expect((await post({ ...clash, overrideConflicts: true })).status).toBe(201);
    expect((await post({ instructorId, startTime: '2026-03-11T01:00:00.000Z' })).status).toBe(201);
    expect(studio.events()).toEqual(['session.created', 'session.created']);
  });

  test('400 with every problem at once', async () => {
    const missing = ['durationMinutes', 'name', 'siteId', 'startTime'].map((param) => `${param} parameter_missing`);
    expect(problemsOf(await studio.post('/manage/sessions', {})).sort()).toEqual([400, ...missing]);
    expect(errorOf(await post({ siteId: undefined }))).toEqual([400, 'parameter_missing']);
    const resting = await addInstructor(studio, 'Eve', 'inactive');
    const wrong = await post({
      startTime: '2026-03-02T07:59:59Z',
      instructorId: resting,
      additionalInstructorIds: [UNKNOWN],
    });
    expect(problemsOf(wrong)).toEqual([
      400,
      'startTime parameter_invalid',
      'instructorId resource_missing',
      'additionalInstructorIds[0] resource_missing',
    ]);
    expect((await post({ siteId: UNKNOWN })).body.error.code).toBe('resource_missing');
    expect((await post({ scheduleId: UNKNOWN })).body.error.code).toBe('parameter_unknown');
    expect(studio.events()).toEqual([]);
  });

  test('400 where a date of the session would have more than four digits in its year', async () => {
    await studio.patch(`/v2/sites/${MAIN_SITE}`, { timezone: 'Asia/Tokyo' });
    const body = await studio.given(post());
    const late = { startTime: '9999-12-31T23:59:59.999Z', durationMinutes: 100 };
    const early = { name: 'Old', siteId: MAIN_SITE, startTime: '0000-01-01T00:00:00Z', durationMinutes: 60 };
    const answers = [
      await post(late),
      await post({ startTime: '9999-01-01T00:00:00Z', instructorId: UNKNOWN }),
      await studio.patch(`/manage/sessions/${body.id}`, late),
      await studio.post('/manage/imports?family=sessions', [early]),
    ];
    const problem = 'A session starts from 0001-01-01 to 9998-12-31';
    for (const { status, body } of answers) {
      expect([status, body.error.details[0].message]).toEqual([400, expect.stringContaining(problem)]);
    }
    expect(answers[1]?.body.error.details).toHaveLength(2);
    expect(studio.events()).toEqual([]);
  });

  test('401 without a credential, 403 without the scope or at another site, 409 at an inactive site', async () => {
    expect((await post({}, { 'x-service-api-key': '' })).status).toBe(401);
    const reader = await studio.withKey({ scopes: ['sessions:write'] });
    expect((await post({}, reader)).body.error.code).toBe('permission_denied');
    const { body: other } = await studio.post('/v2/sites', { name: 'Other', status: 'inactive' });
    const narrow = await studio.makeKey({ siteIds: [other.id] });
    expect((await post({}, { 'x-service-api-key': narrow })).body.error.code).toBe('site_not_allowed');
    studio.events();
    expect(errorOf(await post({ siteId: other.id }))).toEqual([409, 'site_inactive']);
    expect(studio.events()).toEqual([]);
  });
});

describe('GET /manage/sessions', () => {
  test('200 filtered like /v2/sessions, 404 at another site', async () => {
    const { body } = await post();
    const { body: other } = await studio.post('/v2/sites', { name: 'Other' });
    const narrow = await studio.withKey({ siteIds: [other.id] });
    expect((await studio.get('/manage/sessions', narrow)).body.data).toEqual([]);
    expect((await studio.get(`/manage/sessions/${body.id}`, narrow)).status).toBe(404);
    expect((await studio.get(`/manage/sessions?location_id=${other.id}`)).body.data).toEqual([]);
    const expanded = await studio.get(`/manage/sessions/${body.id}?expand[]=location`);
    expect(expanded.body.location.name).toBe('Main');
    expect(studio.events()).toEqual(['session.created', 'site.created']);
  });
});
