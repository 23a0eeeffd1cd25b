import { describe, expect, test } from 'bun:test';
import { addStaffKey } from '../../api/staff-keys.ts';
import { forEachTest, MAIN_SITE } from '../../helpers/api.ts';
import { addSession } from '../../helpers/bookings.ts';
import { errorOf } from '../../helpers/errors.ts';
import { addChild, as, openFamily } from '../../helpers/households.ts';
import { sellPackage } from '../../helpers/sales.ts';
import { contentsOf } from '../../helpers/unchanged.ts';

const PATH = '/manage/households';
/** The father has a card. */
const ERASED = ['client.archived', 'payment_method.removed', 'client.updated'];

const family = forEachTest(openFamily);

const erase = (body?: object, headers?: Record<string, string>, id = family.father.clientId) =>
  family.post(`/manage/clients/${id}/erase`, body, headers);

const householdOf = async (clientId: string) => (await family.get(`${PATH}?client_id=${clientId}`)).body.data;

/** Another adult of the household, who does not pay. */
const addMother = async () => {
  const mother = await family.member({ firstName: 'Ana', lastName: 'Reed' });
  const body = { clientId: mother.clientId, role: 'adult', hasAgreed: true };
  await family.given(family.post(`${PATH}/${family.householdId}/members`, body));
  return mother;
};

describe('dependants of a client who is erased', () => {
  test('200 are released: the household is dissolved, and each is a client on their own', async () => {
    const { father, child, householdId } = family;
    expect((await erase({ dependants: 'release' })).body).toMatchObject({
      status: 'archived',
      fullName: 'Erased client',
    });
    const events = family.eventsInFull();
    expect(events.map(({ type }) => type)).toEqual([
      'household.member_removed',
      'household.member_removed',
      'household.deleted',
      ...ERASED,
    ]);
    const removed = { householdId, reason: 'ERASED' };
    expect(events.slice(0, 3).map(({ data }) => data)).toMatchObject([
      { ...removed, clientId: father.clientId, role: 'ADULT' },
      { ...removed, clientId: child, role: 'DEPENDANT' },
      { householdId },
    ]);
    expect((await family.get(`${PATH}/${householdId}`)).status).toBe(404);
    expect([await householdOf(child), await householdOf(father.clientId)]).toEqual([[], []]);
    expect((await family.get(`/v2/clients/${child}`)).body).toMatchObject({ fullName: 'Mia Reed', archivedAt: null });
    expect([(await erase({ dependants: 'release' })).status, family.events()]).toEqual([200, []]);
  });

  test('200 released, they keep what is booked, and their renewals are charged to no card of the client', async () => {
    const { father, child, card } = family;
    const plan = { type: 'unlimited', creditsTotal: null, autoRenews: true, validityDays: 30 };
    const pack = await sellPackage(family, child, plan, { paymentMethod: 'card', paymentMethodId: card });
    const sessionId = await addSession(family);
    const booked = await family.given(father.call('POST', '/public-api/v2/member/bookings', { sessionId }, as(child)));
    expect((await erase({ dependants: 'release' })).status).toBe(200);
    expect((await family.get(`/v2/bookings/${booked.id}`)).body.status).toBe('confirmed');
    expect((await family.get(`/manage/packages/${pack.id}`)).body).toMatchObject({
      status: 'active',
      autoRenews: false,
      paymentMethodId: null,
    });
  });

  test('200 their payments keep no card of the client', async () => {
    const { child, card } = family;
    const paid = { paymentMethod: 'card', paymentMethodId: card };
    const { payment } = await sellPackage(family, child, {}, paid);
    expect(payment.paymentMethodDetails).toMatchObject({ paymentMethodId: card, last4: '4242' });
    expect((await erase({ dependants: 'keep' })).status).toBe(200);
    const { body } = await family.get(`/v2/payments/${payment.id}`);
    expect([body.status, body.paymentMethodDetails]).toEqual(['completed', null]);
  });

  test('409 while the card of the client pays for one of them', async () => {
    const { child, card } = family;
    const { payment } = await sellPackage(family, child, {}, { paymentMethod: 'card', paymentMethodId: card });
    family.db.run("update payments set status = 'pending' where id = ?", [payment.id]);
    const { status, body } = await erase({ dependants: 'keep' });
    expect([status, body.error.details[0].code, family.events()]).toEqual([409, 'payment_pending', []]);
  });

  test('200 are kept: the household has no adult, until the studio adds one', async () => {
    const { child, householdId } = family;
    expect((await erase({ dependants: 'keep' })).status).toBe(200);
    expect(family.events()).toEqual(['household.member_removed', ...ERASED]);
    expect((await family.get(`${PATH}/${householdId}`)).body.members).toMatchObject([
      { clientId: child, role: 'dependant' },
    ]);
    await addMother();
    expect(await householdOf(child)).toMatchObject([
      { id: householdId, members: [{ role: 'adult' }, { clientId: child }] },
    ]);
  });

  test('200 stay with another adult, whatever is asked', async () => {
    const { child, householdId } = family;
    const mother = await addMother();
    expect((await erase({ dependants: 'release' })).status).toBe(200);
    expect(family.events()).toEqual(['household.member_removed', ...ERASED]);
    const [{ id, members }] = await householdOf(child);
    expect([id, members.map(({ clientId }: { clientId: string }) => clientId).sort()]).toEqual([
      householdId,
      [mother.clientId, child].sort(),
    ]);
  });

  test('409 while no one says what becomes of them, and where the other adult is archived', async () => {
    const mother = await addMother();
    await family.given(family.delete(`/v2/clients/${mother.clientId}`));
    const before = contentsOf(family.db);
    const { status, body } = await erase();
    expect([status, body.error.code, body.error.details[0].code]).toEqual([
      409,
      'erasure_not_allowed',
      'dependants_left',
    ]);
    expect([family.events(), contentsOf(family.db)]).toEqual([[], before]);
  });

  test('200 of a dependant, nothing is asked', async () => {
    expect((await erase(undefined, undefined, family.child)).status).toBe(200);
    expect(family.events()).toEqual(['household.member_removed', 'client.archived', 'client.updated']);
    expect(await householdOf(family.father.clientId)).toMatchObject([{ id: family.householdId }]);
  });

  test('400 are not erased with the client', async () => {
    expect(errorOf(await erase({ dependants: 'erase' }))).toMatchObject([400, 'parameter_invalid']);
    expect(await householdOf(family.child)).toHaveLength(1);
  });

  test('403 are released by no one who may not erase, nor by a credential without their site', async () => {
    const { id: elsewhere } = await family.given(family.post('/v2/sites', { name: 'Uptown' }));
    const other = await addChild(family, family.householdId, 'Tom', { homeLocationId: elsewhere });
    const manager = await addStaffKey(family, { role: 'manager' });
    const ofSite = await addStaffKey(family, { role: 'owner' }, { siteIds: [MAIN_SITE] });
    expect(errorOf(await erase({ dependants: 'release' }, manager.headers))).toMatchObject([403, 'permission_denied']);
    expect(errorOf(await erase({ dependants: 'release' }, ofSite.headers))).toEqual([403, 'site_not_allowed']);
    expect([family.events(), await householdOf(other)]).toMatchObject([[], [{ id: family.householdId }]]);
    expect((await erase({ dependants: 'keep' }, ofSite.headers)).status).toBe(200);
  });
});

