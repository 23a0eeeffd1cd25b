import { expect, test } from 'bun:test';
import { openStudio } from '../helpers/api.ts';

const studio = await openStudio();

/** The changes and previous values that a PATCH makes events tell. */
const changesAfter = async (path: string, body: object): Promise<unknown[]> => {
  studio.events();
  const { status } = await studio.patch(path, body);
  expect(status).toBe(200);
  return studio.eventsInFull().flatMap(({ data }) => [data.changes, data.previous]);
};

test('a site tells its status in capitals, and its texts as they are', async () => {
  const { id } = (await studio.post('/v2/sites', { name: 'active' })).body;
  expect(await changesAfter(`/v2/sites/${id}`, { status: 'inactive', description: 'inactive' })).toEqual([
    { status: 'INACTIVE', description: 'inactive' },
    { status: 'ACTIVE', description: null },
  ]);
});

test('a client tells the words inside of objects in capitals, and what it was given freely as it is', async () => {
  const { id } = (await studio.post('/v2/clients', { firstName: 'Ann', lastName: 'Lee', email: 'ann@example.com' }))
    .body;
  const [changes, previous] = await changesAfter(`/v2/clients/${id}`, {
    waiver: { status: 'signed', version: 'none' },
    customProperties: { status: 'active' },
    tags: ['active'],
  });
  expect(changes).toEqual({
    waiver: { status: 'SIGNED', version: 'none', signedAt: null },
    customProperties: { status: 'active' },
    tags: ['active'],
  });
  expect(previous).toMatchObject({ waiver: { status: 'NONE' }, customProperties: {}, tags: [] });
});

test('settings tell words and lists of words in capitals', async () => {
  const body = {
    booking: { waitlistPromotionMode: 'manual' },
    payment: { acceptedMethods: ['card', 'account_credit'] },
  };
  expect(await changesAfter('/v2/settings', body)).toEqual([
    { waitlistPromotionMode: 'MANUAL' },
    { waitlistPromotionMode: 'AUTOMATIC' },
    { acceptedMethods: ['CARD', 'ACCOUNT_CREDIT'] },
    { acceptedMethods: ['CARD'] },
  ]);
});

test('staff tells roles in capitals and permissions by their names', async () => {
  const person = { firstName: 'Ada', lastName: 'Byron', email: 'ada@example.com', role: 'manager' };
  const { id } = (await studio.post('/v2/staff', person)).body;
  expect(await changesAfter(`/v2/staff/${id}`, { permissionOverrides: { revoke: ['payments:refund'] } })).toEqual([
    { permissionOverrides: { grant: [], revoke: ['payments:refund'] } },
    { permissionOverrides: { grant: [], revoke: [] } },
  ]);
});

test('a schedule tells its type and rule in capitals, and so do its sessions their type', async () => {
  const siteId = (await studio.post('/v2/sites', { name: 'Uptown' })).body.id;
  const { id } = (
    await studio.post('/v2/schedules', {
      name: 'Flow',
      siteId,
      startDate: '2026-03-10',
      startTime: '18:00',
      durationMinutes: 60,
      recurrenceRule: { frequency: 'weekly', daysOfWeek: ['TU'], count: 1 },
    })
  ).body;
  const [ofSession, , ofSchedule] = await changesAfter(`/v2/schedules/${id}`, {
    type: 'open_gym',
    recurrenceRule: { frequency: 'weekly', daysOfWeek: ['TU'], count: 1, weekStart: 'SU' },
  });
  expect(ofSession).toEqual({ type: 'OPEN_GYM' });
  expect(ofSchedule).toMatchObject({ type: 'OPEN_GYM', recurrenceRule: { frequency: 'WEEKLY', weekStart: 'SU' } });
});
