import { describe, expect, test } from 'bun:test';
import { forEachTest, MAIN_SITE } from '../../helpers/api.ts';
import { addSession } from '../../helpers/bookings.ts';
import { errorOf, errorWithParam } from '../../helpers/errors.ts';
import { addChild, addHousehold, as, HOUSEHOLD, openFamily } from '../../helpers/households.ts';
import { createPlan, sellPackage } from '../../helpers/sales.ts';

const BOOKINGS = '/public-api/v2/member/bookings';
const PURCHASES = '/public-api/v2/member/purchases';
const dropInPrice = JSON.stringify({ amount: 1500, currency: 'USD' });

const family = forEachTest(openFamily);

describe('a father', () => {
  test('books, pays by his card, sees and cancels the class of his child', async () => {
    const { father, child, card } = family;
    const sessionId = await addSession(family, { dropInPrice });
    const { status, body } = await father.call('POST', BOOKINGS, { sessionId, paymentMethodId: card }, as(child));
    expect([status, body.clientId, body.bookingSource]).toEqual([201, child, 'drop_in']);
    expect(family.events()).toEqual(['payment.created', 'payment.completed', 'booking.created']);
    expect(family.taken()).toMatchObject({ count: 1, amount: 1500 });
    expect((await father.call('GET', BOOKINGS, undefined, as(child))).body.data).toMatchObject([{ id: body.id }]);
    expect((await father.call('GET', BOOKINGS)).body.data).toEqual([]);
    expect((await father.call('GET', `${BOOKINGS}/${body.id}`)).status).toBe(404);
    const cancelled = await father.call('POST', `${BOOKINGS}/${body.id}/cancel`, undefined, as(child));
    expect([cancelled.status, cancelled.body.cancelledBy]).toEqual([200, 'client']);
  });

  test('buys a pass for his child, who owns it', async () => {
    const { father, child, card } = family;
    const planId = await createPlan(family, { isSoldOnline: true });
    const body = { planId, paymentMethodId: card, acceptTerms: true };
    const bought = await father.call('POST', PURCHASES, body, as(child));
    expect([bought.status, bought.body.package.clientId]).toEqual([201, child]);
    const profile = (await father.call('GET', '/public-api/v2/member/profile', undefined, as(child))).body;
    expect([profile.firstName, profile.activePackages.length]).toEqual(['Mia', 1]);
  });

  test('signs the waiver of his child: the record says who signed for whom', async () => {
    const { father, child } = family;
    await family.given(
      family.patch('/v2/settings', { membership: { waiver: { version: '1', text: 'At your own risk.' } } }),
    );
    const body = { version: '1', name: 'Mia Reed', guardianName: 'Somebody Else' };
    const signed = await father.call('POST', '/public-api/v2/member/waiver', body, as(child));
    expect([signed.status, signed.body.isNeeded]).toEqual([200, false]);
    expect(family.events()).toEqual(['client.updated']);
    expect((await family.get(`/manage/clients/${child}/agreements`)).body.data).toMatchObject([
      { clientId: child, name: 'Mia Reed', guardianName: 'Rui Reed', signedByClientId: father.clientId },
    ]);
  });

  test('sees his own cards for the child; an adult who does not pay sees none, and pays with none', async () => {
    const { father, child, card, householdId } = family;
    const cards = '/public-api/v2/member/payments/methods';
    expect((await father.call('GET', cards, undefined, as(child))).body.data).toMatchObject([{ id: card }]);
    const mother = await family.member({ firstName: 'Ana' });
    const own = (await family.save(mother)).id;
    const body = { clientId: mother.clientId, role: 'adult', hasAgreed: true };
    await family.given(family.post(`/manage/households/${householdId}/members`, body));
    expect((await mother.call('GET', cards, undefined, as(child))).body.data).toEqual([]);
    const sessionId = await addSession(family, { dropInPrice });
    for (const paymentMethodId of [own, card]) {
      const refused = await mother.call('POST', BOOKINGS, { sessionId, paymentMethodId }, as(child));
      expect(errorWithParam(refused)).toEqual([400, 'resource_missing', 'paymentMethodId']);
    }
    expect(family.taken().count).toBe(0);
  });
});

