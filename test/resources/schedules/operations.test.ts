import { describe, expect, test } from 'bun:test';
import { forEachTest, MAIN_SITE, openStudio } from '../../helpers/api.ts';
import { problemsOf } from '../../helpers/errors.ts';
import { moveDefault } from '../../helpers/sites.ts';
import { addInstructor, UNKNOWN } from '../../helpers/yoga.ts';

/** Monday, 2 March 2026, 08:00 UTC: 03:00 in New York. */
const studio = forEachTest(openStudio);

const yoga = {
  name: 'Yoga',
  siteId: MAIN_SITE,
  startDate: '2026-03-02',
  startTime: '18:00',
  durationMinutes: 60,
  capacity: 10,
  horizonDays: 20,
  recurrenceRule: { frequency: 'weekly', daysOfWeek: ['MO', 'TH'] },
};

const sessionsOf = (scheduleId: string) =>
  studio.db.query('select * from sessions where scheduleId = ? order by startTime').all(scheduleId) as Record<
    string,
    unknown
  >[];

describe('POST /v2/schedules', () => {
  test('201 with its sessions up to the horizon', async () => {
    const response = await studio.post('/v2/schedules', yoga);
    expect(response.status).toBe(201);
    expect(response.body).toMatchObject({
      object: 'schedule',
      name: 'Yoga',
      type: 'class',
      creditCost: 1,
      siteId: MAIN_SITE,
      locationId: MAIN_SITE,
      timezone: 'America/New_York',
      status: 'active',
      generatedUntil: '2026-03-22',
      nextSessionAt: '2026-03-02T23:00:00.000Z',
      sessionCount: 6,
      recurrenceRule: {
        frequency: 'weekly',
        interval: 1,
        daysOfWeek: ['MO', 'TH'],
        weekStart: 'MO',
        rrule: 'FREQ=WEEKLY;BYDAY=MO,TH',
      },
    });
    const events = studio.eventsInFull();
    expect(events.map(({ type }) => type)).toEqual([...Array(6).fill('session.created'), 'schedule.created']);
    expect(events.at(-1)?.data).toEqual({ scheduleId: response.body.id, sessionsCreated: 6, siteId: MAIN_SITE });
  });

  test('201 up to the horizon of the settings', async () => {
    const { horizonDays: _, ...body } = yoga;
    const response = await studio.post('/v2/schedules', body);
    expect([response.body.horizonDays, response.body.generatedUntil]).toEqual([null, '2026-05-31']);
    expect(studio.events()).toHaveLength(27);
  });

  test('201 without a rule creates one session', async () => {
    const { recurrenceRule: _, ...body } = yoga;
    const response = await studio.post('/v2/schedules', { ...body, locationId: MAIN_SITE });
    expect([response.status, response.body.recurrenceRule, response.body.sessionCount]).toEqual([201, null, 1]);
    expect(studio.events()).toEqual(['session.created', 'schedule.created']);
  });

  test('201 from an RFC 5545 rule, which is answered in both forms', async () => {
    const recurrenceRule = { rrule: 'RRULE:FREQ=MONTHLY;BYDAY=-1FR;UNTIL=20260601T035959Z' };
    const response = await studio.post('/v2/schedules', { ...yoga, recurrenceRule });
    expect(response.body.recurrenceRule).toEqual({
      frequency: 'monthly',
      interval: 1,
      weekdayOfMonth: { week: -1, day: 'FR' },
      until: '2026-05-31',
      weekStart: 'MO',
      rrule: 'FREQ=MONTHLY;BYDAY=-1FR;UNTIL=20260531T220000Z',
    });
    const again = await studio.post('/v2/schedules', { ...yoga, recurrenceRule: response.body.recurrenceRule });
    expect(again.body.recurrenceRule).toEqual(response.body.recurrenceRule);
  });

  test('201 with a past start date creates no past sessions', async () => {
    const body = { ...yoga, startDate: '2020-01-01', recurrenceRule: { frequency: 'daily' }, horizonDays: 1 };
    const response = await studio.post('/v2/schedules', { ...body, startTime: '02:59' });
    expect([response.body.sessionCount, response.body.nextSessionAt]).toEqual([1, '2026-03-03T07:59:00.000Z']);
    expect(studio.events()).toEqual(['session.created', 'schedule.created']);
  });

  test('201 repeated with the same idempotency key creates nothing', async () => {
    const first = await studio.post('/v2/schedules', yoga, { 'idempotency-key': 'once' });
    studio.events();
    const again = await studio.post('/v2/schedules', yoga, { 'idempotency-key': 'once' });
    expect([again.status, again.body]).toEqual([201, first.body]);
    expect(studio.events()).toEqual([]);
  });

  const wrong: [what: string, body: object, expected: string[]][] = [
    [
      'everything that is missing',
      { name: undefined, siteId: undefined, startDate: undefined, startTime: undefined, durationMinutes: undefined },
      ['name', 'siteId', 'startDate', 'startTime', 'durationMinutes'].map((field) => `${field} parameter_missing`),
    ],
    ['no site', { siteId: undefined }, ['siteId parameter_missing']],
    ['an unknown site', { siteId: UNKNOWN }, ['siteId resource_missing']],
    ['two sites', { locationId: UNKNOWN }, ['locationId parameter_invalid']],
    ['a field that does not exist', { colour: 'red' }, ['colour parameter_unknown']],
    ['an end before the start', { endDate: '2026-03-01' }, ['endDate parameter_invalid']],
    [
      'an unknown weekday',
      { recurrenceRule: { frequency: 'weekly', daysOfWeek: ['XX'] } },
      ['recurrenceRule.daysOfWeek[0] parameter_invalid'],
    ],
    ['a rule without frequency', { recurrenceRule: {} }, ['recurrenceRule.frequency parameter_missing']],
    [
      'a rule of another language',
      { recurrenceRule: { rrule: 'every day' } },
      ['recurrenceRule.rrule parameter_invalid'],
    ],
    [
      'a rule without dates',
      { recurrenceRule: { frequency: 'monthly', interval: 12, daysOfMonth: [31] }, startDate: '2026-02-01' },
      ['recurrenceRule parameter_invalid'],
    ],
    [
      'people who do not teach',
      {
        instructorId: UNKNOWN,
        additionalInstructorIds: [UNKNOWN],
        exceptions: [{ date: '2026-03-05', action: 'modify', instructorId: UNKNOWN }],
      },
      ['instructorId', 'additionalInstructorIds[0]', 'exceptions[0].instructorId'].map(
        (field) => `${field} resource_missing`,
      ),
    ],
    [
      'exceptions that say nothing',
      {
        exceptions: [
          { date: '2026-03-05', action: 'move' },
          { date: '2026-03-05', action: 'modify', startTime: '07:00' },
        ],
      },
      [
        'exceptions[0].startTime parameter_missing',
        'exceptions[1].date parameter_invalid',
        'exceptions[1].startTime parameter_invalid',
      ],
    ],
    [
      'times out of range',
      { durationMinutes: 4, startTime: '24:00', capacity: 0 },
      ['startTime', 'durationMinutes', 'capacity'].map((field) => `${field} parameter_invalid`),
    ],
    ['the archived status', { status: 'archived' }, ['status parameter_invalid']],
  ];
  test.each(wrong)('400 %s', async (_, body, expected) => {
    const response = await studio.post('/v2/schedules', { ...yoga, ...body });
    expect(problemsOf(response).sort()).toEqual([400, ...expected].sort());
    expect(studio.events()).toEqual([]);
  });

  test('401 without a credential, 403 without the scope, 403 at another site', async () => {
    expect((await studio.post('/v2/schedules', yoga, { 'x-service-api-key': '' })).status).toBe(401);
    const reader = await studio.withKey({ scopes: ['schedules:read'] });
    const unscoped = await studio.post('/v2/schedules', yoga, reader);
    expect([unscoped.status, unscoped.body.error.code]).toEqual([403, 'permission_denied']);
    const uptown = await studio.given(studio.post('/v2/sites', { name: 'Uptown' }));
    const foreign = await studio.withKey({ siteIds: [uptown.id] });
    const elsewhere = await studio.post('/v2/schedules', yoga, foreign);
    expect([elsewhere.status, elsewhere.body.error.code]).toEqual([403, 'site_not_allowed']);
    expect(studio.events()).toEqual([]);
  });

  test('409 site inactive', async () => {
    await moveDefault(studio);
    await studio.given(studio.patch(`/v2/sites/${MAIN_SITE}`, { status: 'inactive' }));
    const response = await studio.post('/v2/schedules', yoga);
    expect([response.status, response.body.error.code]).toEqual([409, 'site_inactive']);
    expect(studio.events()).toEqual([]);
  });

  test('409 an instructor in two places, unless overrideConflicts', async () => {
    const ina = await addInstructor(studio, 'Ina');
    const taught = { ...yoga, instructorId: ina };
    const first = await studio.post('/v2/schedules', taught);
    studio.events();
    const overlapping = { ...taught, name: 'Pilates', startTime: '18:59' };
    const refused = await studio.post('/v2/schedules', overlapping);
    expect([refused.status, refused.body.error.code]).toEqual([409, 'instructor_conflict']);
    expect(refused.body.error.details[0]).toMatchObject({
      instructorId: ina,
      startTime: '2026-03-02T23:59:00.000Z',
      conflictingSessionId: sessionsOf(first.body.id)[0]?.id,
      conflictingName: 'Yoga',
    });
    expect(studio.events()).toEqual([]);
    expect((await studio.post('/v2/schedules', { ...overlapping, startTime: '19:00' })).status).toBe(201);
    expect((await studio.post('/v2/schedules', { ...overlapping, overrideConflicts: true })).status).toBe(201);
  });

  test('409 also for additional instructors', async () => {
    const [ina, tom] = [await addInstructor(studio, 'Ina'), await addInstructor(studio, 'Tom')];
    const team = { ...yoga, instructorId: ina, additionalInstructorIds: [tom] };
    await studio.given(studio.post('/v2/schedules', team));
    const asFirst = await studio.post('/v2/schedules', { ...yoga, instructorId: tom });
    const asSecond = await studio.post('/v2/schedules', { ...yoga, additionalInstructorIds: [ina] });
    expect([asFirst.body.error.code, asSecond.body.error.code]).toEqual(Array(2).fill('instructor_conflict'));
    expect(studio.events()).toEqual([]);
  });

  test('400 an inactive instructor', async () => {
    const response = await studio.post('/v2/schedules', {
      ...yoga,
      instructorId: await addInstructor(studio, 'Ina', 'inactive'),
    });
    expect(problemsOf(response)).toEqual([400, 'instructorId resource_missing']);
  });
});