describe('a household that has another name now', () => {
  const rename = (name: string) => family.given(family.patch(`${PATH}/${family.householdId}`, { name }));
  /** How many events and how many entries have a name of the household. */
  const having = (name: string): number[] => [
    family.count(`events where type = 'household.updated' and body like '%"${name}"%'`),
    family.count(`auditLog where type = 'updateHousehold' and concat_ws(' ', "before", "after") like '%"${name}"%'`),
  ];

  test('200 nothing says that it was called after the client', async () => {
    await family.given(family.patch(`/v2/clients/${family.father.clientId}`, { lastName: 'Moss' }));
    await rename('Moss');
    await rename('A home');
    expect([having('Moss'), having('A home')]).toEqual([
      [2, 2],
      [1, 1],
    ]);
    family.events();
    expect((await erase({ dependants: 'keep' })).status).toBe(200);
    expect([having('Moss'), having('A home')]).toEqual([
      [0, 0],
      [0, 0],
    ]);
    expect(family.events()).toEqual(['household.member_removed', ...ERASED]);
  });

  test('200 its former name stays where someone of that name is in it', async () => {
    await rename('A home');
    const before = having('Reed');
    expect((await erase({ dependants: 'keep' })).status).toBe(200);
    expect([before, having('Reed')]).toEqual([
      [1, 1],
      [1, 1],
    ]);
  });
});
