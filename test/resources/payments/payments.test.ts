import { describe, expect, test } from 'bun:test';
import { forEachTest, MAIN_SITE, openStudio } from '../../helpers/api.ts';
import { createClient, paymentBody, sellPackage, UNKNOWN } from '../../helpers/sales.ts';

const studio = forEachTest(openStudio);
const ann = forEachTest(async () => ({ id: await createClient(studio) }));

const record = (fields?: object) => studio.post('/manage/payments', paymentBody(ann.id, fields));
const ids = (response: { body: { data: { id: string }[] } }) => response.body.data.map(({ id }) => id);

describe('GET /v2/payments', () => {
  test('200 filtered by client, status and external id, with expansions', async () => {
    const first = (await record({ externalId: 'x1' })).body.id;
    const other = await createClient(studio);
    const { paymentId: second, id: packageId } = await sellPackage(studio, other);
    await studio.post(`/v2/payments/${second}/refund`, {});
    expect(ids(await studio.get('/v2/payments'))).toEqual([second, first]);
    expect(ids(await studio.get('/manage/payments'))).toEqual([second, first]);
    expect(ids(await studio.get(`/v2/payments?client_id=${ann.id}`))).toEqual([first]);
    expect(ids(await studio.get('/v2/payments?status=refunded'))).toEqual([second]);
    expect(ids(await studio.get(`/v2/payments?status=refunded&client_id=${ann.id}`))).toEqual([]);
    expect(ids(await studio.get('/v2/payments?external_id=x1'))).toEqual([first]);
    const { body } = await studio.get(`/v2/payments/${second}?expand[]=client&expand[]=package.ledger`);
    expect([body.client.id, body.package.id, body.package.ledger.length]).toEqual([other, packageId, 1]);
    expect(
      (await studio.get('/v2/payments?expand[]=package')).body.data.map(
        (one: { package: unknown }) => one.package === null,
      ),
    ).toEqual([false, true]);
  });

  test('400 an unknown status or expansion; nothing for an unknown client; 404 an unknown payment or one of another site', async () => {
    expect((await studio.get('/v2/payments?status=paid')).status).toBe(400);
    expect((await studio.get(`/v2/payments?client_id=${UNKNOWN}`)).body.data).toEqual([]);
    expect((await studio.get('/v2/payments?expand[]=session')).body.error.param).toBe('expand[]');
    expect((await studio.get(`/v2/payments/${UNKNOWN}`)).status).toBe(404);
    const { id } = (await record()).body;
    const other = (await studio.post('/v2/sites', { name: 'Other' })).body.id;
    const away = await studio.withKey({ siteIds: [other] });
    const here = await studio.withKey({ siteIds: [other, MAIN_SITE] });
    expect((await studio.get(`/v2/payments/${id}`, away)).status).toBe(404);
    for (const query of ['', '?status=completed', `?client_id=${ann.id}`]) {
      expect(ids(await studio.get(`/v2/payments${query}`, away))).toEqual([]);
      expect(ids(await studio.get(`/v2/payments${query}`, here))).toEqual([id]);
    }
  });
});

describe('PATCH /manage/payments/{id}', () => {
  test('200 the description and metadata; 400 other fields', async () => {
    const { id } = await studio.given(record());
    const response = await studio.patch(`/manage/payments/${id}`, { description: 'Mat', metadata: { a: '1' } });
    expect(response.body).toMatchObject({ description: 'Mat', metadata: { a: '1' }, amount: 500 });
    expect((await studio.patch(`/manage/payments/${id}`, {})).body).toEqual(response.body);
    expect((await studio.patch(`/manage/payments/${id}`, { amount: 1 })).body.error.code).toBe('parameter_unknown');
    expect(studio.events()).toEqual([]);
  });
});
