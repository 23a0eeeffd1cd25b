import { describe, expect, test } from 'bun:test';
import { forEachTest, MAIN_SITE, openStudio } from '../../helpers/api.ts';
import { errorOf, errorWithParam } from '../../helpers/errors.ts';
import { createClient, sellPackage, UNKNOWN } from '../../helpers/sales.ts';

const studio = forEachTest(openStudio);
const ann = forEachTest(async () => ({ id: await createClient(studio) }));

const ids = (response: { body: { data: { id: string }[] } }) => response.body.data.map(({ id }) => id);

/** Makes a package expire without running the job that updates its status. */
const overdue = (id: string) =>
  studio.db.query("update packages set expiresAt = '2026-03-02T07:59:59.999Z' where id = ?").run(id);

describe('GET /v2/packages', () => {
  test('200 filtered by client, status and external id, newest first', async () => {
    const first = await sellPackage(studio, ann.id, {}, { externalId: 'old-1' });
    const second = await sellPackage(studio, ann.id);
    const third = await sellPackage(studio, await createClient(studio));
    await studio.post(`/v2/packages/${second.id}/cancel`);
    expect(ids(await studio.get('/v2/packages'))).toEqual([third.id, second.id, first.id]);
    expect(ids(await studio.get(`/v2/packages?client_id=${ann.id}`))).toEqual([second.id, first.id]);
    expect(ids(await studio.get('/v2/packages?status=active'))).toEqual([third.id, first.id]);
    expect(ids(await studio.get(`/v2/packages?status=cancelled&client_id=${ann.id}`))).toEqual([second.id]);
    expect(ids(await studio.get('/v2/packages?external_id=old-1'))).toEqual([first.id]);
    expect(ids(await studio.get('/manage/packages?status=active'))).toEqual([third.id, first.id]);
  });

  test('200 overdue packages are expired before the job has run, with every filter and across pages', async () => {
    const packages = [];
    for (let count = 0; count < 5; count += 1) packages.push((await sellPackage(studio, ann.id)).id);
    const [a, b, c, d, e] = packages;
    overdue(b);
    await studio.db.query("update packages set status = 'expired' where id in (?, ?)").run(a, d);
    overdue(e);
    for (const way of ['', `&client_id=${ann.id}`]) {
      expect(ids(await studio.get(`/v2/packages?status=expired${way}`))).toEqual([e, d, b, a]);
      expect(ids(await studio.get(`/v2/packages?status=active${way}`))).toEqual([c]);
      const page = await studio.get(`/v2/packages?status=expired&limit=2${way}`);
      expect([ids(page), page.body.hasMore]).toEqual([[e, d], true]);
      const next = await studio.get(`/v2/packages?status=expired&limit=2&starting_after=${page.body.nextCursor}${way}`);
      expect([ids(next), next.body.hasMore]).toEqual([[b, a], false]);
      const back = await studio.get(`/v2/packages?status=expired&limit=2&ending_before=${b}${way}`);
      expect([ids(back), back.body.hasMore, back.body.previousCursor]).toEqual([[e, d], false, null]);
    }
    expect((await studio.get(`/v2/packages/${b}`)).body.status).toBe('expired');
  });

  test('200 expand client, payment and ledger', async () => {
    const { id, paymentId } = await sellPackage(studio, ann.id);
    const { body } = await studio.get('/v2/packages?expand[]=data.client&expand[]=payment&expand[]=ledger');
    expect(body.data[0].client.id).toBe(ann.id);
    expect([body.data[0].payment.id, body.data[0].payment.packageId]).toEqual([paymentId, id]);
    expect(body.data[0].ledger).toMatchObject([{ delta: 10, balance: 10, reason: 'purchase', bookingId: null }]);
    const unknown = await studio.get('/v2/packages?expand[]=session');
    expect([unknown.status, unknown.body.error.param]).toEqual([400, 'expand[]']);
  });

  test('200 inside their client, newest first, of the sites of the caller', async () => {
    const first = await sellPackage(studio, ann.id);
    const second = await sellPackage(studio, ann.id);
    const other = await createClient(studio);
    const list = await studio.get('/v2/clients?expand[]=packages');
    const packages = new Map(
      list.body.data.map((one: { id: string; packages: { id: string }[] }) => [
        one.id,
        one.packages.map(({ id }) => id),
      ]),
    );
    expect([packages.get(ann.id), packages.get(other)]).toEqual([[second.id, first.id], []]);
    expect((await studio.get(`/v2/clients/${ann.id}?expand[]=packages`)).body.packages).toHaveLength(2);
  });

  test('400 an unknown status; nothing for an unknown client; 404 an unknown package, or one of another site', async () => {
    expect((await studio.get(`/v2/packages?client_id=${UNKNOWN}`)).body.data).toEqual([]);
    expect((await studio.get('/v2/packages?status=frozen')).status).toBe(400);
    expect((await studio.get(`/v2/packages/${UNKNOWN}`)).status).toBe(404);
    const { id } = await sellPackage(studio, ann.id);
    const other = (await studio.post('/v2/sites', { name: 'Other' })).body.id;
    const away = await studio.withKey({ siteIds: [other] });
    const here = await studio.withKey({ siteIds: [other, MAIN_SITE] });
    expect((await studio.get(`/v2/packages/${id}`, away)).status).toBe(404);
    for (const query of ['', '?status=active', `?client_id=${ann.id}`]) {
      expect(ids(await studio.get(`/v2/packages${query}`, away))).toEqual([]);
      expect(ids(await studio.get(`/v2/packages${query}`, here))).toEqual([id]);
    }
    overdue(id);
    expect(ids(await studio.get('/v2/packages?status=expired', away))).toEqual([]);
    expect(ids(await studio.get('/v2/packages?status=expired', here))).toEqual([id]);
  });
});

