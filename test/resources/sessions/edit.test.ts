import { describe, expect, test } from 'bun:test';
import { forEachTest, MAIN_SITE } from '../../helpers/api.ts';
import { errorOf, errorWithParam } from '../../helpers/errors.ts';
import { addInstructor, openYoga, UNKNOWN } from '../../helpers/yoga.ts';

const yoga = forEachTest(openYoga);

const patch = (fields: object, id = yoga.sessionId) => yoga.studio.patch(`/manage/sessions/${id}`, fields);
const bookings = async () => (await yoga.studio.get(`/v2/bookings?session_id=${yoga.sessionId}`)).body.data;

describe('PATCH /manage/sessions/{id}', () => {
  test('200 changes only this session, and a change of its schedule leaves it as it is', async () => {
    const { status, body } = await patch({ name: 'Guest yoga', capacity: 12, tags: ['guest'] });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      id: yoga.sessionId,
      name: 'Guest yoga',
      capacity: 12,
      tags: ['guest'],
      isModified: true,
    });
    const [event, ...others] = yoga.studio.eventsInFull();
    expect(others).toEqual([]);
    expect([event?.type, event?.data]).toEqual([
      'session.updated',
      {
        sessionId: yoga.sessionId,
        scheduleId: yoga.id,
        bookedCount: 0,
        changes: { name: 'Guest yoga', capacity: 12, tags: ['guest'], isModified: true },
        previous: { name: 'Yoga', capacity: 10, tags: [], isModified: false },
        siteId: MAIN_SITE,
      },
    ]);
    await yoga.patch({ name: 'Flow' });
    expect(yoga.sessions().map(({ name }) => name)).toEqual(['Flow', 'Guest yoga', 'Flow', 'Flow']);
    await yoga.patch({ level: 'All', overwriteModified: true });
    expect(yoga.sessions()[1]).toMatchObject({ name: 'Flow', isModified: 0 });
  });

  test('200 moved away and back it is not modified any more, and follows its schedule again', async () => {
    const { startTime } = yoga.sessions()[1] ?? {};
    expect((await patch({ startTime: '2026-03-05T20:00:00Z', tags: ['guest'] })).body.isModified).toBe(true);
    expect((await patch({ startTime })).body.isModified).toBe(true);
    yoga.studio.events();
    expect((await patch({ tags: [] })).body.isModified).toBe(false);
    const [event, ...others] = yoga.studio.eventsInFull();
    expect([event?.type, event?.data.changes, event?.data.previous, others]).toEqual([
      'session.updated',
      { tags: [], isModified: false },
      { tags: ['guest'], isModified: true },
      [],
    ]);
    await yoga.patch({ startTime: '19:00' });
    expect(yoga.studio.events()).toEqual([...Array(4).fill('session.updated'), 'schedule.updated']);
    expect(yoga.sessions()[1]?.startTime).toBe('2026-03-06T00:00:00.000Z');
  });

  test('200 every field changed and changed back', async () => {
    const ana = await addInstructor(yoga.studio, 'Ana');
    const there = (await yoga.studio.post('/v2/sites', { name: 'There', timezone: 'Europe/London' })).body.id;
    const dropInPrice = { amount: 2000, currency: 'USD' };
    await yoga.studio.given(yoga.patch({ dropInPrice }));
    const changes: readonly (readonly [object, object])[] = [
      [{ name: 'Flow' }, { name: 'Yoga' }],
      [{ capacity: null }, { capacity: 10 }],
      [{ durationMinutes: 90 }, { durationMinutes: 60 }],
      [{ instructorId: ana }, { instructorId: null }],
      [{ additionalInstructorIds: [ana] }, { additionalInstructorIds: [] }],
      [{ dropInPrice: null }, { dropInPrice: { currency: 'USD', amount: 2000 } }],
      [{ siteId: there }, { siteId: MAIN_SITE }],
      [
        { isPrivate: true, description: 'x' },
        { isPrivate: false, description: null },
      ],
    ];
    for (const [change, back] of changes) {
      expect([change, (await patch(change)).body.isModified]).toEqual([change, true]);
      expect([back, (await patch(back)).body.isModified]).toEqual([back, false]);
    }
  });

  test('200 beside an exception of its date, and where its slot is gone', async () => {
    const modified = { date: '2026-03-05', action: 'modify', capacity: 5 };
    await yoga.patch({ exceptions: [modified] });
    expect((await patch({ capacity: 10 })).body.isModified).toBe(true);
    expect((await patch({ capacity: 5 })).body.isModified).toBe(false);
    await patch({ capacity: 10 });
    await yoga.patch({ exceptions: [{ date: '2026-03-05', action: 'skip' }] });
    expect((await patch({ capacity: 5 })).body.isModified).toBe(true);
  });

  test('a schedule that now says the same makes it unmodified', async () => {
    await patch({ name: 'Flow', capacity: 12 });
    await yoga.patch({ name: 'Flow' });
    expect(yoga.sessions()[1]).toMatchObject({ capacity: 12, isModified: 1 });
    yoga.studio.events();
    await yoga.patch({ capacity: 12 });
    expect(yoga.studio.events()).toEqual([...Array(4).fill('session.updated'), 'schedule.updated']);
    expect(yoga.sessions()[1]).toMatchObject({ capacity: 12, isModified: 0 });
    await yoga.patch({ name: 'Power' });
    expect(yoga.sessions().map(({ name }) => name)).toEqual(Array(4).fill('Power'));
  });

  test('session.updated tells the waiting list as answers show it, also where it follows the settings', async () => {
    await yoga.studio.patch('/v2/settings', { booking: { waitlistEnabled: true, waitlistDefaultCapacity: 7 } });
    expect((await patch({ waitlistEnabled: false, waitlistCapacity: 3 })).body.waitlistEnabled).toBe(false);
    expect((await patch({ waitlistEnabled: null, waitlistCapacity: 7 })).body.waitlistEnabled).toBe(true);
    // The settings say the same, so that nothing changes.
    await patch({ waitlistEnabled: true, waitlistCapacity: null });
    const [settings, ...others] = yoga.studio.eventsInFull();
    expect(settings?.type).toBe('settings.updated');
    expect(others.map(({ type, data }) => [type, data.changes, data.previous])).toEqual([
      [
        'session.updated',
        { waitlistEnabled: false, waitlistCapacity: 3, isModified: true },
        { waitlistEnabled: true, waitlistCapacity: 7, isModified: false },
      ],
      [
        'session.updated',
        { waitlistEnabled: true, waitlistCapacity: 7 },
        { waitlistEnabled: false, waitlistCapacity: 3 },
      ],
    ]);
  });

  test('200 merges the price; 400 where the result lacks a field', async () => {
    const refused = await patch({ dropInPrice: { amount: 900 } });
    expect(errorWithParam(refused)).toEqual([400, 'parameter_missing', 'dropInPrice.currency']);
    await patch({ dropInPrice: { amount: 900, currency: 'USD' } });
    expect((await patch({ dropInPrice: { amount: 1200 } })).body.dropInPrice).toEqual({
      amount: 1200,
      currency: 'USD',
    });
    expect((await patch({ dropInPrice: null })).body.dropInPrice).toBeNull();
    expect(yoga.studio.events()).toEqual(['session.updated', 'session.updated', 'session.updated']);
  });

  test('200 another time moves the bookings, which may be cancelled free of charge until the start', async () => {
    await yoga.book(yoga.sessionId);
    await yoga.moveTo('2026-03-02T08:01:00.000Z');
    const { body } = await patch({ startTime: '2026-03-05T20:00:00-05:00', durationMinutes: 90 });
    expect(body).toMatchObject({
      startTime: '2026-03-06T01:00:00.000Z',
      endTime: '2026-03-06T02:30:00.000Z',
      localDate: '2026-03-05',
      localStartTime: '20:00',
      occurrenceKey: '2026-03-05T18:00',
    });
    expect(yoga.studio.events()).toEqual(['session.updated']);
    const [booking] = await bookings();
    expect(booking).toMatchObject({
      status: 'confirmed',
      cancellableUntil: '2026-03-06T01:00:00.000Z',
      freeCancelUntil: '2026-03-06T01:00:00.000Z',
    });
    await yoga.skipTo('2026-03-06T00:59:59.000Z');
    const cancelled = await yoga.studio.post(`/v2/bookings/${booking.id}/cancel`);
    expect(cancelled.body.isLateCancel).toBe(false);
  });

  test('200 another room leaves the deadline as it was', async () => {
    await yoga.book(yoga.sessionId);
    await patch({ roomName: 'Loft' });
    expect((await bookings())[0].freeCancelUntil).toBe('2026-03-05T11:00:00.000Z');
  });

  test('200 another site changes the time zone and the site of the bookings', async () => {
    const { body: site } = await yoga.studio.post('/v2/sites', { name: 'West', timezone: 'America/Los_Angeles' });
    await yoga.book(yoga.sessionId);
    const { body } = await patch({ locationId: site.id });
    expect(body).toMatchObject({
      siteId: site.id,
      startTime: '2026-03-05T23:00:00.000Z',
      timezone: 'America/Los_Angeles',
      localStartTime: '15:00',
    });
    expect((await bookings())[0]).toMatchObject({ siteId: site.id });
    expect(yoga.studio.events()).toEqual(['session.updated']);
  });

  test('200 fewer seats cancel no booking and raise session.full; more raise session.spot_available', async () => {
    for (const _ of [1, 2]) await yoga.book(yoga.sessionId);
    const { body } = await patch({ capacity: 1 });
    expect(body).toMatchObject({ capacity: 1, bookedCount: 2, availableSpots: 0, isFull: true });
    expect(yoga.studio.events()).toEqual(['session.updated', 'session.full']);
    expect((await patch({ capacity: null })).body).toMatchObject({ capacity: null, availableSpots: null });
    expect(yoga.studio.events()).toEqual(['session.updated', 'session.spot_available']);
  });

  test('200 one more seat goes to the waitlist', async () => {
    await patch({ capacity: 1 });
    await yoga.book(yoga.sessionId);
    const person = { firstName: 'Wil', lastName: 'Wait', email: 'wil@example.com' };
    const { body: client } = await yoga.studio.post('/v2/clients', person);
    await yoga.studio.given(
      yoga.studio.post('/v2/bookings', { clientId: client.id, sessionId: yoga.sessionId, joinWaitlist: true }),
    );
    const { body } = await patch({ capacity: 2 });
    expect(body).toMatchObject({ bookedCount: 2, waitlistCount: 0, isFull: true });
    expect(yoga.studio.events()).toEqual(['session.updated', 'booking.waitlist_promoted']);
  });

  test('200 another instructor is no substitute', async () => {
    const ana = await addInstructor(yoga.studio, 'Ana');
    const { body } = await patch({ instructorId: ana });
    expect(body).toMatchObject({ instructorId: ana, originalInstructorId: null, isSubstitute: false });
    const [updated, changed] = yoga.studio.eventsInFull();
    expect([updated?.type, updated?.data.changes]).toEqual([
      'session.updated',
      { instructorId: ana, isModified: true },
    ]);
    expect([changed?.type, changed?.data]).toEqual([
      'session.instructor_changed',
      {
        sessionId: yoga.sessionId,
        instructorId: ana,
        previousInstructorId: null,
        isSubstitute: false,
        siteId: MAIN_SITE,
      },
    ]);
  });

  test('200 without a change raises no event', async () => {
    const before = yoga.sessions()[1];
    expect((await patch({})).status).toBe(200);
    expect((await patch({ name: 'Yoga', startTime: '2026-03-05T18:00:00-05:00' })).body.isModified).toBe(false);
    expect(yoga.sessions()[1]).toEqual(before as NonNullable<typeof before>);
    expect(yoga.studio.events()).toEqual([]);
  });

  test('200 an inactive instructor may stay, but is not assigned', async () => {
    const ana = await addInstructor(yoga.studio, 'Ana');
    await patch({ instructorId: ana });
    await yoga.studio.given(yoga.studio.delete(`/v2/staff/${ana}`));
    expect((await patch({ instructorId: ana, name: 'Last one' })).status).toBe(200);
    expect(yoga.studio.events()).toEqual(['session.updated']);
    const elsewhere = await patch({ instructorId: ana }, yoga.sessions()[2]?.id);
    expect(errorOf(elsewhere)).toEqual([400, 'resource_missing']);
    expect(yoga.studio.events()).toEqual([]);
  });

  test('400 a past start, an unknown instructor, an unknown field', async () => {
    for (const startTime of ['2026-03-01T10:00:00Z', '2026-03-02T08:00:00Z']) {
      expect(errorOf(await patch({ startTime }))).toEqual([400, 'parameter_invalid']);
    }
    expect(errorOf(await patch({ instructorId: UNKNOWN }))).toEqual([400, 'resource_missing']);
    expect(errorOf(await patch({ cancelledAt: null }))).toEqual([400, 'parameter_unknown']);
    expect(yoga.studio.events()).toEqual([]);
  });

  test('401, 404', async () => {
    const path = `/manage/sessions/${yoga.sessionId}`;
    expect((await yoga.studio.patch(path, {}, { 'x-service-api-key': '' })).status).toBe(401);
    for (const id of [UNKNOWN, 'nonsense']) expect(errorOf(await patch({}, id))).toEqual([404, 'resource_not_found']);
  });

  test('409 once it has started or is cancelled, at an inactive site, with the instructor elsewhere', async () => {
    const { body: site } = await yoga.studio.post('/v2/sites', { name: 'Shut', status: 'inactive' });
    expect(errorOf(await patch({ siteId: site.id }))).toEqual([409, 'site_inactive']);
    const ana = await addInstructor(yoga.studio, 'Ana');
    await patch({ instructorId: ana });
    const [, , third] = yoga.sessions();
    const sameTime = { instructorId: ana, startTime: '2026-03-05T23:30:00.000Z' };
    yoga.studio.events();
    expect(errorOf(await patch(sameTime, third?.id))).toEqual([409, 'instructor_conflict']);
    expect(yoga.studio.events()).toEqual([]);
    expect((await patch({ ...sameTime, overrideConflicts: true }, third?.id)).status).toBe(200);
    await yoga.studio.post(`/manage/sessions/${third?.id}/cancel`);
    expect(errorOf(await patch({ name: 'X' }, third?.id))).toEqual([409, 'session_cancelled']);
    await yoga.studio.given(yoga.skipTo('2026-03-05T23:00:00.000Z'));
    expect(errorOf(await patch({ name: 'X' }))).toEqual([409, 'session_started']);
    expect(yoga.studio.events()).toEqual([]);
  });
});
