import { beforeEach, describe, expect, test } from 'bun:test';
import { forEachTest } from '../../helpers/api.ts';
import { addClient } from '../../helpers/bookings.ts';
import { fieldsIn } from '../../helpers/member-pages.ts';
import { codeIn, openForMembers } from '../../helpers/member-sign-in.ts';
import { sellPackage, UNKNOWN } from '../../helpers/sales.ts';

const world = forEachTest(() => openForMembers());
const ANN = 'ann@example.com';
const EVIL = `"><img src=x onerror=alert(1)>`;
const ORIGIN = { origin: 'http://localhost' };
const ACCOUNT = '/book/me/account';
let [cookie, clientId] = ['', ''];

const fetchPage = (path: string, init: RequestInit = {}) =>
  world.studio.app.fetch(new Request(`http://localhost${path}`, init));
const get = (path: string, headers: Record<string, string> = { cookie }) => fetchPage(path, { headers });
const textOf = async (path: string): Promise<string> => (await get(path)).text();
const post = (
  path: string,
  fields: Record<string, string> = {},
  headers: Record<string, string> = { ...ORIGIN, cookie },
) => fetchPage(path, { method: 'POST', headers, body: new URLSearchParams({ key: crypto.randomUUID(), ...fields }) });
const signIn = async (email: string): Promise<string> => {
  await post('/book/sign-in', { email }, ORIGIN);
  await world.pass();
  const fields = { email, code: codeIn(world.mails.at(-1)) };
  const response = await post('/book/sign-in/code', fields, ORIGIN);
  return response.headers.get('set-cookie')?.split(';')[0] ?? '';
};

beforeEach(async () => {
  clientId = await addClient(world.studio, { email: ANN, firstName: 'Ann', lastName: 'Moss' });
  cookie = await signIn(ANN);
});

const PAGES = ['', '/profile', '/cards', '/receipts', '/mails', '/privacy', '/devices', '/data'].map(
  (each) => ACCOUNT + each,
);

test('strangers sign in first, and come back', async () => {
  for (const path of [...PAGES, '/book/me/passes', `/book/me/passes/${UNKNOWN}`]) {
    const response = await get(path, {});
    expect([path, response.status]).toEqual([path, 303]);
    expect(response.headers.get('location')).toBe(`/book/sign-in?${new URLSearchParams({ next: path })}`);
  }
});

