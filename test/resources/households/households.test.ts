import { beforeEach, describe, expect, test } from 'bun:test';
import { DAY_MS } from '../../../src/kernel/durations.ts';
import { addStaffKey } from '../../api/staff-keys.ts';
import { forEachTest, MAIN_SITE, openStudio } from '../../helpers/api.ts';
import { addSession } from '../../helpers/bookings.ts';
import { errorOf, errorWithParam } from '../../helpers/errors.ts';
import { addChild, addHousehold } from '../../helpers/households.ts';
import { createClient, sellPackage, UNKNOWN } from '../../helpers/sales.ts';
import { tried } from '../../helpers/unchanged.ts';

const PATH = '/manage/households';
const studio = forEachTest(openStudio);
let adult: string;
beforeEach(async () => {
  adult = await createClient(studio, { firstName: 'Rui', lastName: 'Reed' });
});

const agreed = (clientId: string, more: object = {}) => ({ clientId, role: 'adult', hasAgreed: true, ...more });

describe('a household', () => {
  test('201 of clients and new people, with an event for each', async () => {
    const members = [
      agreed(adult, { isPayer: true }),
      { client: { firstName: 'Mia', lastName: 'Reed', dateOfBirth: '2017-05-04' }, role: 'dependant' },
    ];
    const { status, body } = await studio.post(PATH, { name: 'Reed', members });
    expect([status, body.object, body.name]).toEqual([201, 'household', 'Reed']);
    expect(body.members).toEqual([
      { clientId: adult, name: 'Rui Reed', dateOfBirth: null, role: 'adult', isPayer: true },
      {
        clientId: expect.any(String),
        name: 'Mia Reed',
        dateOfBirth: '2017-05-04',
        role: 'dependant',
        isPayer: false,
      },
    ]);
    expect(studio.events()).toEqual([
      'household.created',
      'household.member_added',
      'client.created',
      'household.member_added',
    ]);
  });

  test('is found by its client, and by no other', async () => {
    const { id } = await addHousehold(studio, adult);
    const other = await createClient(studio);
    expect((await studio.get(`${PATH}?client_id=${adult}`)).body.data).toMatchObject([{ id }]);
    expect((await studio.get(`${PATH}?client_id=${other}`)).body.data).toEqual([]);
  });

  test('200 another name, told with what it was; an empty change tells nothing', async () => {
    const { id } = await addHousehold(studio, adult);
    expect((await studio.patch(`${PATH}/${id}`, { name: 'Reed and Park' })).body.name).toBe('Reed and Park');
    expect(studio.events()).toEqual(['household.updated']);
    expect((await studio.patch(`${PATH}/${id}`, {})).status).toBe(200);
    expect(studio.events()).toEqual([]);
  });

  test('400 an adult whom no one has asked; 409 someone of another household', async () => {
    const refused = await studio.post(PATH, { name: 'Reed', members: [{ clientId: adult, role: 'adult' }] });
    expect(errorWithParam(refused)).toEqual([400, 'parameter_missing', 'members[0].hasAgreed']);
    const unasked = { clientId: adult, role: 'adult', hasAgreed: false };
    const { body } = await studio.post(PATH, { name: 'Reed', members: [unasked] });
    expect(body.error.details).toMatchObject([{ param: 'members[0].hasAgreed', reason: 'not_agreed' }]);
    const { id } = await addHousehold(studio, adult);
    expect(errorOf(await studio.post(PATH, { name: 'Other', members: [agreed(adult)] }))).toMatchObject([
      409,
      'already_in_household',
    ]);
    expect(errorOf(await studio.post(`${PATH}/${id}/members`, agreed(adult)))).toMatchObject([
      409,
      'already_in_household',
    ]);
    expect(studio.events()).toEqual([]);
  });

  test('400 a dependant who pays, an unknown client, neither a client nor a person', async () => {
    const { id } = await addHousehold(studio, adult);
    const add = (body: object) => studio.post(`${PATH}/${id}/members`, body);
    const person = { firstName: 'Mia', lastName: 'Reed' };
    expect(errorOf(await add({ client: person, role: 'dependant', isPayer: true }))).toEqual([
      400,
      'parameter_invalid',
    ]);
    expect(errorOf(await add({ clientId: UNKNOWN, role: 'dependant' }))).toMatchObject([400, 'resource_missing']);
    expect(errorOf(await add({ role: 'dependant' }))).toEqual([400, 'parameter_invalid']);
    expect(studio.events()).toEqual([]);
  });

  test('403 for who may only read clients', async () => {
    const { headers } = await addStaffKey(studio, { role: 'instructor' });
    expect((await studio.get(PATH, headers)).status).toBe(403);
    expect((await studio.post(PATH, { name: 'Reed' }, headers)).status).toBe(403);
  });
});

