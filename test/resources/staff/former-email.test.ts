import { expect, test } from 'bun:test';
import { openMailStudio } from '../../helpers/mails.ts';
import { addPerson, FROM_PAGE, signedIn } from '../../helpers/people.ts';
import { importFile } from '../imports/set-up.ts';

const opened = async () => {
  const { studio, mails } = await openMailStudio();
  const pass = () => studio.time.moveTo(studio.time.now() + 1_000);
  const written = () => mails.map(({ to, subject }) => `${to}: ${subject}`);
  return { studio, mails, pass, written };
};
const CHANGED = 'Your email at Test studio was changed';

test('the former address of a person is told, once, and not what the new one is', async () => {
  const { studio, mails, pass, written } = await opened();
  const { id } = await addPerson(studio, { email: 'ida@example.com', role: 'manager' });
  await studio.patch(`/v2/staff/${id}`, { email: 'mine@example.net', phone: '1' });
  expect(studio.events()).toEqual(['staff.updated']);
  await pass();
  expect(written()).toEqual([`ida@example.com: ${CHANGED}`]);
  expect(mails[0]?.text).toContain('This address no longer belongs to your staff account');
  expect(`${mails[0]?.text}${mails[0]?.html}`).not.toContain('mine@example.net');
  await studio.given(studio.patch(`/v2/staff/${id}`, { phone: '2' }));
  await pass();
  expect(mails.length).toBe(1);
});

test('by each other door too: as an instructor, and by an import', async () => {
  const { studio, pass, written } = await opened();
  const { id } = await addPerson(studio, { email: 'ida@example.com', role: 'instructor', externalId: 'ida' });
  await studio.given(studio.patch(`/v2/instructors/${id}`, { email: 'two@example.com' }));
  await pass();
  const rows = [{ externalId: 'ida', email: 'three@example.com' }];
  await studio.given(importFile(studio, 'staff', rows, { dryRun: true }));
  await pass();
  await studio.given(importFile(studio, 'staff', rows));
  await pass();
  expect(written()).toEqual([`ida@example.com: ${CHANGED}`, `two@example.com: ${CHANGED}`]);
});

test('who may write staff does not become somebody else by an email and a new password', async () => {
  const { studio, mails, pass } = await opened();
  const owner = await addPerson(studio, { email: 'owner@example.com' });
  const manager = await signedIn(studio, { role: 'manager' });
  const key = await studio.withKey({ scopes: ['staff:read', 'staff:write'] });
  for (const headers of [manager.headers, key]) {
    expect((await studio.patch(`/v2/staff/${owner.id}`, { email: 'mine@example.net' }, headers)).status).toBe(403);
    const person = { firstName: 'M', lastName: 'E', email: 'mine@example.net', role: 'owner' };
    expect((await studio.post('/v2/staff', person, headers)).status).toBe(403);
  }
  await studio.post('/manage/auth/password-reset', { email: 'mine@example.net' }, FROM_PAGE);
  await pass();
  expect([mails.length, studio.events()]).toEqual([0, []]);
});