describe('GET /v2/schedules', () => {
  test('200 newest first, by each filter', async () => {
    const { body: uptown } = await studio.post('/v2/sites', { name: 'Uptown' });
    const ina = await addInstructor(studio, 'Ina');
    const made = [
      await studio.post('/v2/schedules', { ...yoga, externalId: 'a' }),
      await studio.post('/v2/schedules', { ...yoga, status: 'paused', siteId: uptown.id, instructorId: ina }),
      await studio.post('/v2/schedules', yoga),
    ].map(({ body }) => body.id as string);
    await studio.delete(`/v2/schedules/${made[2]}`);
    const found = async (query: string): Promise<number[]> => {
      const { body } = await studio.get(`/v2/schedules?${query}`);
      return (body.data as { id: string }[]).map(({ id }) => made.indexOf(id));
    };
    expect(await found('')).toEqual([1, 0]);
    expect(await found('include_archived=true')).toEqual([2, 1, 0]);
    expect(await found('status=archived')).toEqual([2]);
    expect(await found('status=paused')).toEqual([1]);
    expect(await found(`siteId=${uptown.id}`)).toEqual([1]);
    expect(await found(`location_id=${MAIN_SITE}`)).toEqual([0]);
    expect(await found(`instructor_id=${ina}`)).toEqual([1]);
    expect(await found('external_id=a')).toEqual([0]);
    const page = await studio.get('/v2/schedules?limit=1');
    expect(page.body).toMatchObject({ object: 'list', url: '/v2/schedules', hasMore: true, nextCursor: made[1] });
    expect(await found(`starting_after=${made[1]}`)).toEqual([0]);
    expect(await found(`ending_before=${made[0]}&limit=5`)).toEqual([1]);
    const narrow = await studio.withKey({ siteIds: [uptown.id] });
    const reached = await studio.get('/v2/schedules', narrow);
    expect(reached.body.data).toHaveLength(1);
  });

  test('400 for invalid filters', async () => {
    for (const query of [`siteId=${MAIN_SITE}&location_id=${UNKNOWN}`, 'status=open', 'limit=0', 'starting_after=x']) {
      expect([query, (await studio.get(`/v2/schedules?${query}`)).status]).toEqual([query, 400]);
    }
  });

  test('200 nextSessionAt and sessionCount follow the clock', async () => {
    const { body } = await studio.post('/v2/schedules', yoga);
    await studio.time.skipTo(Date.parse('2026-03-06T00:00:00.000Z'));
    const { body: later } = await studio.get(`/v2/schedules/${body.id}`);
    expect([later.nextSessionAt, later.sessionCount]).toEqual(['2026-03-09T22:00:00.000Z', 7]);
  });

  test('404 unknown, not an id, or at another site', async () => {
    const { body } = await studio.post('/v2/schedules', yoga);
    const { body: uptown } = await studio.post('/v2/sites', { name: 'Uptown' });
    const narrow = await studio.withKey({ siteIds: [uptown.id] });
    expect((await studio.get(`/v2/schedules/${UNKNOWN}`)).status).toBe(404);
    expect((await studio.get('/v2/schedules/yoga')).status).toBe(404);
    expect((await studio.get(`/v2/schedules/${body.id}`, narrow)).status).toBe(404);
    expect((await studio.get(`/v2/schedules/${body.id}`, { 'x-service-api-key': '' })).status).toBe(401);
  });
});