describe('people of a household', () => {
  test('404 a client of another site, whom a person of one site neither names, changes nor takes out', async () => {
    const { id: elsewhere } = await studio.given(studio.post('/v2/sites', { name: 'Uptown' }));
    const { id } = await addHousehold(studio, adult);
    const child = await addChild(studio, id, 'Mia', { homeLocationId: elsewhere });
    const { headers } = await addStaffKey(studio, { role: 'front_desk', siteIds: [MAIN_SITE] });
    const at = `${PATH}/${id}/members/${child}`;
    expect((await studio.get(`${PATH}/${id}`, headers)).body.members[1]).toMatchObject({ name: null });
    for (const refused of [
      await studio.patch(at, { role: 'adult', hasAgreed: true }, headers),
      await studio.delete(at, headers),
      await studio.delete(`${at}?dry_run=true`, headers),
    ]) {
      expect(errorOf(refused)).toMatchObject([404, 'resource_not_found']);
    }
    expect(studio.events()).toEqual([]);
  });

  test('403 a person of one site changes no household with someone of another site', async () => {
    const { id: elsewhere } = await studio.given(studio.post('/v2/sites', { name: 'Uptown' }));
    const { id } = await addHousehold(studio, adult);
    await addChild(studio, id, 'Mia', { homeLocationId: elsewhere });
    const own = await addChild(studio, id, 'Tom');
    const at = `${PATH}/${id}`;
    const { body: invited } = await studio.post(`${at}/invitations`, { email: 'sam@example.com' });
    const { headers } = await addStaffKey(studio, { role: 'front_desk', siteIds: [MAIN_SITE] });
    studio.events();
    const person = { firstName: 'Theo', lastName: 'Reed' };
    for (const refused of [
      await studio.patch(at, { name: 'Other' }, headers),
      await studio.delete(at, headers),
      await studio.delete(`${at}?dry_run=true`, headers),
      await studio.post(`${at}/members`, { client: person, role: 'dependant' }, headers),
      await studio.patch(`${at}/members/${own}`, { role: 'adult', hasAgreed: true }, headers),
      await studio.delete(`${at}/members/${own}`, headers),
      await studio.delete(`${at}/members/${own}?dry_run=true`, headers),
      await studio.post(`${at}/invitations`, { email: 'ann@example.com' }, headers),
      await studio.delete(`${at}/invitations/${invited.invitations[0].id}`, headers),
    ]) {
      expect(errorOf(refused)).toEqual([403, 'site_not_allowed']);
    }
    expect([studio.events(), (await studio.get(at)).body.members.length]).toEqual([[], 3]);
    const both = await addStaffKey(studio, { role: 'front_desk', siteIds: [MAIN_SITE, elsewhere] });
    expect((await studio.patch(at, { name: 'Other' }, both.headers)).status).toBe(200);
    expect((await studio.delete(`${at}/members/${own}`, both.headers)).status).toBe(200);
    expect((await studio.delete(at, both.headers)).status).toBe(200);
  });

  test('200 a dependant becomes an adult who has agreed; an adult no dependant unasked', async () => {
    const { id } = await addHousehold(studio, adult);
    const child = await addChild(studio, id);
    const at = `${PATH}/${id}/members/${child}`;
    expect((await studio.patch(at, { role: 'adult' })).status).toBe(400);
    expect((await studio.patch(at, { role: 'adult', hasAgreed: true })).status).toBe(200);
    expect(studio.events()).toEqual(['household.member_updated']);
  });

  test('409 the last adult does not leave dependants alone; dissolving does', async () => {
    const { id } = await addHousehold(studio, adult);
    const child = await addChild(studio, id);
    expect(errorOf(await studio.delete(`${PATH}/${id}/members/${adult}`))).toMatchObject([
      409,
      'household_needs_adult',
    ]);
    expect((await studio.delete(`${PATH}/${id}`)).body).toEqual({ id, object: 'household', deleted: true });
    expect(studio.events()).toEqual(['household.member_removed', 'household.member_removed', 'household.deleted']);
    expect((await studio.get(`${PATH}/${id}`)).status).toBe(404);
    expect((await studio.get(`/v2/clients/${child}`)).body.status).toBe('active');
  });

  test('the last one to leave leaves no household behind', async () => {
    const { id } = await addHousehold(studio, adult);
    expect((await studio.delete(`${PATH}/${id}/members/${adult}`)).body).toMatchObject({ isDissolved: true });
    expect(studio.events()).toEqual(['household.member_removed', 'household.deleted']);
  });
});