test('200 each page, in each language', async () => {
  for (const path of [...PAGES, '/book/me/passes']) {
    for (const language of ['en', 'de', 'es', 'fr']) {
      const response = await get(path, { cookie, 'accept-language': language });
      expect([path, language, response.status]).toEqual([path, language, 200]);
      expect((await response.text()).replace(/\{(?:time|day)\}/g, '')).not.toMatch(/\{\w+\}|undefined|\[object/);
    }
  }
});

describe('/book/me/account/profile', () => {
  test('303 saved: contacts, language; markup stays text', async () => {
    const fields = {
      phone: '+12125550104',
      language: 'de',
      line1: EVIL,
      contactName: EVIL,
      country: 'US',
      city: 'New York',
    };
    expect((await post(`${ACCOUNT}/profile`, fields)).headers.get('location')).toBe(`${ACCOUNT}/profile?saved`);
    const { body } = await world.studio.get(`/v2/clients/${clientId}`);
    expect(body).toMatchObject({ phone: '+12125550104', preferredLocale: 'de', address: { country: 'US' } });
    const html = await textOf(`${ACCOUNT}/profile?saved`);
    expect(html).toContain('<html lang="de">');
    expect(html).toContain('Gespeichert.');
    expect(html).toContain('<option value="US" selected>Vereinigte Staaten</option>');
    expect(html).not.toContain('<img src=x');
  });

  test('409 keeps what was typed, and says which field', async () => {
    const response = await post(`${ACCOUNT}/profile`, { country: 'Narnia', city: 'Rome' });
    const html = await response.text();
    expect(html).toContain('value="Rome"');
    expect(html).toContain('aria-invalid="true"');
  });
});

test('the profile page stores what the member has changed, and leaves what the desk has corrected meanwhile', async () => {
  const { studio } = world;
  const address = { line1: '1 First St', city: 'New York', country: 'US' };
  const emergencyContact = { name: 'Bo Moss', phone: '+12125550190', relationship: 'Brother' };
  await studio.given(studio.patch(`/v2/clients/${clientId}`, { phone: '+12125550104', address, emergencyContact }));
  const fields = ['firstName', 'lastName', 'phone', 'line1', 'line2', 'postalCode', 'city', 'state', 'contactName'];
  const html = await textOf(`${ACCOUNT}/profile`);
  const shown = Object.fromEntries(
    [...fields, 'contactPhone', 'contactRelationship'].map((name) => {
      const value = html.match(new RegExp(`id="${name}" name="${name}"[^>]* value="([^"]*)"`))?.[1] ?? '';
      return [name, value];
    }),
  );
  const corrected = {
    address: { line1: '2 Second St' },
    emergencyContact: { phone: '+12125550191' },
    lastName: 'Mosse',
  };
  await studio.given(studio.patch(`/v2/clients/${clientId}`, corrected));
  const sent = { ...shown, ...fieldsIn(html), country: 'US', language: '', city: 'Boston', contactName: '' };
  expect((await post(`${ACCOUNT}/profile`, sent)).headers.get('location')).toBe(`${ACCOUNT}/profile?saved`);
  expect(studio.events()).toEqual(['client.updated']);
  const { body } = await studio.get(`/v2/clients/${clientId}`);
  expect(body).toMatchObject({
    lastName: 'Mosse',
    phone: '+12125550104',
    address: { line1: '2 Second St', city: 'Boston', country: 'US' },
    emergencyContact: { name: null, phone: '+12125550191', relationship: 'Brother' },
  });
});

describe('countries', () => {
  test.each([
    ['en', ['Afghanistan', 'Åland Islands'], 'Germany'],
    ['de', ['Afghanistan', 'Ägypten'], 'Deutschland'],
    ['es', ['Afganistán', 'Albania'], 'Alemania'],
    ['fr', ['Afghanistan', 'Afrique du Sud'], 'Allemagne'],
  ])('are chosen by name, each once: %s', async (language, first, germany) => {
    await world.studio.given(world.studio.patch(`/v2/clients/${clientId}`, { preferredLocale: language }));
    const html = await textOf(`${ACCOUNT}/profile`);
    const list = /<select[^>]* id="country".*?<\/select>/s.exec(html)?.[0] ?? '';
    const names = [...list.matchAll(/<option value="[A-Z]{2}"[^>]*>([^<]+)</g)].map(([, name]) => name);
    expect([names.length, new Set(names).size, names.slice(0, 2)]).toEqual([249, 249, first]);
    expect(list).toContain(`<option value="DE">${germany}</option>`);
  });
});

describe('/book/me/account/mails', () => {
  test('what is off is off; what is locked stays on, whatever is sent', async () => {
    await post(`${ACCOUNT}/mails`, { all: '1', reminders: '1', reminder: '60', quietFrom: '22:00', quietTo: '07:00' });
    const html = await textOf(`${ACCOUNT}/mails`);
    expect(html).toMatch(/id="reminders" name="reminders" value="1" checked/);
    expect(html).not.toMatch(/id="marketing" name="marketing" value="1" checked/);
    expect(html).toMatch(/id="payments" name="payments" value="1" checked disabled/);
    expect(html).toContain('value="22:00"');
  });
});

describe('/book/me/account/privacy', () => {
  test('the name on boards, and agreements as signed', async () => {
    await world.studio.patch('/v2/settings', { membership: { waiver: { version: '3', text: EVIL } } });
    expect(await textOf(`${ACCOUNT}/privacy`)).toContain('You have not agreed to this yet.');
    await post(`${ACCOUNT}/privacy`, { visibility: 'hidden' });
    await post(`${ACCOUNT}/privacy/waiver`, { version: '3', agrees: '1' });
    const html = await textOf(`${ACCOUNT}/privacy`);
    expect(html).toMatch(/value="hidden" checked/);
    expect(html).toContain('Version 3, agreed to by Ann Moss');
    expect(html).not.toContain('<img src=x');
  });

  test('an old text is refused, and nothing is signed without a tick', async () => {
    await world.studio.patch('/v2/settings', { membership: { waiver: { version: '3', text: 'Text' } } });
    expect((await post(`${ACCOUNT}/privacy/waiver`, { version: '2', agrees: '1' })).status).toBe(409);
    await post(`${ACCOUNT}/privacy/waiver`, { version: '3' });
    expect(await textOf(`${ACCOUNT}/privacy`)).toContain('You have not agreed to this yet.');
  });
});

describe('a text that came after the member', () => {
  const SIGN = 'Read and sign the waiver before your next class';
  const AGREE = 'Review and accept how the studio uses your data';
  const settings = (membership: object) => world.studio.patch('/v2/settings', { membership });

  test('is said with the own classes and in the account, until it is signed; a new version once more', async () => {
    expect(await textOf('/book/me')).not.toContain('data-agreement');
    await settings({ waiver: { version: '1', text: 'Text' }, consent: { version: '1', text: 'Data' } });
    expect(await textOf('/book/me')).toContain(SIGN);
    expect(await textOf(ACCOUNT)).toContain('You have not agreed to this yet.');
    await post(`${ACCOUNT}/privacy/waiver`, { version: '1', agrees: '1' });
    expect(await textOf('/book/me')).toContain(AGREE);
    await post(`${ACCOUNT}/privacy/consent`, { version: '1', agrees: '1' });
    expect(await textOf('/book/me')).not.toContain('data-agreement');
    expect(await textOf(ACCOUNT)).not.toContain('You have not agreed to this yet.');
    await settings({ waiver: { version: '2', text: 'Text' } });
    expect(await textOf('/book/me')).toContain(SIGN);
  });

  test('is not asked for where the studio has it on paper', async () => {
    await settings({ waiver: { version: '1', text: 'Text' } });
    await world.studio.patch(`/v2/clients/${clientId}`, { waiver: { status: 'signed', version: '1' } });
    expect(await textOf('/book/me')).not.toContain('data-agreement');
    await world.studio.patch(`/v2/clients/${clientId}`, { waiver: { status: 'signed', version: '0' } });
    expect(await textOf('/book/me')).toContain(SIGN);
  });
});

describe('the waiver of a minor', () => {
  const waiver = `${ACCOUNT}/privacy/waiver`;
  const GUARDIAN = /<input class="input" id="guardianName"[^>]* required/;
  const born = async (dateOfBirth: string) => {
    await world.studio.patch(`/v2/clients/${clientId}`, { dateOfBirth });
    await world.studio.patch('/v2/settings', { membership: { waiver: { version: '4', text: 'Text' } } });
  };

  test('a guardian signs: the page asks for the name, and says what is missing', async () => {
    await born('2010-05-01');
    expect(await textOf(`${ACCOUNT}/privacy`)).toMatch(GUARDIAN);
    const refused = await post(waiver, { version: '4', agrees: '1', guardianName: ' ' });
    expect(refused.status).toBe(409);
    expect(await refused.text()).toContain('Anyone under 18 needs a parent or guardian to sign. Enter their name.');
    const signed = await post(waiver, { version: '4', agrees: '1', guardianName: 'Maria Moss' });
    expect(signed.status).toBe(303);
    expect(await textOf(`${ACCOUNT}/privacy`)).toContain('Signed by Maria Moss as guardian.');
  });

  test('what was typed stays where the text has changed meanwhile', async () => {
    await born('2010-05-01');
    const refused = await post(waiver, { version: '3', agrees: '1', guardianName: EVIL });
    expect(refused.status).toBe(409);
    const html = await refused.text();
    expect(html).toContain('value="&quot;&gt;&lt;img src=x onerror=alert(1)&gt;"');
    expect(html).not.toContain('<img src=x');
  });

  test('who is 18 or older signs alone, and so does who has told no date of birth', async () => {
    await born('2008-03-02');
    expect(await textOf(`${ACCOUNT}/privacy`)).not.toContain('guardianName');
    expect((await post(waiver, { version: '4', agrees: '1' })).status).toBe(303);
  });
});

describe('/book/me/account/devices', () => {
  test('a device that is ended is signed out', async () => {
    const other = await signIn(ANN);
    const id = /devices\/([0-9a-f-]{36})\/end/.exec(await textOf(`${ACCOUNT}/devices`))?.[1];
    expect((await post(`${ACCOUNT}/devices/${id}/end`)).status).toBe(303);
    expect((await get(ACCOUNT, { cookie: other })).status).toBe(303);
    expect((await get(ACCOUNT)).status).toBe(200);
  });
});

describe('/book/me/account/data', () => {
  test('everything is a file, which the browser of the member gets', async () => {
    const path = /href="([^"]*my-data.json)"/.exec(await textOf(`${ACCOUNT}/data`))?.[1] ?? '';
    const response = await get(path);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-disposition')).toContain('attachment');
    expect(await response.text()).toContain(ANN);
    expect((await get(path, {})).status).toBe(303);
  });

  test('deleting is asked for, said, and taken back', async () => {
    await post(`${ACCOUNT}/data/delete`);
    expect(await textOf(`${ACCOUNT}/data`)).toContain('The studio has not answered yet.');
    await post(`${ACCOUNT}/data/keep`);
    expect(await textOf(`${ACCOUNT}/data`)).toContain('data/delete');
  });
});

