import { describe, expect, test } from 'bun:test';
import { withoutIntegrationFields } from '../../../src/records/member-fields.ts';
import { forEachTest, MAIN_SITE } from '../../helpers/api.ts';
import { addClient } from '../../helpers/bookings.ts';
import { problemsOf } from '../../helpers/errors.ts';
import { openStudioForMembers } from '../../helpers/members.ts';
import { sellPackage } from '../../helpers/sales.ts';

const studio = forEachTest(openStudioForMembers);
const member = forEachTest(async () =>
  studio.signIn(await addClient(studio, { firstName: 'Ann', notes: 'Knee', alerts: { red: 'Nuts' } })),
);

describe('GET /public-api/v2/member/profile', () => {
  test('200 the client without notes, alerts and expansions, with the home site', async () => {
    const { status, body } = await member.get('/profile');
    const client = (await studio.get(`/v2/clients/${member.id}`)).body;
    const { notes: _notes, alerts: _alerts, ...shown } = client;
    expect(status).toBe(200);
    expect(body).toEqual({
      ...withoutIntegrationFields(shown),
      object: 'member_profile',
      homeSite: withoutIntegrationFields((await studio.get(`/v2/sites/${MAIN_SITE}`)).body),
      activePackages: [],
      unitPreferences: {
        object: 'unit_preferences',
        system: 'imperial',
        weight: null,
        distance: null,
        length: null,
        energy: null,
        updatedAt: null,
      },
      outstandingBalance: { amount: 0, currency: 'USD' },
    });
    expect(studio.events()).toEqual([]);
  });

  test('200 with active packages only, without their metadata', async () => {
    const { id } = await sellPackage(studio, member.id, {}, { metadata: { crm: '7' } });
    const cancelled = await sellPackage(studio, member.id);
    await studio.post(`/v2/packages/${cancelled.id}/cancel`);
    const { activePackages } = (await member.get('/profile')).body;
    expect(activePackages).toHaveLength(1);
    expect(activePackages[0]).toMatchObject({ id, object: 'package', creditsRemaining: 10 });
    expect(activePackages[0]).not.toHaveProperty('metadata');
  });

  test('200 with what the member owes', async () => {
    studio.db.run(`update clients set accountBalances = '[{"amount":-1250,"currency":"USD"}]' where id = ?`, [
      member.id,
    ]);
    expect((await member.get('/profile')).body).toMatchObject({
      accountBalance: { amount: -1250, currency: 'USD' },
      isInArrears: true,
      outstandingBalance: { amount: 1250, currency: 'USD' },
    });
  });

  test('401 without a credential', async () => {
    expect((await member.send('GET', '/profile', undefined, { authorization: '' })).status).toBe(401);
  });
});

describe('PATCH /public-api/v2/member/profile', () => {
  const patch = (body: object, headers: Record<string, string> = {}) => member.send('PATCH', '/profile', body, headers);

  test('200 merges the own contacts, with the event of a changed client', async () => {
    await patch({ address: { line1: '1 Main St', city: 'Boston', country: 'US' }, emergencyContact: { name: 'Bo' } });
    studio.events();
    const fields = { phone: '+1 212 555 0104', photoUrl: 'https://img.example/ann.jpg', preferredLocale: 'en-GB' };
    const { status, body } = await patch({ ...fields, address: { city: 'Salem' }, emergencyContact: null });
    expect([status, body.object]).toEqual([200, 'member_profile']);
    expect(body).toMatchObject({ ...fields, emergencyContact: null });
    expect(body.address).toMatchObject({ line1: '1 Main St', city: 'Salem', country: 'US' });
    expect(body).toEqual((await member.get('/profile')).body);
    const [event, ...others] = studio.eventsInFull();
    expect([event?.type, others]).toEqual(['client.updated', []]);
    expect(event?.data).toMatchObject({
      clientId: member.id,
      changes: { phone: fields.phone, emergencyContact: null },
    });
  });

  test('200 a consent has its time and its source; an empty body changes nothing', async () => {
    await studio.patch(`/v2/clients/${member.id}`, { marketingConsent: { sms: true, source: 'paper' } });
    await studio.given(studio.time.moveTo(studio.time.now() + 1000));
    expect((await patch({ marketingConsent: { email: true } })).body.marketingConsent).toEqual({
      email: true,
      sms: true,
      push: false,
      updatedAt: '2026-03-02T08:00:01.000Z',
      source: 'member_app',
    });
    expect(studio.events()).toEqual(['client.updated']);
    expect((await patch({})).status).toBe(200);
    expect(studio.events()).toEqual([]);
  });

  test('200 the leaderboard visibility, with the event of a changed client', async () => {
    expect((await patch({ leaderboardVisibility: 'visible' })).body.leaderboardVisibility).toBe('visible');
    expect(studio.eventsInFull().map(({ type, data }) => [type, data])).toEqual([
      [
        'client.updated',
        {
          clientId: member.id,
          siteId: MAIN_SITE,
          changes: { leaderboardVisibility: 'VISIBLE' },
          previous: { leaderboardVisibility: 'INITIALS' },
        },
      ],
    ]);
  });

  test('400 for what only the studio changes', async () => {
    const fields = {
      email: 'bo@example.com',
      status: 'active',
      tags: [],
      notes: 'x',
      homeLocationId: MAIN_SITE,
    };
    const refused = await patch({ ...fields, marketingConsent: { source: 'x' } });
    const params = [...Object.keys(fields), 'marketingConsent.source'].sort();
    expect(problemsOf(refused).sort()).toEqual([400, ...params.map((param) => `${param} parameter_unknown`)]);
    expect(studio.events()).toEqual([]);
  });

  test('412 with the ETag of an earlier profile', async () => {
    const etag = (await member.get('/profile')).headers.get('etag') ?? '';
    expect((await patch({ phone: '1' }, { 'if-match': etag })).status).toBe(200);
    expect((await patch({ phone: '2' }, { 'if-match': etag })).body.error.code).toBe('record_changed');
  });

  test('401 without a credential, and without an event', async () => {
    expect((await patch({ phone: '1' }, { authorization: '' })).status).toBe(401);
    expect(studio.events()).toEqual([]);
  });
});
