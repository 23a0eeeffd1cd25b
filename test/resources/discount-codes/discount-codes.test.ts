import { describe, expect, test } from 'bun:test';
import { addStaffKey } from '../../api/staff-keys.ts';
import { forEachTest, MAIN_SITE, openStudio } from '../../helpers/api.ts';
import { errorOf } from '../../helpers/errors.ts';
import { createPlan, UNKNOWN } from '../../helpers/sales.ts';

const studio = forEachTest(openStudio);

const CODES = '/manage/discount-codes';
const SPRING = { code: 'spring-20', name: 'Spring', percentOff: 20 };
const create = (body: object = {}, headers?: Record<string, string>) =>
  studio.post(CODES, { ...SPRING, ...body }, headers);

describe('POST /manage/discount-codes', () => {
  test('201 in capital letters with the defaults, and no event', async () => {
    const { status, body } = await create();
    expect(status).toBe(201);
    expect(body).toEqual({
      id: expect.any(String),
      object: 'discount_code',
      code: 'SPRING-20',
      name: 'Spring',
      percentOff: 20,
      amountOff: null,
      currency: null,
      planIds: [],
      eligibleSiteIds: [],
      startsAt: null,
      endsAt: null,
      maxRedemptions: null,
      maxPerClient: 1,
      newClientsOnly: false,
      appliesTo: 'plans',
      redemptions: 0,
      status: 'active',
      archivedAt: null,
      createdAt: '2026-03-02T08:00:00.000Z',
      updatedAt: '2026-03-02T08:00:00.000Z',
    });
    expect(studio.events()).toEqual([]);
    const [entry] = (await studio.get('/manage/audit-log')).body.data;
    expect(entry).toMatchObject({ type: 'createDiscountCode', recordType: 'discount_code', recordId: body.id });
  });

  test('201 with an amount; the same key again creates one code', async () => {
    const body = { ...SPRING, percentOff: null, amountOff: 2_500, currency: 'USD' };
    const key = { 'idempotency-key': 'once' };
    const first = await studio.post(CODES, body, key);
    expect([first.status, first.body.amountOff, first.body.currency]).toEqual([201, 2_500, 'USD']);
    expect((await studio.post(CODES, body, key)).body).toEqual(first.body);
    expect(await studio.listed(CODES)).toHaveLength(1);
  });

  test('400 for what is missing, wrong, or contradicts itself', async () => {
    const params = async (body: object) => {
      const response = await create(body);
      return [response.status, ...response.body.error.details.map(({ param }: { param: string }) => param)];
    };
    for (const code of ['ab', 'a'.repeat(33), 'with space', 'ÜBER', '']) {
      expect(await params({ code })).toEqual([400, 'code']);
    }
    expect(await params({ percentOff: 101 })).toEqual([400, 'percentOff']);
    expect(await params({ percentOff: 0, maxPerClient: 0, maxRedemptions: 0 })).toEqual([
      400,
      'percentOff',
      'maxRedemptions',
      'maxPerClient',
    ]);
    expect(await params({ percentOff: null })).toEqual([400, 'percentOff']);
    expect(await params({ amountOff: 100, currency: 'USD' })).toEqual([400, 'percentOff']);
    expect(await params({ percentOff: null, amountOff: 100 })).toEqual([400, 'currency']);
    expect(await params({ currency: 'USD' })).toEqual([400, 'currency']);
    expect(await params({ redemptions: 5 })).toEqual([400, 'redemptions']);
    const at = '2026-04-01T00:00:00Z';
    expect(await params({ startsAt: at, endsAt: at })).toEqual([400, 'endsAt']);
    expect(await params({ planIds: [await createPlan(studio), UNKNOWN] })).toEqual([400, 'planIds[1]']);
    expect(await params({ eligibleSiteIds: [UNKNOWN] })).toEqual([400, 'eligibleSiteIds[0]']);
    expect([studio.events(), await studio.listed(CODES)]).toEqual([[], []]);
  });

  test('409 for a code that there is, in small letters too, until that one is archived', async () => {
    const { id } = (await create()).body;
    expect(errorOf(await create({ code: 'Spring-20' }))).toEqual([409, 'discount_code_exists']);
    await studio.delete(`${CODES}/${id}`);
    expect((await create()).status).toBe(201);
    expect(errorOf(await studio.patch(`${CODES}/${id}`, { name: 'Old' }))[0]).toBe(200);
  });

  test('403 for the front desk, reading too; a manager may', async () => {
    const { id } = (await create()).body;
    const desk = (await addStaffKey(studio, { role: 'front_desk' })).headers;
    for (const refused of [
      await studio.get(CODES, desk),
      await studio.get(`${CODES}/${id}`, desk),
      await create({ code: 'OTHER' }, desk),
      await studio.patch(`${CODES}/${id}`, { percentOff: 100 }, desk),
      await studio.delete(`${CODES}/${id}`, desk),
    ]) {
      expect(errorOf(refused)).toEqual([403, 'permission_denied']);
    }
    const manager = (await addStaffKey(studio, { role: 'manager' })).headers;
    expect((await create({ code: 'OTHER' }, manager)).status).toBe(201);
  });
});