describe('POST /v2/packages/{id}/cancel', () => {
  test('200 voids the remaining credits, refunds nothing', async () => {
    const { id, paymentId } = await sellPackage(studio, ann.id);
    const response = await studio.post(`/v2/packages/${id}/cancel`, { reason: 'moved away' });
    expect(response.body).toMatchObject({
      status: 'cancelled',
      creditsRemaining: 0,
      cancelledAt: '2026-03-02T08:00:00.000Z',
      cancelReason: 'moved away',
    });
    const events = studio.eventsInFull();
    expect(events.map(({ type }) => type)).toEqual(['package.cancelled', 'package.credits_changed']);
    expect(events[0]?.data).toMatchObject({ status: 'CANCELLED', cancelReason: 'moved away' });
    expect(events[1]?.data).toMatchObject({ delta: -10, creditsRemaining: 0, reason: 'ADJUSTMENT' });
    expect((await studio.get(`/v2/payments/${paymentId}`)).body.amountRefunded).toBe(0);
  });

  test('200 a depleted package', async () => {
    const { id } = await sellPackage(studio, ann.id);
    await studio.post(`/manage/packages/${id}/adjust`, { delta: -10 });
    expect((await studio.get(`/v2/packages/${id}`)).body.status).toBe('depleted');
    studio.events();
    expect((await studio.post(`/v2/packages/${id}/cancel`)).body.status).toBe('cancelled');
    expect(studio.events()).toEqual(['package.cancelled']);
  });

  test('409 a second time, and after its expiry, before and after the job has run', async () => {
    const { id } = await sellPackage(studio, ann.id);
    await studio.post(`/v2/packages/${id}/cancel`);
    expect(errorOf(await studio.post(`/v2/packages/${id}/cancel`))).toEqual([409, 'package_already_cancelled']);
    const other = (await sellPackage(studio, ann.id)).id;
    overdue(other);
    studio.events();
    expect(errorOf(await studio.post(`/v2/packages/${other}/cancel`))).toEqual([409, 'package_expired']);
    expect(studio.events()).toEqual([]);
    expect((await studio.post(`/v2/packages/${UNKNOWN}/cancel`)).status).toBe(404);
  });
});

