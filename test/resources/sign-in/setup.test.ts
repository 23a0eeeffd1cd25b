import { describe, expect, test } from 'bun:test';
import { newSetupLink } from '../../../src/auth/staff/setup-link.ts';
import { MINUTE_MS } from '../../../src/kernel/durations.ts';
import { systemRandom } from '../../../src/kernel/random.ts';
import { entriesOf } from '../../api/audit-entries.ts';
import { forEachTest, MAIN_SITE, openStudio, TEST_START } from '../../helpers/api.ts';
import { cookieOf, FROM_PAGE, signIn, withCookie } from '../../helpers/people.ts';

const { token, link } = newSetupLink(systemRandom(), TEST_START);
const studio = forEachTest(() => openStudio({ setup: link, environment: 'production' }));

const PASSWORD = 'three green bicycles';
const owner = { firstName: 'Olivia', lastName: 'Grant', email: 'olivia@example.com', password: PASSWORD };
const setUp = (more: object = {}, headers: Record<string, string> = {}) =>
  studio.post('/manage/setup', { token, owner, ...more }, { ...FROM_PAGE, ...headers });
const read = async () => (await studio.get('/manage/setup', FROM_PAGE)).body;

describe('GET /manage/setup', () => {
  test('200 before there is an owner, while the link works and after that', async () => {
    const { status, body } = await studio.get('/manage/setup', { 'x-service-api-key': '' });
    expect([status, body]).toEqual([
      200,
      {
        object: 'setup',
        isNeeded: true,
        isOpen: true,
        passkeys: true,
        mailsLinks: false,
        signsMembersIn: false,
        publicUrl: 'http://localhost',
        studio: { name: 'Test studio', locale: 'en-US', currency: 'USD', timezone: 'America/New_York' },
      },
    ]);
    await studio.time.moveTo(TEST_START + 30 * MINUTE_MS);
    expect(await read()).toMatchObject({ isNeeded: true, isOpen: false });
  });

  test('passkeys belong to a name, over https or on this machine', async () => {
    for (const [rootUrl, passkeys] of [
      ['https://studio.example', true],
      ['https://studio.example:8443', true],
      ['http://localhost:8420', true],
      ['http://127.0.0.1:8420', false],
      ['http://studio.example', false],
      ['https://192.0.2.1', false],
      ['https://[2001:db8::1]', false],
    ] as const) {
      const other = await openStudio({ rootUrl: () => rootUrl });
      expect([rootUrl, (await other.get('/manage/setup')).body.passkeys]).toEqual([rootUrl, passkeys]);
    }
  });
});

describe('POST /manage/setup', () => {
  test('200 creates the owner, changes the studio and its site, and signs in', async () => {
    const response = await setUp({
      studio: { name: 'Harbour Yoga', locale: 'pt-PT', currency: 'EUR', timezone: 'Europe/Lisbon' },
      site: { name: 'Cais', phone: '+351 21 000 0000', address: { line1: 'Rua 1', country: 'PT' } },
    });
    expect([response.status, response.body.status]).toEqual([200, 'signed_in']);
    expect(studio.events().toSorted()).toEqual([
      'settings.updated',
      'settings.updated',
      'site.updated',
      'staff.created',
    ]);
    const own = await studio.get('/manage/me', withCookie(cookieOf(response)));
    expect(own.body).toMatchObject({
      staff: { firstName: 'Olivia', role: 'owner', email: owner.email },
      studio: { name: 'Harbour Yoga', locale: 'pt-PT', currency: 'EUR', timezone: 'Europe/Lisbon' },
    });
    expect((await studio.get(`/v2/sites/${MAIN_SITE}`)).body).toMatchObject({
      name: 'Cais',
      currency: 'EUR',
      timezone: 'Europe/Lisbon',
      address: { line1: 'Rua 1', country: 'PT' },
    });
    expect(await read()).toMatchObject({ isNeeded: false, isOpen: false });
    const [entry] = await entriesOf(studio);
    expect(entry).toMatchObject({ type: 'setUp', staffId: own.body.staff.id, actor: own.body.staff.id });
    expect((await signIn(studio, owner.email, PASSWORD)).status).toBe(200);
  });

  test('200 with the owner alone leaves the studio as it is', async () => {
    expect((await setUp()).status).toBe(200);
    expect(studio.events()).toEqual(['staff.created']);
  });

  test('200 makes somebody who is known by this email the owner', async () => {
    const { id } = await studio.given(
      studio.post('/v2/staff', { firstName: 'O', lastName: 'G', email: owner.email, role: 'instructor' }),
    );
    const response = await setUp();
    const own = await studio.get('/manage/me', withCookie(cookieOf(response)));
    expect(own.body.staff).toMatchObject({ id, role: 'owner', firstName: 'Olivia' });
    expect(studio.events()).toEqual(['staff.updated', 'instructor.updated']);
  });

  test('409 setup_done once there is an owner, and 403 link_invalid for another token or too late', async () => {
    for (const wrong of ['x', token.slice(1), `${token.slice(1)}A`]) {
      const { status, body } = await setUp({ token: wrong });
      expect([status, body.error.code]).toEqual([403, 'link_invalid']);
    }
    await studio.time.moveTo(TEST_START + 30 * MINUTE_MS);
    expect((await setUp()).status).toBe(403);
    await studio.given(studio.post('/v2/staff', { ...owner, password: undefined, role: 'owner' }));
    const { status, body } = await setUp();
    expect([status, body.error.code]).toEqual([409, 'setup_done']);
    expect(studio.events()).toEqual([]);
  });

  test('403 link_invalid where no link was printed', async () => {
    const other = await openStudio();
    const { status, body } = await other.post('/manage/setup', { token, owner }, FROM_PAGE);
    expect([status, body.error.code]).toEqual([403, 'link_invalid']);
  });

  test('403 cross_origin from another page', async () => {
    expect((await setUp({}, { origin: 'https://evil.example' })).body.error.code).toBe('cross_origin');
  });

  test.each([
    ['too short', 'eleven char', 'at least 12'],
    ['common', 'PassWord1234', 'Many people'],
    ['a repetition', 'abababababababab', 'different characters'],
    ['the email', 'Olivia@Example.com', 'your name or your email'],
    ['the name', 'olivia grant 12', 'your name or your email'],
  ])('400 password_weak for one that is %s', async (_, password, says) => {
    const { status, body } = await setUp({ owner: { ...owner, password } });
    expect([status, body.error.code, body.error.param]).toEqual([400, 'password_weak', 'owner.password']);
    expect(body.error.message).toContain(says);
    expect(await read()).toMatchObject({ isNeeded: true });
  });
});
