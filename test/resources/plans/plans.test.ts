import { describe, expect, test } from 'bun:test';
import { forEachTest, MAIN_SITE, openStudio } from '../../helpers/api.ts';
import { createPlan, UNKNOWN } from '../../helpers/sales.ts';

const studio = forEachTest(openStudio);

const PLAN = { name: '10 classes', type: 'credit_pack', price: 18_000, currency: 'USD', creditsTotal: 10 };

describe('POST /manage/plans', () => {
  test('201 with the defaults, and no event', async () => {
    const response = await studio.post('/manage/plans', PLAN);
    expect(response.status).toBe(201);
    expect(response.body).toMatchObject({
      object: 'plan',
      ...PLAN,
      validityDays: null,
      activationType: 'on_purchase',
      usageLimit: null,
      autoRenews: false,
      eligibleSiteIds: [],
      eligibleCategories: [],
      archivedAt: null,
    });
    expect(studio.events()).toEqual([]);
  });

  test('400 missing fields, and terms that do not go together', async () => {
    const params = async (body: object) => {
      const response = await studio.post('/manage/plans', body);
      return [response.status, ...response.body.error.details.map(({ param }: { param: string }) => param)];
    };
    expect((await params({})).sort()).toEqual([400, 'currency', 'name', 'price', 'type']);
    expect(await params({ ...PLAN, creditsTotal: null })).toEqual([400, 'creditsTotal']);
    expect(await params({ ...PLAN, type: 'unlimited' })).toEqual([400, 'creditsTotal']);
    expect(await params({ ...PLAN, type: 'limited_membership', creditsTotal: null })).toEqual([400, 'usageLimit']);
    expect(await params({ ...PLAN, eligibleSiteIds: [MAIN_SITE, UNKNOWN] })).toEqual([400, 'eligibleSiteIds[1]']);
    expect(await params({ ...PLAN, price: -1, usageLimit: { count: 0, period: 'year' } })).toEqual([
      400,
      'price',
      'usageLimit.count',
      'usageLimit.period',
    ]);
  });

  test('201 a plan that renews; 400 without the length of its periods', async () => {
    const renewing = { ...PLAN, validityDays: 30, autoRenews: true };
    expect((await studio.post('/manage/plans', renewing)).body.autoRenews).toBe(true);
    const endless = await studio.post('/manage/plans', { ...renewing, validityDays: null });
    expect([endless.status, endless.body.error.param]).toEqual([400, 'validityDays']);
  });
});

describe('one plan, and the list', () => {
  test('200 PATCH updates it, DELETE archives it once', async () => {
    const id = await createPlan(studio);
    const changed = await studio.patch(`/manage/plans/${id}`, { price: 1, usageLimit: { count: 2, period: 'week' } });
    expect(changed.body).toMatchObject({ price: 1, usageLimit: { count: 2, period: 'week' } });
    expect((await studio.patch(`/manage/plans/${id}`, {})).body).toEqual(changed.body);
    const gone = await studio.delete(`/manage/plans/${id}`);
    expect(gone.body).toMatchObject({ id, object: 'plan', deleted: true, archived: true });
    expect((await studio.delete(`/manage/plans/${id}`)).body).toEqual(gone.body);
    expect((await studio.get('/manage/plans')).body.data).toEqual([]);
    expect((await studio.get('/manage/plans?include_archived=true')).body.data).toHaveLength(1);
    expect((await studio.get(`/manage/plans/${id}`)).body.archivedAt).toBe('2026-03-02T08:00:00.000Z');
    expect((await studio.get(`/manage/plans/${UNKNOWN}`)).status).toBe(404);
    expect(studio.events()).toEqual([]);
  });

  test('200 filtered by type and external id', async () => {
    const pack = await createPlan(studio, { externalId: 'p1' });
    const endless = await createPlan(studio, { type: 'unlimited', creditsTotal: null });
    const ids = (query: string) => studio.listed(`/manage/plans?${query}`);
    expect(await ids('')).toEqual([endless, pack]);
    expect(await ids('type=unlimited')).toEqual([endless]);
    expect(await ids('external_id=p1&type=credit_pack')).toEqual([pack]);
    expect(await ids('external_id=p1&type=unlimited')).toEqual([]);
  });

  test('403 for a plan of other sites too, 404 for a plan of other sites only', async () => {
    const other = (await studio.post('/v2/sites', { name: 'Other' })).body.id;
    const narrow = await studio.withKey({ siteIds: [other] });
    const everywhere = await createPlan(studio);
    const elsewhere = await createPlan(studio, { eligibleSiteIds: [MAIN_SITE] });
    const here = await createPlan(studio, { eligibleSiteIds: [other] });
    const listed = await studio.listed('/manage/plans', narrow);
    expect(listed).toEqual([here, everywhere]);
    expect((await studio.get(`/manage/plans/${elsewhere}`, narrow)).status).toBe(404);
    expect((await studio.patch(`/manage/plans/${everywhere}`, { price: 1 }, narrow)).status).toBe(403);
    expect((await studio.post('/manage/plans', PLAN, narrow)).status).toBe(403);
    expect((await studio.patch(`/manage/plans/${here}`, { price: 1 }, narrow)).status).toBe(200);
  });
});
