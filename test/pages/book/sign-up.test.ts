import { describe, expect, test } from 'bun:test';
import { HOUR_MS } from '../../../src/kernel/durations.ts';
import { forEachTest, MAIN_SITE } from '../../helpers/api.ts';
import { addClient, addSessionInUtc } from '../../helpers/bookings.ts';
import { codeIn, openForMembers } from '../../helpers/member-sign-in.ts';

const world = forEachTest(() => openForMembers());

const MATEO = 'mateo@example.com';
const EVIL = `"><img src=x onerror=alert(1)>`;
const OWN = { origin: 'http://localhost' };

const get = (path: string, headers: Record<string, string> = {}) =>
  world.studio.app.fetch(new Request(`http://localhost${path}`, { headers }));
const post = (path: string, fields: Record<string, string>, headers: Record<string, string> = OWN) =>
  world.studio.app.fetch(
    new Request(`http://localhost${path}`, { method: 'POST', headers, body: new URLSearchParams(fields) }),
  );
const membership = (settings: object) => world.studio.patch('/v2/settings', { membership: settings });

/** The second step of a new address. */
const prove = async (email = MATEO, next = '/book/plans') => {
  await post('/book/sign-up', { email });
  await world.pass();
  const response = await post('/book/sign-up/code', { email, next, code: codeIn(world.mails.at(-1)) });
  const html = await response.text();
  const fields = Object.fromEntries(
    [...html.matchAll(/type="hidden" name="(\w+)" value="([^"]*)"/g)].map(([, name = '', value = '']) => [name, value]),
  );
  return { html, fields };
};
const WAIVER = { version: '3', text: 'At my own risk.\n\nSecond paragraph.\nIts second line.' };
const CONSENT = { version: '2', text: 'We keep your bookings.' };
const NAMES = { firstName: 'Mateo', lastName: 'Silva' };
const details = (fields: Record<string, string>) => post('/book/sign-up/details', fields);
const clientsNamed = async (name: string) => (await world.studio.get(`/v2/clients?search=${name}`)).body.data;

