import { expect, test } from 'bun:test';
import { DAY_MS } from '../../../src/kernel/durations.ts';
import { HOUSEHOLD } from '../../helpers/households.ts';
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
