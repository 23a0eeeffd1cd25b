import { beforeEach, describe, expect, test } from 'bun:test';
import { MAIN_SITE } from '../../helpers/api.ts';
import { addClient } from '../../helpers/bookings.ts';
import { type Member, type MemberStudio, openStudioForMembers } from '../../helpers/members.ts';
import { sellPackage } from '../../helpers/sales.ts';

let studio: MemberStudio;
let member: Member;
beforeEach(async () => {
  studio = await openStudioForMembers();
  member = await studio.signIn(await addClient(studio, { firstName: 'Ann', notes: 'Knee', alerts: { red: 'Nuts' } }));
});

describe('GET /public-api/v2/member/profile', () => {
  test('200 the client without notes, alerts and expansions, with the home site', async () => {
    const { status, body } = await member.get('/profile');
    const client = (await studio.get(`/v2/clients/${member.id}`)).body;
    const { notes: _notes, alerts: _alerts, ...shown } = client;
    expect(status).toBe(200);
    expect(body).toEqual({
      ...shown,
      object: 'member_profile',
      homeSite: (await studio.get(`/v2/sites/${MAIN_SITE}`)).body,
      activePackages: [],
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
    studio.db.run('update clients set owed = 1250 where id = ?', [member.id]);
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