describe('POST /manage/packages/{id}/adjust', () => {
  test('200 depleted at 0, and active again', async () => {
    const { id } = await sellPackage(studio, ann.id);
    await studio.post(`/manage/packages/${id}/adjust`, { delta: -10, reason: 'sold by mistake' });
    expect(studio.events()).toEqual(['package.credits_changed', 'package.depleted']);
    const response = await studio.post(`/manage/packages/${id}/adjust`, { delta: 3 });
    expect([response.body.status, response.body.creditsRemaining]).toEqual(['active', 3]);
    expect(studio.events()).toEqual(['package.credits_changed']);
    const { ledger } = (await studio.get(`/v2/packages/${id}?expand[]=ledger`)).body;
    expect(ledger.map((entry: { delta: number }) => entry.delta)).toEqual([10, -10, 3]);
    expect(ledger[1]).toMatchObject({ reason: 'adjustment', balance: 0, note: 'sold by mistake' });
  });

  test('400 a delta of 0 or an unlimited package; 409 more credits than there are, or a package that is over', async () => {
    const { id } = await sellPackage(studio, ann.id);
    const refusal = async (of: string, delta: number) =>
      errorOf(await studio.post(`/manage/packages/${of}/adjust`, { delta }));
    const unlimited = await sellPackage(studio, ann.id, { type: 'unlimited', creditsTotal: null });
    expect(await refusal(id, 0)).toEqual([400, 'parameter_invalid']);
    expect(await refusal(unlimited.id, 1)).toEqual([400, 'parameter_invalid']);
    expect(await refusal(id, -11)).toEqual([409, 'package_not_eligible']);
    overdue(id);
    expect(await refusal(id, 1)).toEqual([409, 'package_expired']);
    expect(studio.events()).toEqual([]);
  });
});

describe('PATCH /manage/packages/{id}', () => {
  test('200 changes terms and puts on hold, without an event', async () => {
    const { id } = await sellPackage(studio, ann.id);
    const response = await studio.patch(`/manage/packages/${id}`, {
      name: 'Ten',
      expiresAt: '2026-07-01T00:00:00+02:00',
      onHold: true,
      holdReason: 'arrears',
      eligibleSiteIds: [MAIN_SITE],
    });
    expect(response.body).toMatchObject({
      name: 'Ten',
      expiresAt: '2026-06-30T22:00:00.000Z',
      onHold: true,
      holdReason: 'arrears',
      eligibleSiteIds: [MAIN_SITE],
    });
    expect((await studio.patch(`/manage/packages/${id}`, { onHold: false })).body.holdReason).toBeNull();
    expect(studio.events()).toEqual([]);
  });

  test('400 an end before the package begins', async () => {
    const { id } = await sellPackage(studio, ann.id, {}, { startsAt: '2026-03-20T08:00:00Z' });
    const { status, body } = await studio.patch(`/manage/packages/${id}`, { expiresAt: '2026-03-20T08:00:00Z' });
    expect([status, body.error.param]).toEqual([400, 'expiresAt']);
    expect(studio.events()).toEqual([]);
  });

  test('403 sites that a restricted credential does not reach; those that it keeps are no matter', async () => {
    const other = (await studio.post('/v2/sites', { name: 'Other' })).body.id;
    const { id } = await sellPackage(studio, ann.id);
    const headers = await studio.withKey({ scopes: ['manage'], siteIds: [MAIN_SITE] });
    const sent = async (eligibleSiteIds: string[]) =>
      (await studio.patch(`/manage/packages/${id}`, { name: 'Ten', eligibleSiteIds }, headers)).status;
    studio.events();
    expect([await sent([]), await sent([other]), await sent([MAIN_SITE]), await sent([])]).toEqual([
      200, 403, 200, 403,
    ]);
    expect(studio.events()).toEqual([]);
  });

  test('400 an end in the past or an unknown site; 409 a package that is over', async () => {
    const { id } = await sellPackage(studio, ann.id);
    const refusal = async (body: object) => errorWithParam(await studio.patch(`/manage/packages/${id}`, body));
    expect(await refusal({ expiresAt: '2026-03-02T08:00:00Z' })).toEqual([400, 'parameter_invalid', 'expiresAt']);
    expect(await refusal({ eligibleSiteIds: [UNKNOWN] })).toEqual([400, 'resource_missing', 'eligibleSiteIds[0]']);
    await studio.post(`/v2/packages/${id}/cancel`);
    expect(await refusal({ name: 'x' })).toEqual([409, 'package_already_cancelled', undefined]);
    expect((await studio.patch(`/manage/packages/${id}`, { externalId: 'kept' })).body.externalId).toBe('kept');
  });
});