describe('one code, and the list', () => {
  test('200 PATCH updates it with its ETag, DELETE archives it once', async () => {
    const { id } = (await create()).body;
    const path = `${CODES}/${id}`;
    const before = await studio.get(path);
    const match = { 'if-match': before.headers.get('etag') ?? '' };
    const changed = await studio.patch(path, { code: 'summer', maxRedemptions: 5 }, match);
    expect(changed.body).toMatchObject({ code: 'SUMMER', maxRedemptions: 5, percentOff: 20 });
    expect(errorOf(await studio.patch(path, { maxRedemptions: 6 }, match))[0]).toBe(412);
    expect((await studio.patch(path, {})).body).toEqual(changed.body);
    const fixed = await studio.patch(path, { percentOff: null, amountOff: 100, currency: 'USD' });
    expect(fixed.body).toMatchObject({ percentOff: null, amountOff: 100 });
    const gone = await studio.delete(path);
    expect(gone.body).toMatchObject({ id, object: 'discount_code', deleted: true, archived: true });
    expect((await studio.delete(path)).body).toEqual(gone.body);
    expect([await studio.listed(CODES), await studio.listed(`${CODES}?include_archived=true`)]).toEqual([[], [id]]);
    expect((await studio.get(path)).body.status).toBe('archived');
    expect((await studio.get(`${CODES}/${UNKNOWN}`)).status).toBe(404);
    expect(studio.events()).toEqual([]);
  });

  test('200 the status by its dates', async () => {
    const statusOf = async (body: object) => (await create(body)).body.status;
    expect(await statusOf({ code: 'LATER', startsAt: '2026-03-03T00:00:00Z' })).toBe('scheduled');
    expect(await statusOf({ code: 'OVER', endsAt: '2026-03-02T08:00:00Z' })).toBe('ended');
    expect(await statusOf({ code: 'NOW', startsAt: '2026-03-02T08:00:00Z', endsAt: '2026-03-03T08:00:00Z' })).toBe(
      'active',
    );
  });

  test('403 for a code of other sites too, 404 for a code of other sites only, 400 with plans of others', async () => {
    const other = (await studio.post('/v2/sites', { name: 'Other' })).body.id;
    const narrow = await studio.withKey({ siteIds: [other] });
    const everywhere = (await create({ code: 'ALL' })).body.id;
    const elsewhere = (await create({ code: 'MAIN', eligibleSiteIds: [MAIN_SITE] })).body.id;
    const here = (await create({ code: 'HERE', eligibleSiteIds: [other] }, narrow)).body.id;
    expect(await studio.listed(CODES, narrow)).toEqual([here, everywhere]);
    expect((await studio.get(`${CODES}/${elsewhere}`, narrow)).status).toBe(404);
    expect((await studio.patch(`${CODES}/${everywhere}`, { percentOff: 1 }, narrow)).status).toBe(403);
    expect((await studio.delete(`${CODES}/${everywhere}`, narrow)).status).toBe(403);
    expect((await create({}, narrow)).status).toBe(403);
    const planIds = [await createPlan(studio, { eligibleSiteIds: [MAIN_SITE] })];
    expect(errorOf(await studio.patch(`${CODES}/${here}`, { planIds }, narrow))).toEqual([400, 'resource_missing']);
    expect((await studio.patch(`${CODES}/${here}`, { percentOff: 1 }, narrow)).status).toBe(200);
  });
});