describe('a shared package', () => {
  const shared = { isShareable: true };

  test('is used by everyone of the household, and its ledger says who came', async () => {
    const { id } = await addHousehold(studio, adult);
    const child = await addChild(studio, id);
    const pack = await sellPackage(studio, adult, shared);
    const sessionId = await addSession(studio);
    const { body } = await studio.post('/v2/bookings', { clientId: child, sessionId, requireCredit: true });
    expect([body.packageId, body.bookingSource]).toEqual([pack.id, 'credit']);
    const { ledger } = (await studio.get(`/manage/packages/${pack.id}?expand[]=ledger`)).body;
    expect(ledger.map(({ reason, clientId }: never) => [reason, clientId])).toEqual([
      ['purchase', null],
      ['booking', child],
    ]);
  });

  test('409 is used by no one else, nor after leaving; a package that is not shared by no one else at all', async () => {
    const { id } = await addHousehold(studio, adult);
    const child = await addChild(studio, id);
    const own = await sellPackage(studio, adult);
    const pack = await sellPackage(studio, adult, shared);
    const stranger = await createClient(studio);
    const sessionId = await addSession(studio);
    const book = (clientId: string, packageId?: string) =>
      studio.post('/v2/bookings', { clientId, sessionId, requireCredit: true, packageId });
    expect(errorOf(await book(child, own.id))).toMatchObject([409, 'package_not_eligible']);
    expect(errorOf(await book(stranger, pack.id))).toMatchObject([409, 'package_not_eligible']);
    await studio.given(studio.delete(`${PATH}/${id}/members/${child}`));
    expect(errorOf(await book(child))).toMatchObject([409, 'no_eligible_package']);
    expect(errorOf(await book(child, pack.id))).toMatchObject([409, 'package_not_eligible']);
  });

  test('409 of an adult who is archived is used by no one else, whether or not it is named', async () => {
    const { id } = await addHousehold(studio, adult);
    const child = await addChild(studio, id);
    const pack = await sellPackage(studio, adult, shared);
    const sessionId = await addSession(studio);
    await studio.given(studio.delete(`/v2/clients/${adult}`));
    const book = (packageId?: string) =>
      studio.post('/v2/bookings', { clientId: child, sessionId, requireCredit: true, packageId });
    expect(errorOf(await book())).toMatchObject([409, 'no_eligible_package']);
    expect(errorOf(await book(pack.id))).toMatchObject([409, 'package_not_eligible']);
    const checkIn = { clientId: child, locationId: MAIN_SITE, packageId: pack.id };
    expect(errorOf(await studio.post('/v2/checkins', checkIn))[0]).toBe(400);
    expect(studio.events()).toEqual([]);
  });

  test('leaving says what it does, and cancels only where asked', async () => {
    const { id } = await addHousehold(studio, adult);
    const child = await addChild(studio, id);
    const pack = await sellPackage(studio, adult, shared);
    const sessionId = await addSession(studio, { startsIn: 3 * DAY_MS });
    const booking = await studio.given(studio.post('/v2/bookings', { clientId: child, sessionId }));
    const leave = `${PATH}/${id}/members/${child}`;
    const preview = await tried(studio, () => studio.delete(`${leave}?dry_run=true`));
    expect(preview).toMatchObject({
      object: 'household_leave_preview',
      isDissolved: false,
      packages: [{ id: pack.id, clientId: adult }],
      bookings: [{ id: booking.id, clientId: child, packageId: pack.id, isCanceled: false }],
      renewalsEnded: [],
    });
    expect((await studio.delete(`${leave}?cancel_bookings=true`)).status).toBe(200);
    expect(studio.events()).toContain('booking.cancelled');
    expect((await studio.get(`/v2/bookings/${booking.id}`)).body).toMatchObject({
      status: 'cancelled',
      creditOutcome: 'restored',
    });
  });
});

