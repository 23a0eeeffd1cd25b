import { expect, test } from 'bun:test';
import { addStaffKey } from '../../api/staff-keys.ts';
import { forEachTest, MAIN_SITE, openStudio } from '../../helpers/api.ts';
import { errorOf } from '../../helpers/errors.ts';
import { createClient, createPlan } from '../../helpers/sales.ts';
import { emptyStudio, exportAll, importAll } from '../../properties/move.ts';
import { expectRights } from './rights.ts';
import { complaints, exportFile, imported, importFile } from './set-up.ts';

const studio = forEachTest(openStudio);

const CODES = '/manage/discount-codes';
const SPRING = { code: 'SPRING', name: 'Spring', percentOff: 20 };

test('a code that moves goes on counting, in all and for each client', async () => {
  const plan = { isSoldOnline: true, validityDays: 30 };
  const [planId, clientId] = [await createPlan(studio, plan), await createClient(studio)];
  await studio.given(studio.post(CODES, { ...SPRING, maxRedemptions: 2 }));
  const sale = { planId, paymentMethod: 'cash', discountCode: 'spring' };
  await studio.given(studio.post('/manage/packages', { ...sale, clientId }));
  for (const format of ['csv', 'json'] as const) {
    const to = await emptyStudio(studio);
    await importAll(to, await exportAll(studio, format), format);
    const [code] = (await to.get(CODES)).body.data;
    expect([code.code, code.redemptions, code.status]).toEqual(['SPRING', 1, 'active']);
    const again = await to.post('/manage/packages', { ...sale, clientId });
    expect(errorOf(again)).toEqual([409, 'discount_code_already_used']);
    const other = await to.post('/manage/packages', { ...sale, clientId: await createClient(to) });
    expect([other.status, (await to.get(`${CODES}/${code.id}`)).body.status]).toEqual([201, 'used_up']);
    await to.app.stop();
  }
});

test('a CSV file finds a code by its text, and an archived one by its id alone', async () => {
  const { id } = (await studio.post(CODES, SPRING)).body;
  const file = 'code,name,percentOff,maxPerClient,archivedAt\nspring,Spring,30,null,\nSUMMER,Summer,10,,\n';
  expect(await imported(studio, 'discount_codes', file)).toMatchObject({ created: 1, updated: 1 });
  expect(await imported(studio, 'discount_codes', file)).toMatchObject({ created: 0, updated: 0, unchanged: 2 });
  expect((await studio.get(`${CODES}/${id}`)).body).toMatchObject({
    code: 'SPRING',
    percentOff: 30,
    maxPerClient: null,
  });
  const old = 'code,name,percentOff,archivedAt\nSPRING,Old,5,2025-06-01T00:00:00Z\n';
  expect(await imported(studio, 'discount_codes', old)).toMatchObject({ created: 1 });
  expect((await studio.get(`${CODES}?include_archived=true`)).body.data).toHaveLength(3);
  expect(studio.events()).toEqual(['import.completed', 'import.completed', 'import.completed']);
});

test('400 for a code that contradicts itself, that there is, and for a payment of an unknown one', async () => {
  const planIds = ['01950000-0000-7000-8000-00000000e001'];
  const rows = [
    { ...SPRING, amountOff: 100 },
    { code: 'PLANS', name: 'Plans', percentOff: 5, planIds },
  ];
  expect(complaints(await importFile(studio, 'discount_codes', rows))).toEqual([
    '1 percentOff parameter_invalid',
    '2 planIds[0] resource_missing',
  ]);
  await studio.given(studio.post(CODES, SPRING));
  const twice = [{ ...SPRING, id: planIds[0] }];
  expect(complaints(await importFile(studio, 'discount_codes', twice))).toEqual(['1 id parameter_invalid']);
  const clientId = await createClient(studio);
  const state = { isOfPackage: false, discountCodeId: planIds[0] };
  const payment = { externalId: 'p', clientId, amount: 80, paymentMethod: 'cash', state };
  expect(complaints(await importFile(studio, 'payments', [payment]))).toEqual([
    '1 state.discountCodeId resource_missing',
  ]);
});

test('staff of a site export the codes of that site, and change no others', async () => {
  const other = (await studio.given(studio.post('/v2/sites', { name: 'Other' }))).id;
  await studio.given(studio.post(CODES, { ...SPRING, eligibleSiteIds: [other] }));
  await studio.given(studio.post(CODES, { ...SPRING, code: 'HERE', eligibleSiteIds: [MAIN_SITE] }));
  const { key, headers } = await addStaffKey(studio, { role: 'manager', siteIds: [MAIN_SITE] });
  const own = JSON.parse(await exportFile(studio, 'discount_codes', 'json', key));
  expect(own.map(({ code }: { code: string }) => code)).toEqual(['HERE']);
  const everywhere = [{ ...SPRING, code: 'ALL' }];
  expect(complaints(await importFile(studio, 'discount_codes', everywhere, { headers }))).toEqual([
    '1 null site_not_allowed',
  ]);
});

test('a known code, and a payment that has redeemed it, need the right to change codes', async () => {
  const { id: discountCodeId } = (await studio.post(CODES, SPRING)).body;
  const clientId = await createClient(studio);
  studio.events();
  await expectRights(studio, 'discount_codes', { code: 'SPRING', percentOff: 10 }, [], ['packages:adjust']);
  const state = { isOfPackage: false, discountCodeId };
  const payment = { externalId: 'p', clientId, amount: 80, paymentMethod: 'cash', state };
  await expectRights(studio, 'payments', payment, [], ['packages:sell', 'packages:adjust']);
});