describe('403 acting', () => {
  const NOT_FOR = 'permission_denied';
  const tries = async (who: typeof family.father, clientId: string) =>
    errorOf(await who.call('GET', BOOKINGS, undefined, as(clientId)));

  test('for a client of another household, of none, one who does not exist, and for no id', async () => {
    const { father } = family;
    const other = await family.member();
    const { id } = await addHousehold(family, other.clientId, {
      name: 'Park',
      members: [{ clientId: other.clientId, role: 'adult', hasAgreed: true }],
    });
    const theirs = await addChild(family, id, 'Leo');
    const alone = await family.member();
    const answers = await Promise.all(
      [theirs, other.clientId, alone.clientId, '01950000-0000-7000-8000-00000000ffff', 'nobody'].map((each) =>
        father.call('GET', BOOKINGS, undefined, as(each)),
      ),
    );
    expect(answers.map(({ status, body }) => [status, body.error.code])).toEqual(Array(5).fill([403, NOT_FOR]));
    // The same words, so that no one learns who is a client.
    expect(new Set(answers.map(({ body }) => body.error.message)).size).toBe(1);
  });

  test('for one who has left, from that moment; and by one who has left', async () => {
    const { father, child, householdId } = family;
    const mother = await family.member({ firstName: 'Ana' });
    const body = { clientId: mother.clientId, role: 'adult', hasAgreed: true };
    await family.given(family.post(`/manage/households/${householdId}/members`, body));
    expect((await mother.call('GET', BOOKINGS, undefined, as(child))).status).toBe(200);
    await family.given(mother.call('POST', `${HOUSEHOLD}/leave`));
    expect(await tries(mother, child)).toMatchObject([403, NOT_FOR]);
    await family.given(family.delete(`/manage/households/${householdId}/members/${child}`));
    expect(await tries(father, child)).toMatchObject([403, NOT_FOR]);
  });

  test('for an adult, by a dependant, and for a dependant who is archived', async () => {
    const { father, child, householdId } = family;
    const mother = await family.member({ firstName: 'Ana' });
    const teen = await family.member({ firstName: 'Leo' });
    const at = `/manage/households/${householdId}/members`;
    await family.given(family.post(at, { clientId: mother.clientId, role: 'adult', hasAgreed: true }));
    await family.given(family.post(at, { clientId: teen.clientId, role: 'dependant', hasAgreed: true }));
    expect(await tries(father, mother.clientId)).toMatchObject([403, NOT_FOR]);
    expect(await tries(teen, father.clientId)).toMatchObject([403, NOT_FOR]);
    expect(await tries(teen, child)).toMatchObject([403, NOT_FOR]);
    await family.given(family.delete(`/v2/clients/${child}`));
    expect(await tries(father, child)).toMatchObject([403, NOT_FOR]);
  });

  test('in what is a dependant’s own: sign-in, payments, progress, deletion', async () => {
    const { father, child } = family;
    const paths = [
      ['GET', '/public-api/v2/member/payments/history'],
      ['GET', '/public-api/v2/member/devices'],
      ['POST', '/public-api/v2/member/email'],
      ['POST', '/public-api/v2/member/erasure'],
      ['GET', '/public-api/v2/member/export'],
      ['PATCH', '/public-api/v2/member/profile'],
      ['POST', '/public-api/v2/member/payments/methods'],
      ['GET', '/public-api/v2/member/household'],
      ['GET', '/v2/member/streaks'],
      ['GET', '/v2/member/metrics'],
      ['GET', '/v2/content/entries'],
    ] as const;
    for (const [method, path] of paths) {
      const { status } = await father.call(method, path, method === 'GET' ? undefined : {}, as(child));
      expect([path, status]).toEqual([path, 403]);
    }
  });

  test('a dependant who signs in pays with no card of an adult', async () => {
    const { card, householdId } = family;
    const teen = await family.member({ firstName: 'Leo' });
    const body = { clientId: teen.clientId, role: 'dependant', hasAgreed: true };
    await family.given(family.post(`/manage/households/${householdId}/members`, body));
    const sessionId = await addSession(family, { dropInPrice });
    const refused = await teen.call('POST', BOOKINGS, { sessionId, paymentMethodId: card });
    expect(errorWithParam(refused)).toEqual([400, 'resource_missing', 'paymentMethodId']);
    expect(family.taken().count).toBe(0);
  });
});