describe('/book/sign-up', () => {
  test('303 to where it leads, signed in, with what was signed; news are never ticked beforehand', async () => {
    await membership({ waiver: WAIVER, consent: CONSENT });
    const id = await addSessionInUtc(world.studio, HOUR_MS, { name: 'Strength Basics' });
    const { html, fields } = await prove(MATEO, `/book/class/${id}`);
    expect(html).toContain('<p>At my own risk.</p><p>Second paragraph.<br>Its second line.</p>');
    expect(html).toContain('Continue to Strength Basics');
    expect(html).not.toContain(' checked');
    const [, print = ''] = /href="([^"]*)" target="_blank">Print waiver</.exec(html) ?? [];
    const waiver = await (await get(print)).text();
    expect(waiver).toContain('<p>At my own risk.</p><p>Second paragraph.<br>Its second line.</p>');
    expect(waiver).toContain('data-print=""');
    const response = await details({ ...fields, ...NAMES, waiver: '1', consent: '1' });
    expect([response.status, response.headers.get('location')]).toEqual([
      303,
      `/book/sign-in/kept?next=%2Fbook%2Fclass%2F${id}`,
    ]);
    const cookie = response.headers.get('set-cookie')?.split(';')[0] ?? '';
    expect(await (await get('/book', { cookie })).text()).toContain('Account, Mateo Silva');
    const [client] = await clientsNamed('Silva');
    expect(client).toMatchObject({ email: MATEO, status: 'lead', marketingConsent: { email: false } });
    expect(client.waiver).toMatchObject({ status: 'signed', version: '3' });
  });

  test('news are sent to who has ticked them', async () => {
    const { fields } = await prove();
    expect((await details({ ...fields, ...NAMES, news: '1' })).status).toBe(303);
    expect((await clientsNamed('Silva'))[0].marketingConsent.email).toBe(true);
  });

  test('422 with everything that is missing, and what was typed stays', async () => {
    await membership({ waiver: WAIVER, askBirthDate: true });
    const { fields } = await prove();
    const html = await (await details({ ...fields, firstName: 'Mateo' })).text();
    expect(html).toContain('value="Mateo"');
    expect(html).toContain('Something is missing.');
    const all = { ...fields, ...NAMES, waiver: '1' };
    expect(await (await details(all)).text()).toContain('Enter a complete date.');
    const child = { ...all, dateOfBirth: '2015-04-01' };
    expect(await (await details(child)).text()).toContain('Anyone under 18 needs a parent or guardian to sign.');
    expect((await details({ ...child, guardianName: 'Rosa Silva' })).status).toBe(303);
  });

  test('422 when the texts have changed since, or are those of another site: they are read before they are agreed to', async () => {
    await membership({ waiver: WAIVER });
    const { fields } = await prove();
    await membership({ waiver: { version: '4', text: 'Another text.' } });
    const html = await (await details({ ...fields, ...NAMES, waiver: '1' })).text();
    expect(html).toContain('Another text.');
    expect(html).not.toContain(' checked');
    const { body: site } = await world.studio.post('/v2/sites', { name: 'Uptown' });
    await world.studio.patch(`/v2/settings?siteId=${site.id}`, {
      membership: { waiver: { version: '4', text: 'The text of Uptown.' } },
    });
    const other = await details({ ...fields, ...NAMES, waiver: '1', waiverVersion: '4', siteId: site.id });
    expect([other.status, await other.text()]).toEqual([422, expect.stringContaining('The text of Uptown.')]);
  });

  test('the home site is asked for where there are several', async () => {
    expect((await prove()).html).not.toContain('<select');
    await world.studio.post('/v2/sites', { name: 'Uptown' });
    expect((await prove('b@example.com')).html).toContain('>Uptown</option>');
  });

  test('approval: says so before and after, and signs nobody in', async () => {
    await membership({ signUp: 'approval' });
    const { html, fields } = await prove();
    expect(html).toContain('The studio reviews new sign-ups. You get an email once you are approved.');
    const response = await details({ ...fields, ...NAMES });
    expect(response.headers.get('set-cookie')).toBeNull();
    expect(await response.text()).toContain('Waiting for approval');
  });

  test('closed: no link, no mail, the same words', async () => {
    await membership({ signUp: 'closed' });
    expect(await (await get('/book/sign-in')).text()).not.toContain('/book/sign-up');
    const before = world.mails.length;
    const html = await (await post('/book/sign-up', { email: MATEO })).text();
    expect(html).toContain('If we can sign you in or sign you up with this address, we have sent a code.');
    await world.pass();
    expect(world.mails.length).toBe(before);
  });

  test('closed since: says so', async () => {
    const { fields } = await prove();
    await membership({ signUp: 'closed' });
    expect(await (await details({ ...fields, ...NAMES })).text()).toContain('Sign-up is closed');
  });

  test('nobody signs up under the address of somebody else: without a proof, with a used one, or with one for another', async () => {
    await addClient(world.studio, { email: 'ann@example.com' });
    for (const signUpToken of ['', 'x', 'mst_guessed']) {
      const response = await details({ ...NAMES, signUpToken, email: 'ann@example.com', siteId: MAIN_SITE });
      expect(response.headers.get('set-cookie')).toBeNull();
      expect(response.status).not.toBe(303);
    }
    const { fields } = await prove();
    const response = await details({ ...fields, ...NAMES, email: 'ann@example.com' });
    expect(response.status).toBe(303);
    expect((await clientsNamed('Silva')).map(({ email }: { email: string }) => email)).toEqual([MATEO]);
    expect(await (await details({ ...fields, ...NAMES })).text()).toContain('That took too long');
  });

  test('who has an account and signs up is signed in, and stays as they are', async () => {
    await addClient(world.studio, { email: MATEO, firstName: 'Old' });
    await post('/book/sign-up', { email: MATEO });
    await world.pass();
    const code = codeIn(world.mails.at(-1));
    const response = await post('/book/sign-up/code', { email: MATEO, code, next: '/book/plans' });
    expect([response.status, response.headers.get('location')]).toEqual([
      303,
      '/book/sign-in/kept?next=%2Fbook%2Fplans',
    ]);
  });

  test('403 for a form of another page, and markup is text', async () => {
    await membership({ waiver: { version: EVIL, text: EVIL }, consent: { version: EVIL, text: EVIL } });
    const { html, fields } = await prove();
    expect(html).not.toContain('<img src=x');
    const evil = await details({ ...fields, firstName: EVIL, lastName: '', dateOfBirth: EVIL, guardianName: EVIL });
    expect(await evil.text()).not.toContain('<img src=x');
    const other = await post('/book/sign-up/details', { ...fields, ...NAMES }, { origin: 'https://evil.example' });
    expect(other.status).toBe(403);
    expect(await (await get(`/book/waiver?site=${MAIN_SITE}`)).text()).not.toContain('<img src=x');
  });
});

describe('/book/waiver', () => {
  test('200 the whole text, 404 where there is none', async () => {
    expect((await get('/book/waiver')).status).toBe(404);
    await membership({ waiver: WAIVER });
    expect(await (await get(`/book/waiver?site=${MAIN_SITE}`)).text()).toContain(
      '<p>Second paragraph.<br>Its second line.</p>',
    );
    expect((await get('/book/waiver?site=x')).status).toBe(404);
  });
});