describe('a client of a household', () => {
  test('409 is not merged with one of another household, and takes the household of who had one', async () => {
    const { id } = await addHousehold(studio, adult);
    const other = await createClient(studio);
    const third = await createClient(studio);
    await addHousehold(studio, third, { name: 'Park', members: [agreed(third)] });
    const merge = (clientId: string) =>
      studio.post(`/manage/clients/${adult}/merge`, { clientId, keepClientId: clientId });
    expect(errorOf(await merge(third))).toMatchObject([409, 'merge_not_allowed']);
    expect((await merge(other)).status).toBe(200);
    expect(studio.events()).toEqual(['household.member_removed', 'household.member_added', 'client.merged']);
    expect((await studio.get(`${PATH}/${id}`)).body.members).toMatchObject([{ clientId: other, isPayer: true }]);
  });

  test('merged with another one of the household stays the adult who pays, beside the dependants', async () => {
    const { id } = await addHousehold(studio, adult);
    const teen = await addChild(studio, id, 'Leo');
    const child = await addChild(studio, id);
    const body = { clientId: adult, keepClientId: teen };
    expect((await studio.post(`/manage/clients/${teen}/merge`, body)).status).toBe(200);
    expect(studio.events().filter((type) => type.startsWith('household.'))).toEqual([
      'household.member_removed',
      'household.member_updated',
    ]);
    expect((await studio.get(`${PATH}/${id}`)).body.members).toMatchObject([
      { clientId: teen, role: 'adult', isPayer: true },
      { clientId: child, role: 'dependant', isPayer: false },
    ]);
  });

  test('409 the erasure of the last adult asks what becomes of dependants', async () => {
    const { id } = await addHousehold(studio, adult);
    const child = await addChild(studio, id);
    const erase = (body: object) => studio.post(`/manage/clients/${adult}/erase`, body);
    const { status, body } = await erase({});
    expect([status, body.error.code, body.error.details[0].code]).toEqual([
      409,
      'erasure_not_allowed',
      'dependants_left',
    ]);
    expect((await erase({ dependants: 'keep' })).status).toBe(200);
    expect((await studio.get(`${PATH}/${id}`)).body.members).toMatchObject([{ clientId: child }]);
  });

  test('is 18 by the clock of the site, not of the server', async () => {
    const { id } = await addHousehold(studio, adult);
    await addChild(studio, id, 'Leo', { dateOfBirth: '2008-03-03' });
    const decided = async () => {
      const { decisions } = (await studio.get(`/manage/decisions?location_id=${MAIN_SITE}`)).body;
      return decisions.filter(({ type }: { type: string }) => type === 'of_age').length;
    };
    // The third of March in UTC, and still the second in New York.
    await studio.time.moveTo(Date.parse('2026-03-03T04:30:00Z'));
    expect(await decided()).toBe(0);
    await studio.time.moveTo(Date.parse('2026-03-03T05:30:00Z'));
    expect(await decided()).toBe(1);
  });

  test('is told to the desk at 18, and not changed', async () => {
    const { id } = await addHousehold(studio, adult);
    const grown = await addChild(studio, id, 'Leo', { dateOfBirth: '2008-03-02' });
    await addChild(studio, id, 'Mia', { dateOfBirth: '2008-03-03' });
    const { decisions } = (await studio.get(`/manage/decisions?location_id=${MAIN_SITE}`)).body;
    expect(decisions.filter(({ type }: { type: string }) => type === 'of_age')).toMatchObject([
      { title: 'Leo Reed', people: [{ clientId: grown }] },
    ]);
    expect((await studio.get(`${PATH}/${id}`)).body.members.map(({ role }: { role: string }) => role)).toEqual([
      'adult',
      'dependant',
      'dependant',
    ]);
  });
});