describe('after a separation', () => {
  test('the card of the one who left pays for no child: not at the desk, not by a renewal', async () => {
    const { father, child, card, householdId } = family;
    const mother = await family.member({ firstName: 'Ana' });
    const body = { clientId: mother.clientId, role: 'adult', isPayer: true, hasAgreed: true };
    await family.given(family.post(`/manage/households/${householdId}/members`, body));
    const plan = { type: 'unlimited', creditsTotal: null, autoRenews: true, validityDays: 30 };
    const sale = { paymentMethod: 'card', paymentMethodId: card };
    const pack = await sellPackage(family, child, plan, sale);
    expect(pack.paymentMethodId).toBe(card);
    const left = await father.call('POST', `${HOUSEHOLD}/leave`);
    expect(left.status).toBe(200);
    expect(family.events()).toEqual(['household.member_removed']);
    expect((await family.get(`/manage/packages/${pack.id}`)).body).toMatchObject({
      autoRenews: false,
      paymentMethodId: null,
      nextRenewalAt: null,
      status: 'active',
    });
    const sessionId = await addSession(family, { dropInPrice });
    const again = await mother.call('POST', BOOKINGS, { sessionId, paymentMethodId: card }, as(child));
    expect(errorWithParam(again)).toEqual([400, 'resource_missing', 'paymentMethodId']);
    const planId = await createPlan(family);
    const sold = await family.post('/manage/packages', { clientId: child, planId, ...sale });
    expect(errorWithParam(sold)).toEqual([400, 'resource_missing', 'paymentMethodId']);
    const patched = await family.patch(`/manage/packages/${pack.id}`, { autoRenews: true, paymentMethodId: card });
    expect(patched.status).toBe(400);
    expect(family.taken().count).toBe(1);
  });
});

test('400 at the desk, no card but that of who pays for the dependant, in the same household', async () => {
  const { child, card, householdId } = family;
  const mother = await family.member({ firstName: 'Ana' });
  const body = { clientId: mother.clientId, role: 'adult', hasAgreed: true };
  await family.given(family.post(`/manage/households/${householdId}/members`, body));
  const neighbor = await family.member();
  await addHousehold(family, neighbor.clientId);
  const planId = await createPlan(family);
  const sell = (clientId: string, paymentMethodId: string) =>
    family.post('/manage/packages', { clientId, planId, paymentMethod: 'card', paymentMethodId });
  const refused = ['resource_missing', 'paymentMethodId'];
  expect(errorWithParam(await sell(child, (await family.save(neighbor)).id))).toEqual([400, ...refused]);
  expect(errorWithParam(await sell(child, (await family.save(mother)).id))).toEqual([400, ...refused]);
  expect(errorWithParam(await sell(mother.clientId, card))).toEqual([400, ...refused]);
  expect(family.taken().count).toBe(0);
  expect((await sell(child, card)).status).toBe(201);
});

