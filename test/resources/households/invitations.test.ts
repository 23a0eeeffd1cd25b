import { describe, expect, test } from 'bun:test';
import { DAY_MS } from '../../../src/kernel/durations.ts';
import { HOUSEHOLD, openFamily } from '../../helpers/households.ts';
import { openForMembers } from '../../helpers/member-sign-in.ts';
import { createClient } from '../../helpers/sales.ts';

test('a client is written to once a day, whatever a member withdraws and sends again', async () => {
  const { studio, mails, member, pass } = await openForMembers();
  await studio.given(studio.patch('/v2/settings', { membership: { households: 'members' } }));
  await createClient(studio, { firstName: 'Eva', email: 'eva@example.com' });
  const ann = await member('ann@example.com');
  const invite = async () => {
    const { body } = await studio.post(`${HOUSEHOLD}/invitations`, { email: 'eva@example.com' }, ann.headers);
    await pass(60_000);
    const [{ id }] = body.invited;
    await studio.delete(`${HOUSEHOLD}/invitations/${id}`, ann.headers);
  };
  for (let time = 1; time <= 3; time += 1) await invite();
  const written = () => mails.filter(({ to }) => to === 'eva@example.com').length;
  expect(written()).toBe(1);
  await studio.time.moveTo(studio.time.now() + DAY_MS);
  const again = await member('ann2@example.com');
  await studio.post(`${HOUSEHOLD}/invitations`, { email: 'eva@example.com' }, again.headers);
  await pass(60_000);
  expect(written()).toBe(2);
});

describe('what an adult has sent ends', () => {
  /** Two adults, of whom one has invited Eva and the desk somebody else. */
  const invited = async () => {
    const family = await openFamily();
    await family.given(family.patch('/v2/settings', { membership: { households: 'members' } }));
    const at = `/manage/households/${family.householdId}`;
    const second = await family.member({ firstName: 'Ana' });
    const adult = { clientId: second.clientId, role: 'adult', hasAgreed: true };
    await family.given(family.post(`${at}/members`, adult));
    await family.given(second.call('POST', `${HOUSEHOLD}/invitations`, { email: 'eva@example.com' }));
    await family.given(family.post(`${at}/invitations`, { email: 'desk@example.com' }));
    const eva = await family.member({ email: 'eva@example.com' });
    const emails = async () => (await family.get(at)).body.invitations.map(({ email }: { email: string }) => email);
    expect(await emails()).toEqual(['eva@example.com', 'desk@example.com']);
    const own = async () => (await eva.call('GET', HOUSEHOLD)).body.invitations;
    family.events();
    return { ...family, second, place: `${at}/members/${second.clientId}`, emails, own };
  };

  test('when they leave the household, and what the desk has sent stays', async () => {
    const { place, emails, own, delete: remove, events } = await invited();
    expect((await remove(place)).status).toBe(200);
    expect(events()).toEqual(['household.member_removed']);
    expect([await emails(), await own()]).toEqual([['desk@example.com'], []]);
  });

  test('when they become a dependant', async () => {
    const { place, emails, own, patch, events } = await invited();
    expect((await patch(place, { role: 'dependant', hasAgreed: true })).status).toBe(200);
    expect(events()).toEqual(['household.member_updated']);
    expect([await emails(), await own()]).toEqual([['desk@example.com'], []]);
  });

  test('and not when the client is merged: they are those of the client who stays', async () => {
    const { second, emails, own, post, member, given } = await invited();
    const { clientId } = await member();
    await given(post(`/manage/clients/${clientId}/merge`, { clientId: second.clientId }));
    expect([await emails(), (await own()).length]).toEqual([['eva@example.com', 'desk@example.com'], 1]);
  });
});
