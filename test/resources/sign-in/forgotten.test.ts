import { describe, expect, test } from 'bun:test';
import { HOUR_MS } from '../../../src/kernel/durations.ts';
import { entriesOf } from '../../api/audit-entries.ts';
import { openStudio } from '../../helpers/api.ts';
import { openMailStudio } from '../../helpers/mails.ts';
import { addPerson, FROM_PAGE, PASSWORD, signIn } from '../../helpers/people.ts';

const NEW = 'three green bicycles';

const opened = async () => {
  const { studio, mails } = await openMailStudio();
  const person = await addPerson(studio, { email: 'ida@example.com', role: 'manager' });
  const ask = async (email: string) => {
    const response = await studio.post('/manage/auth/password-reset', { email }, FROM_PAGE);
    await studio.time.moveTo(studio.time.now() + 1000);
    return response;
  };
  const linkIn = (text = ''): string => /http:\/\/localhost\/console\/invitation#[\w-]{43}/.exec(text)?.[0] ?? '';
  return { studio, mails, person, ask, linkIn };
};

describe('POST /manage/auth/password-reset', () => {
  test('202: the person is mailed a link, which works once', async () => {
    const { studio, mails, ask, linkIn } = await opened();
    const { status, body } = await ask('Ida@Example.com');
    expect([status, body]).toEqual([202, { object: 'password_reset_request', isRequested: true }]);
    expect(studio.events()).toEqual([]);
    expect(mails.map(({ to }) => to)).toEqual(['ida@example.com']);
    const [, token] = linkIn(mails[0]?.text).split('#');
    expect((await signIn(studio, 'ida@example.com', PASSWORD)).status).toBe(200);
    expect((await studio.post('/manage/auth/invitation', { token, password: NEW }, FROM_PAGE)).status).toBe(200);
    expect((await signIn(studio, 'ida@example.com', PASSWORD)).status).toBe(401);
    expect((await signIn(studio, 'ida@example.com', NEW)).status).toBe(200);
    expect((await studio.post('/manage/auth/invitation', { token, password: NEW }, FROM_PAGE)).status).toBe(403);
    expect((await entriesOf(studio)).map(({ type }) => type)).toContain('requestPasswordReset');
  });

  test('the database has the link only sealed, and not at all once it is sent', async () => {
    const { studio, ask } = await opened();
    await studio.post('/manage/auth/password-reset', { email: 'ida@example.com' }, FROM_PAGE);
    const data = () => studio.db.query('select data from messages').all();
    expect(JSON.stringify(data())).not.toContain('invitation#');
    await ask('nobody@example.com');
    expect(data()).toEqual([{ data: '{}' }]);
  });

  test('202 and no mail for an email that nobody has, and for a person who is not active', async () => {
    const { studio, mails, person, ask } = await opened();
    expect((await ask('nobody@example.com')).status).toBe(202);
    await studio.given(studio.patch(`/v2/staff/${person.id}`, { status: 'suspended' }));
    expect((await ask('ida@example.com')).status).toBe(202);
    expect(mails).toEqual([]);
  });

  test('202 and no mail for a person who was never invited, or whose invitation is open or has expired', async () => {
    const { studio, mails, ask } = await opened();
    const mia = { firstName: 'Mia', lastName: 'Stone', email: 'mia@example.com', role: 'manager' };
    const { id } = await studio.given(studio.post('/v2/staff', mia));
    const { status, body } = await ask(mia.email);
    expect([status, body]).toEqual([202, { object: 'password_reset_request', isRequested: true }]);
    expect([mails.length, studio.count('staffInvitations')]).toEqual([0, 0]);
    const made = await studio.given(studio.post('/manage/staff/invitations', { staffId: id }));
    await ask(mia.email);
    expect(mails.map(({ subject }) => subject)).toEqual(['Your account at Test studio']);
    // The link of the owner still works.
    expect(studio.count(`staffInvitations where id = '${made.id}'`)).toBe(1);
    await studio.time.moveTo(studio.time.now() + 73 * HOUR_MS);
    await ask(mia.email);
    const toMia = mails.filter(({ to }) => to === mia.email).map(({ subject }) => subject);
    expect(toMia.filter((subject) => /account|password/i.test(subject))).toEqual(['Your account at Test studio']);
    expect(studio.events()).toEqual([]);
  });

  test('a person gets at most three mails an hour; 429 for an address that asks 20 times', async () => {
    const { mails, ask } = await opened();
    for (let count = 0; count < 20; count += 1) expect((await ask('ida@example.com')).status).toBe(202);
    expect(mails.length).toBe(3);
    const { status, body } = await ask('ida@example.com');
    expect([status, body.error.code]).toEqual([429, 'rate_limited']);
  });

  test('403 from another page, 409 where no mail server is set up', async () => {
    const { studio } = await opened();
    const other = { ...FROM_PAGE, origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' };
    expect((await studio.post('/manage/auth/password-reset', { email: 'a@example.com' }, other)).status).toBe(403);
    const without = await openStudio();
    const { status, body } = await without.post('/manage/auth/password-reset', { email: 'a@example.com' }, FROM_PAGE);
    expect([status, body.error.code]).toEqual([409, 'mail_not_set_up']);
  });
});

test('an invitation is mailed where a mail server is set up, and its link is shown besides', async () => {
  const { studio, mails, linkIn } = await opened();
  const person = { firstName: 'Mia', lastName: 'Stone', email: 'mia@example.com', role: 'front_desk' };
  const { body } = await studio.post('/manage/staff/invitations', { person });
  expect(body.isMailed).toBe(true);
  await studio.time.moveTo(studio.time.now() + 1000);
  expect(mails.map(({ to, text }) => [to, linkIn(text)])).toEqual([['mia@example.com', body.link]]);
  const { body: other } = await (await openStudio()).post('/manage/staff/invitations', { person });
  expect(other.isMailed).toBe(false);
});
