import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { MINUTE_MS } from '../../../src/kernel/durations.ts';
import { forEachTest, MAIN_SITE, openStudio } from '../../helpers/api.ts';
import { addClient, addSession } from '../../helpers/bookings.ts';
import { FIRST_VISIT } from '../../helpers/first-visit.ts';
import { createPlan, sellPackage } from '../../helpers/sales.ts';
import { checkIn, expectRecount, pass, requirePackage } from './set-up.ts';

let clientId: string;
const studio = forEachTest(openStudio);
beforeEach(async () => {
  clientId = await addClient(studio);
  await requirePackage(studio);
});
afterEach(() => expectRecount(studio));

/** The code of an invalid check-in: stored, raised as failed, no visit. */
const invalidCode = async (body: object = {}): Promise<string> => {
  studio.events();
  const record = await checkIn(studio, { clientId, ...body });
  expect(record).toMatchObject({ status: 'invalid', isReEntry: false });
  expect(studio.events()).toEqual(['checkin.failed', 'checkIn']);
  expect((await studio.get(`/v2/checkins/${record.id}`)).body).toEqual(record);
  return record.statusCode;
};

const visits = async () => (await studio.get(`/v2/clients/${clientId}`)).body.stats.visits;

describe('check-in by package', () => {
  test('201 ok without a package where none is required, whatever is sold', async () => {
    await requirePackage(studio, false);
    await createPlan(studio);
    await sellPackage(studio, await addClient(studio));
    expect(await checkIn(studio, { clientId })).toMatchObject({ statusCode: 'ok', packageId: null });
    await pass(studio, 5 * MINUTE_MS);
    const { id } = await sellPackage(studio, clientId);
    expect(await checkIn(studio, { clientId })).toMatchObject({ statusCode: 'ok', packageId: id });
    await studio.post(`/manage/packages/${id}/freeze`);
    await pass(studio, 5 * MINUTE_MS);
    expect(await checkIn(studio, { clientId })).toMatchObject({ statusCode: 'ok', packageId: null });
    await pass(studio, 5 * MINUTE_MS);
    expect(await invalidCode({ packageId: id })).toBe('no_active_package');
  });

  test('201 no_active_package where one is required, whatever is sold; a site decides for itself', async () => {
    expect(await invalidCode()).toBe('no_active_package');
    await createPlan(studio);
    expect(await invalidCode()).toBe('no_active_package');
    expect(await visits()).toBe(0);
    await studio.patch(`/v2/settings?siteId=${MAIN_SITE}`, { membership: { requirePackageForCheckIn: false } });
    expect((await checkIn(studio, { clientId })).statusCode).toBe('ok');
  });

  test('201 ok with an active package, which keeps its credits', async () => {
    const { id } = await sellPackage(studio, clientId);
    expect(await checkIn(studio, { clientId })).toMatchObject({ statusCode: 'ok', packageId: id });
    const [, legacy] = studio.eventsInFull();
    expect(legacy).toMatchObject({ type: 'checkIn', packageID: id, packageName: '10 classes' });
    expect((await studio.get(`/v2/packages/${id}`)).body.creditsRemaining).toBe(10);
  });

  test('201 ok: the first visit activates a package that starts with it', async () => {
    const { id } = await sellPackage(studio, clientId, { activationType: 'on_first_visit' });
    await checkIn(studio, { clientId });
    expect(studio.events()).toEqual(['checkin.created', 'checkIn', 'package.activated', ...FIRST_VISIT]);
    expect((await studio.get(`/v2/packages/${id}`)).body.activatedAt).toBe('2026-03-02T08:00:00.000Z');
  });

  test('201 no_active_package with one that is used up, cancelled, frozen or not valid yet', async () => {
    const { id } = await sellPackage(studio, clientId);
    await studio.post(`/manage/packages/${id}/adjust`, { delta: -10 });
    expect(await invalidCode()).toBe('no_active_package');
    expect(await invalidCode({ packageId: id })).toBe('no_active_package');
    await studio.post(`/v2/packages/${id}/cancel`);
    expect(await invalidCode()).toBe('no_active_package');
    const fresh = await sellPackage(studio, clientId);
    await studio.post(`/manage/packages/${fresh.id}/freeze`);
    expect(await invalidCode()).toBe('no_active_package');
    await studio.post(`/manage/packages/${fresh.id}/unfreeze`);
    expect(await invalidCode({ checkedInAt: '2026-03-01T08:00:00.000Z' })).toBe('no_active_package');
    expect((await checkIn(studio, { clientId })).packageId).toBe(fresh.id);
  });

  test('201 expired, by its date or its status', async () => {
    const { id } = await sellPackage(studio, clientId);
    studio.db.run("update packages set expiresAt = '2026-03-02T07:59:59.999Z' where id = ?", [id]);
    expect(await invalidCode()).toBe('expired');
    await pass(studio, MINUTE_MS);
    expect((await studio.get(`/v2/packages/${id}`)).body.status).toBe('expired');
    expect(await invalidCode()).toBe('expired');
    expect(await invalidCode({ packageId: id })).toBe('expired');
  });

  test('201 arrears with a package on hold', async () => {
    const { id } = await sellPackage(studio, clientId);
    await studio.patch(`/manage/packages/${id}`, { onHold: true, holdReason: 'the last payment failed' });
    expect(await invalidCode()).toBe('arrears');
    const fresh = await sellPackage(studio, clientId);
    expect((await checkIn(studio, { clientId })).packageId).toBe(fresh.id);
  });

  test('201 wrong_location with a package of other sites, and at a site that is not active', async () => {
    const uptown = (await studio.post('/v2/sites', { name: 'Uptown' })).body.id;
    const { id } = await sellPackage(studio, clientId, { eligibleSiteIds: [uptown] });
    expect(await invalidCode()).toBe('wrong_location');
    const { body } = await studio.post('/v2/checkins', { clientId, siteId: uptown });
    expect([body.statusCode, body.packageId]).toEqual(['ok', id]);
    await studio.patch(`/v2/sites/${uptown}`, { status: 'inactive' });
    expect(await invalidCode({ locationId: uptown })).toBe('wrong_location');
  });

  test('201 suspended for a suspended or archived client, whatever the package', async () => {
    await sellPackage(studio, clientId);
    await studio.patch(`/v2/clients/${clientId}`, { status: 'suspended' });
    expect(await invalidCode()).toBe('suspended');
    await studio.delete(`/v2/clients/${clientId}`);
    expect(await invalidCode()).toBe('suspended');
    await studio.patch(`/v2/clients/${clientId}`, { status: 'active' });
    expect((await checkIn(studio, { clientId })).statusCode).toBe('ok');
  });

  test('201 to a session without a booking, by a package of its category', async () => {
    const { id } = await sellPackage(studio, clientId, { eligibleCategories: ['yoga'] });
    const yoga = await addSession(studio, { startsIn: 30 * MINUTE_MS, category: 'yoga' });
    const boxing = await addSession(studio, { startsIn: 30 * MINUTE_MS, category: 'boxing' });
    expect(await invalidCode()).toBe('no_active_package');
    expect(await invalidCode({ sessionId: boxing })).toBe('no_active_package');
    const record = await checkIn(studio, { clientId, sessionId: yoga });
    expect(record).toMatchObject({ type: 'session', sessionId: yoga, bookingId: null, packageId: id });
    expect(record).toMatchObject({ siteId: MAIN_SITE, statusCode: 'ok' });
    expect(await visits()).toBe(1);
  });

  test('a session with a check-in but no booking stays when its schedule is deleted', async () => {
    const response = await studio.post('/v2/schedules', {
      name: 'Flow',
      siteId: MAIN_SITE,
      startDate: '2026-03-02',
      startTime: '04:00',
      timezone: 'America/New_York',
      durationMinutes: 60,
      recurrenceRule: { frequency: 'daily' },
    });
    const [first] = (await studio.get('/v2/sessions?limit=1')).body.data;
    await checkIn(studio, { clientId, sessionId: first.id });
    expect((await studio.delete(`/v2/schedules/${response.body.id}`)).status).toBe(200);
    expect((await studio.get(`/v2/sessions/${first.id}`)).body.status).toBe('cancelled');
  });
});
