import { beforeEach, describe, expect, test } from 'bun:test';
import { DAY_MS } from '../../../../src/kernel/durations.ts';
import { forEachTest } from '../../../helpers/api.ts';
import { addBooking, addSession } from '../../../helpers/bookings.ts';
import { type Member, openCardStudio } from '../../../helpers/cards.ts';
import { errorOf } from '../../../helpers/errors.ts';
import { sellPackage, UNKNOWN } from '../../../helpers/sales.ts';
import { tried } from '../../../helpers/unchanged.ts';

const PACKAGES = '/public-api/v2/member/packages';

const studio = forEachTest(openCardStudio);
let member: Member;
beforeEach(async () => {
  await studio.patch('/v2/settings', { brand: { memberTier: 'pro' } });
  member = await studio.member();
  await studio.given(member.call('GET', PACKAGES));
});

const get = (path = '') => member.call('GET', `${PACKAGES}${path}`);
const post = (id: string, verb: string, body?: object) => member.call('POST', `${PACKAGES}/${id}/${verb}`, body);
const reasonOf = ({ status, body }: Awaited<ReturnType<typeof get>>) => [
  status,
  body.error.code,
  body.error.details?.[0]?.code,
];

describe('GET member/packages', () => {
  test('200 the newest first, by status, a page at a time', async () => {
    const first = await sellPackage(studio, member.clientId);
    const second = await sellPackage(studio, member.clientId, { creditsTotal: 1, name: 'One' });
    const booking = { clientId: member.clientId, sessionId: await addSession(studio), packageId: second.id };
    await studio.given(studio.post('/v2/bookings', booking));
    const { body } = await get();
    expect(body.data.map(({ id }: { id: string }) => id)).toEqual([second.id, first.id]);
    expect(JSON.stringify(body)).not.toMatch(/metadata|externalId/);
    expect(body.data[1]).toMatchObject({ memberMayFreeze: false, noticeDays: 0, minimumTermMonths: null, end: null });
    const idsOf = async (query: string) => (await get(query)).body.data.map(({ id }: { id: string }) => id);
    expect(await idsOf('?status=depleted')).toEqual([second.id]);
    expect(await idsOf('?status=active')).toEqual([first.id]);
    expect(await idsOf('?status=expired')).toEqual([]);
    const page = (await get('?limit=1')).body;
    expect([page.hasMore, await idsOf(`?limit=1&starting_after=${page.nextCursor}`)]).toEqual([true, [first.id]]);
  });

  test('200 what is past its end is expired, before the job says so', async () => {
    const { id } = await sellPackage(studio, member.clientId, { validityDays: 1 });
    await studio.time.moveTo(studio.time.now() + 3 * DAY_MS);
    expect((await get('?status=expired')).body.data[0]).toMatchObject({ id, status: 'expired' });
    expect((await get('?status=active')).body.data).toEqual([]);
  });

  test('404 and 400: the packages of another member are as if they did not exist', async () => {
    const other = await studio.member();
    const { id } = await sellPackage(studio, other.clientId, { memberMayFreeze: true });
    for (const path of [`/${id}`, `/${id}/ledger`, `/${UNKNOWN}`]) {
      expect(errorOf(await get(path))).toEqual([404, 'resource_not_found']);
    }
    for (const verb of ['freeze', 'unfreeze', 'end']) {
      expect(errorOf(await post(id, verb))).toEqual([404, 'resource_not_found']);
    }
    expect((await member.call('DELETE', `${PACKAGES}/${id}/end`)).status).toBe(404);
    expect(errorOf(await get(`?starting_after=${id}`))).toEqual([400, 'cursor_invalid']);
    expect(studio.events()).toEqual([]);
  });
});

describe('GET member/packages/{id}/ledger', () => {
  test('200 each change with its class, without what is for staff', async () => {
    const { id } = await sellPackage(studio, member.clientId);
    const sessionId = await addSession(studio, { name: 'Morning Flow' });
    const bookingId = await addBooking(studio, member.clientId, sessionId);
    await studio.given(studio.post(`/manage/packages/${id}/adjust`, { delta: 2, reason: 'Sorry about Tuesday' }));
    const { body } = await get(`/${id}/ledger`);
    expect(body.data).toMatchObject([
      { object: 'ledger_entry', delta: 2, balance: 11, reason: 'adjustment', session: null },
      { delta: -1, balance: 9, reason: 'booking', bookingId, session: { id: sessionId, name: 'Morning Flow' } },
      { delta: 10, balance: 10, reason: 'purchase', bookingId: null, session: null },
    ]);
    expect(Object.keys(body.data[1].session).toSorted()).toEqual(['id', 'name', 'siteId', 'startTime', 'timezone']);
    expect(JSON.stringify(body)).not.toMatch(/Tuesday|staffId|note/);
    const page = (await get(`/${id}/ledger?limit=2`)).body;
    const rest = (await get(`/${id}/ledger?limit=2&starting_after=${page.nextCursor}`)).body;
    expect([page.data.length, page.hasMore, rest.data.length, rest.hasMore]).toEqual([2, true, 1, false]);
  });

  test('200 empty for an unlimited one; 400 with a cursor of another package', async () => {
    const pack = await sellPackage(studio, member.clientId);
    const entry = (await get(`/${pack.id}/ledger`)).body.data[0];
    const { id } = await sellPackage(studio, member.clientId, { type: 'unlimited', creditsTotal: null });
    expect((await get(`/${id}/ledger`)).body.data).toEqual([]);
    expect(errorOf(await get(`/${id}/ledger?starting_after=${entry.id}`))).toEqual([400, 'cursor_invalid']);
  });
});

