import { describe, expect, test } from 'bun:test';
import { HOUR_MS } from '../../../src/kernel/durations.ts';
import { entriesOf } from '../../api/audit-entries.ts';
import { FROM, openStudio } from '../../helpers/api.ts';
import { openMailStudio } from '../../helpers/mails.ts';
import { addPerson, cookiesOf, FROM_PAGE, PASSWORD, signIn } from '../../helpers/people.ts';

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
    expect(mails.map(({ subject }) => subject)).toEqual(['Your staff account at Test studio']);
    // The link of the owner still works.
    expect(studio.count(`staffInvitations where id = '${made.id}'`)).toBe(1);
    await studio.time.moveTo(studio.time.now() + 73 * HOUR_MS);
    await ask(mia.email);
    const toMia = mails.filter(({ to }) => to === mia.email).map(({ subject }) => subject);
    expect(toMia.filter((subject) => /account|password/i.test(subject))).toEqual(['Your staff account at Test studio']);
    expect(studio.events()).toEqual([]);
  });

  test('what strangers ask for ends no link of somebody else, and uses up no mails of a browser that is known', async () => {
    const { studio, mails, person, linkIn } = await opened();
    const { body } = await studio.post('/manage/staff/invitations', { staffId: person.id, removesSecondFactor: true });
    const known = cookiesOf(await signIn(studio, 'ida@example.com'));
    const ask = async (from: string, headers: Record<string, string> = {}) => {
      const page = { ...FROM_PAGE, [FROM]: from, ...headers };
      await studio.post('/manage/auth/password-reset', { email: 'ida@example.com' }, page);
      await studio.time.moveTo(studio.time.now() + 1000);
    };
    await ask('192.0.2.10');
    const own = linkIn(mails.at(-1)?.text);
    for (let n = 0; n < 20; n += 1) await ask(`198.51.100.${n}`);
    // The link of the manager, the one of the person, and five of strangers.
    expect(mails.length).toBe(1 + 6);
    const view = (link: string) =>
      studio.post('/manage/auth/invitation/view', { token: link.split('#')[1] }, FROM_PAGE);
    for (const link of [body.link, own]) expect((await view(link)).status).toBe(200);
    await ask('198.51.100.1', { cookie: known });
    expect(mails.length).toBe(1 + 7);
    const accepted = await studio.post(
      '/manage/auth/invitation',
      { token: own.split('#')[1], password: NEW },
      FROM_PAGE,
    );
    expect(accepted.status).toBe(200);
    expect(studio.count('staffInvitations')).toBe(0);
  });

  test('the last two links of an asker work', async () => {
    const { studio, mails, ask, linkIn } = await opened();
    for (let count = 0; count < 3; count += 1) await ask('ida@example.com');
    const statuses = [];
    for (const { text } of mails) {
      const token = linkIn(text).split('#')[1];
      statuses.push((await studio.post('/manage/auth/invitation/view', { token }, FROM_PAGE)).status);
    }
    expect(statuses).toEqual([403, 200, 200]);
  });

  test('a person gets at most three mails at once; 429 for an address that asks 20 times', async () => {
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