describe('an invitation', () => {
  const setHouseholds = (households: string) =>
    family.given(family.patch('/v2/settings', { membership: { households } }));

  test('says nothing of who has the email, and joins who accepts it signed in', async () => {
    const { father } = family;
    await setHouseholds('members');
    const mother = await family.member({ firstName: 'Ana', email: 'ana@example.com' });
    const invite = (email: string) => father.call('POST', `${HOUSEHOLD}/invitations`, { email });
    const known = await invite('Ana@Example.com');
    expect(family.events()).toEqual(['household.invited']);
    const unknown = await invite('nobody@example.com');
    expect([known.status, unknown.status]).toEqual([201, 201]);
    const [one, other] = unknown.body.invited;
    expect([Object.keys(one), one.email, other.email]).toEqual([
      Object.keys(other),
      'ana@example.com',
      'nobody@example.com',
    ]);
    expect(JSON.stringify(unknown.body)).not.toContain('Ana"');
    const waits = (await mother.call('GET', HOUSEHOLD)).body;
    expect(waits).toMatchObject({ household: null, invitations: [{ householdName: 'Reed', invitedBy: 'Rui Reed' }] });
    family.events();
    const joined = await mother.call('POST', `${HOUSEHOLD}/invitations/${waits.invitations[0].id}/accept`);
    expect([joined.status, joined.body.household]).toMatchObject([200, { role: 'adult', isPayer: false }]);
    expect(family.events()).toEqual(['household.member_added']);
    const seen = joined.body.members.find(({ isYou }: { isYou: boolean }) => !isYou);
    expect(Object.keys(seen)).toEqual([
      'clientId',
      'firstName',
      'lastName',
      'role',
      'isPayer',
      'isYou',
      'canActFor',
      'dateOfBirth',
    ]);
  });

  test('404 is accepted by no one else, nor after it has expired', async () => {
    const { father } = family;
    await setHouseholds('members');
    const { body } = await father.call('POST', `${HOUSEHOLD}/invitations`, { email: 'ana@example.com' });
    const accept = `${HOUSEHOLD}/invitations/${body.invited[0].id}/accept`;
    const other = await family.member({ email: 'other@example.com' });
    expect((await other.call('POST', accept)).status).toBe(404);
    const mother = await family.member({ email: 'ana@example.com' });
    await family.time.moveTo(family.time.now() + 15 * 86_400_000);
    expect((await mother.call('POST', accept)).status).toBe(404);
  });

  test('409 after five open ones: it is no way to write to strangers', async () => {
    const { father } = family;
    await setHouseholds('members');
    const invite = (email: string) => father.call('POST', `${HOUSEHOLD}/invitations`, { email });
    for (let each = 0; each < 5; each++) expect((await invite(`a${each}@example.com`)).status).toBe(201);
    expect(errorOf(await invite('a6@example.com'))).toMatchObject([409, 'limit_reached']);
  });

  test('403 by members where the studio sets households up itself', async () => {
    await setHouseholds('desk');
    const invited = await family.father.call('POST', `${HOUSEHOLD}/invitations`, { email: 'ana@example.com' });
    expect(invited.status).toBe(403);
  });
});

describe('a member', () => {
  test('adds a dependant, and with the first one begins a household', async () => {
    await family.given(family.patch('/v2/settings', { membership: { households: 'members', askBirthDate: true } }));
    const mother = await family.member({ firstName: 'Ana', lastName: 'Park' });
    const add = (body: object) => mother.call('POST', `${HOUSEHOLD}/members`, body);
    expect(errorWithParam(await add({ firstName: 'Leo', lastName: 'Park' }))).toEqual([
      400,
      'parameter_missing',
      'dateOfBirth',
    ]);
    expect(family.events()).toEqual([]);
    const { status, body } = await add({ firstName: 'Leo', lastName: 'Park', dateOfBirth: '2018-01-02' });
    expect([status, body.household]).toMatchObject([201, { name: 'Park', role: 'adult', isPayer: true }]);
    expect(family.events()).toEqual([
      'household.created',
      'household.member_added',
      'client.created',
      'household.member_added',
    ]);
    const leo = body.members.find(({ firstName }: { firstName: string }) => firstName === 'Leo');
    expect(leo).toMatchObject({ canActFor: true, dateOfBirth: '2018-01-02' });
    expect((await mother.call('GET', BOOKINGS, undefined, as(leo.clientId))).status).toBe(200);
    expect((await family.get(`/v2/clients/${leo.clientId}`)).body).toMatchObject({
      email: null,
      homeLocationId: MAIN_SITE,
    });
  });

  test('adds a child who is born today by the clock of the site, and none of tomorrow', async () => {
    await family.given(family.patch('/v2/settings', { membership: { households: 'members' } }));
    await family.given(family.patch(`/v2/sites/${MAIN_SITE}`, { timezone: 'Pacific/Auckland' }));
    const mother = await family.member({ firstName: 'Ana', lastName: 'Park' });
    // The third of March in Auckland, and still the second in UTC.
    await family.time.moveTo(Date.parse('2026-03-02T20:00:00Z'));
    const add = (dateOfBirth: string) =>
      mother.call('POST', `${HOUSEHOLD}/members`, { firstName: 'Leo', lastName: 'Park', dateOfBirth });
    expect(errorOf(await add('2026-03-04'))).toMatchObject([400, 'parameter_invalid']);
    expect((await add('2026-03-03')).status).toBe(201);
  });
});