describe('freezing by the member', () => {
  const endsAt = '2026-03-12T08:00:00.000Z';

  test('200 freezes and goes on, and says both before', async () => {
    const { id } = await sellPackage(studio, member.clientId, { memberMayFreeze: true });
    expect(await tried(studio, () => post(id, 'freeze?dry_run=true', { endsAt }))).toEqual({
      object: 'member_package_freeze_preview',
      packageId: id,
      startsAt: '2026-03-02T08:00:00.000Z',
      endsAt,
      daysUsed: 10,
      daysAllowed: 60,
      expiresAt: '2026-06-11T03:59:59.999Z',
      cancelledBookings: 0,
    });
    const frozen = await post(id, 'freeze', { endsAt, reason: 'Away' });
    expect(frozen.body).toMatchObject({ isFrozen: true, freeze: { endsAt }, expiresAt: '2026-06-11T03:59:59.999Z' });
    expect(studio.events()).toEqual(['package.frozen']);
    expect(reasonOf(await post(id, 'freeze'))).toEqual([409, 'freeze_not_allowed', 'frozen']);
    expect(await tried(studio, () => post(id, 'unfreeze?dry_run=true'))).toMatchObject({
      startsAt: null,
      endsAt: null,
      expiresAt: '2026-06-01T03:59:59.999Z',
    });
    const going = await post(id, 'unfreeze');
    expect(going.body).toMatchObject({ isFrozen: false, freeze: null, expiresAt: '2026-06-01T03:59:59.999Z' });
    expect(studio.events()).toEqual(['package.unfrozen']);
    expect(reasonOf(await post(id, 'unfreeze'))).toEqual([409, 'freeze_not_allowed', 'not_frozen']);
  });

  test('200 says how many bookings it cancels, changes nothing before, and cancels them', async () => {
    const { id } = await sellPackage(studio, member.clientId, { memberMayFreeze: true });
    const bookingId = await addBooking(studio, member.clientId, await addSession(studio));
    const cancelledBy = async (body: object) =>
      (await tried(studio, () => post(id, 'freeze?dry_run=true', body))).cancelledBookings;
    expect([await cancelledBy({ endsAt }), await cancelledBy({ endsAt, keepBookings: true })]).toEqual([1, 0]);
    const { body } = await post(id, 'freeze', { endsAt });
    expect(body).toMatchObject({ isFrozen: true, creditsRemaining: 10, cancelledBookings: 1 });
    expect((await studio.get(`/v2/bookings/${bookingId}`)).body).toMatchObject({ status: 'cancelled' });
    expect(studio.events()).toEqual(['package.frozen', 'package.credits_changed', 'booking.cancelled']);
    const unfreeze = await tried(studio, () => post(id, 'unfreeze?dry_run=true'));
    expect(unfreeze.cancelledBookings).toBe(0);
  });

  test('409 where the terms or the settings do not let members, and over the days of the year', async () => {
    const { id: fixed } = await sellPackage(studio, member.clientId);
    expect(reasonOf(await post(fixed, 'freeze'))).toEqual([409, 'freeze_not_allowed', 'studio_only']);
    expect(reasonOf(await post(fixed, 'unfreeze'))).toEqual([409, 'freeze_not_allowed', 'studio_only']);
    const { id } = await sellPackage(studio, member.clientId, { memberMayFreeze: true });
    const long = await post(id, 'freeze', { endsAt: '2026-06-30T08:00:00Z' });
    expect(reasonOf(long)).toEqual([409, 'freeze_not_allowed', 'freeze_days_used_up']);
    expect((await post(id, 'freeze', { endsAt: '2026-03-01T08:00:00Z' })).status).toBe(400);
    await studio.given(studio.patch('/v2/settings', { membership: { freezeAllowed: false } }));
    expect(reasonOf(await post(id, 'freeze'))).toEqual([409, 'freeze_not_allowed', 'freeze_not_allowed']);
    await studio.given(studio.post(`/v2/packages/${id}/cancel`));
    expect(errorOf(await post(id, 'freeze'))).toEqual([409, 'package_already_cancelled']);
    expect(studio.events()).toEqual([]);
  });
});
