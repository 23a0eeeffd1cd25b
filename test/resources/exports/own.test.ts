import { beforeEach, describe, expect, test } from 'bun:test';
import { forEachTest } from '../../helpers/api.ts';
import { addBooking, addSession } from '../../helpers/bookings.ts';
import { type Member, openCardStudio } from '../../helpers/cards.ts';
import { sellPackage } from '../../helpers/sales.ts';

const EXPORT = '/public-api/v2/member/export';

const studio = forEachTest(openCardStudio);
let member: Member;
beforeEach(async () => {
  await studio.patch('/v2/settings', { brand: { memberTier: 'pro' } });
  member = await studio.member({ firstName: 'Zoë', notes: 'Knee', alerts: { red: 'Pays late' } });
  await studio.given(member.call('GET', '/public-api/v2/member/profile'));
});

describe('GET /public-api/v2/member/export', () => {
  test('200 a file with what the member has, as the operations for members show it', async () => {
    const { id, payment } = await sellPackage(studio, member.clientId);
    const sessionId = await addSession(studio, { name: 'Morning Flow' });
    const bookingId = await addBooking(studio, member.clientId, sessionId);
    const card = (await studio.save(member)).id;
    await studio.given(studio.post('/v2/checkins', { clientId: member.clientId, locationId: await site() }));
    const { status, body, headers } = await member.call('GET', EXPORT);
    expect([status, headers.get('content-disposition')]).toEqual([200, 'attachment; filename="my-data.json"']);
    expect(body).toMatchObject({
      object: 'member_export',
      clientId: member.clientId,
      asOf: '2026-03-02T08:00:00.000Z',
      profile: { firstName: 'Zoë', object: 'member_profile' },
      waiver: { object: 'member_waiver' },
      erasure: { status: 'none' },
      household: { household: null },
      packages: [{ id, ledger: [{ reason: 'booking', session: { name: 'Morning Flow' } }, { reason: 'purchase' }] }],
      bookings: [{ id: bookingId, session: { id: sessionId, name: 'Morning Flow' } }],
      checkins: [{ clientId: member.clientId }],
      payments: [{ id: payment.id, amount: 18_000 }],
      paymentMethods: [{ id: card }],
      challenges: [],
    });
    expect(JSON.stringify(body)).not.toMatch(/Knee|Pays late|metadata|externalId|staffId/);
    expect(studio.events()).toEqual([]);
  });

  test('200 all pages of a long list, and nothing of another member', async () => {
    const other = await studio.member({ firstName: 'Secretive' });
    await sellPackage(studio, other.clientId);
    for (let made = 0; made < 3; made += 1) await sellPackage(studio, member.clientId);
    const { id } = await sellPackage(studio, member.clientId, { creditsTotal: 100 });
    for (let change = 0; change < 120; change += 1) {
      await studio.given(studio.post(`/manage/packages/${id}/adjust`, { delta: 1 }));
    }
    const { body } = await member.call('GET', EXPORT);
    expect([body.packages.length, body.packages[0].ledger.length]).toEqual([4, 121]);
    expect(JSON.stringify(body)).not.toContain(other.clientId);
  });

  test('401 without a member, and 403 once the client is archived', async () => {
    expect((await studio.send('GET', EXPORT, undefined, { 'x-service-api-key': '' })).status).toBe(401);
    await studio.given(studio.delete(`/v2/clients/${member.clientId}`));
    expect((await member.call('GET', EXPORT)).status).toBe(403);
  });
});

const site = async (): Promise<string> => (await studio.get('/v2/sites')).body.data[0].id;