describe('what belongs to another member', () => {
  test('404 for each id in each path', async () => {
    const bob = await addClient(world.studio, { email: 'bob@example.com' });
    const { id: pass } = await sellPackage(world.studio, bob);
    const other = await signIn('bob@example.com');
    const devices = await (await get(`${ACCOUNT}/devices`, { cookie: other })).text();
    expect(devices).toContain('devices');
    const { body } = await world.studio.get('/v2/payments');
    const payment = body.data[0]?.id ?? UNKNOWN;
    const [deviceOfBob] = world.studio.store
      .view()
      .db.query<{ id: string }, [string]>('select "id" from "memberDevices" where "clientId" = ?')
      .all(bob);
    for (const path of [`/book/me/passes/${pass}`, `/book/me/passes/${pass}/end`, `${ACCOUNT}/receipts/${payment}`]) {
      expect([path, (await get(path)).status]).toEqual([path, 404]);
    }
    const actions = ['end', 'keep', 'go-on'].map((act) => `/book/me/passes/${pass}/${act}`);
    const others = [`${ACCOUNT}/devices/${deviceOfBob?.id}/end`, `${ACCOUNT}/devices/passkeys/${UNKNOWN}/remove`];
    for (const path of [
      ...actions,
      ...others,
      `${ACCOUNT}/cards/${UNKNOWN}/remove`,
      `${ACCOUNT}/cards/${UNKNOWN}/default`,
    ]) {
      expect([path, (await post(path)).status]).toEqual([path, 404]);
    }
    const pause = { from: '2026-03-10', to: '2026-03-20', sure: '1' };
    expect((await post(`/book/me/passes/${pass}/pause`, pause)).status).toBe(404);
    expect((await get(ACCOUNT, { cookie: other })).status).toBe(200);
  });

  test('403 for every form of another page', async () => {
    const headers = { origin: 'https://evil.example', cookie };
    for (const path of ['profile', 'mails', 'privacy', 'data/delete', 'privacy/waiver', `cards/${UNKNOWN}/remove`]) {
      expect([path, (await post(`${ACCOUNT}/${path}`, {}, headers)).status]).toEqual([path, 403]);
    }
  });
});
