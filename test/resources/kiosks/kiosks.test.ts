import { beforeEach, describe, expect, test } from 'bun:test';
import { addStaffKey } from '../../api/staff-keys.ts';
import { type ApiResponse, forEachTest, inHours, MAIN_SITE, openStudio } from '../../helpers/api.ts';
import { addKiosk, PIN } from '../../helpers/kiosks.ts';
import { signedIn } from '../../helpers/people.ts';
import { UNKNOWN } from '../../helpers/sales.ts';

const studio = forEachTest(openStudio);

const codeOf = ({ status, body }: ApiResponse): unknown[] => [status, body.error?.code];

describe('a kiosk', () => {
  test('is made by a person, whose token is shown once and stored as a hash, like its PIN', async () => {
    const { id: staffId, headers } = await addStaffKey(studio, { role: 'front_desk' });
    const { status, body } = await studio.post(
      '/manage/kiosks',
      { name: 'Front door', locationId: MAIN_SITE, pin: PIN },
      headers,
    );
    expect(status).toBe(201);
    expect(body).toEqual({
      id: expect.any(String),
      object: 'kiosk',
      name: 'Front door',
      siteId: MAIN_SITE,
      createdByCredentialId: expect.any(String),
      createdByStaffId: staffId,
      lastSeenAt: null,
      revokedAt: null,
      createdAt: inHours(0),
      updatedAt: inHours(0),
      token: expect.stringMatching(/^kt_[0-9A-Za-z]{40}$/),
    });
    const { token, ...shown } = body;
    expect((await studio.get(`/manage/kiosks/${body.id}`, headers)).body).toEqual(shown);
    expect((await studio.get('/manage/kiosks', headers)).body.data).toEqual([shown]);
    const row = studio.db.query('select * from kiosks').get() as { pinHash: string };
    expect(JSON.stringify(row)).not.toContain(token);
    expect(row.pinHash).toStartWith('$argon2id$');
    const { body: log } = await studio.get('/manage/audit-log?type=createKiosk');
    expect(log.data).toMatchObject([{ staffId, recordType: 'kiosk', recordId: body.id, siteId: MAIN_SITE }]);
    expect(JSON.stringify(log)).not.toContain(token);
    expect(studio.events()).toEqual([]);
  });

  test('400 for a PIN that is no four to eight digits, and without a site', async () => {
    for (const pin of ['123', '123456789', '12a4', '', '１２３４']) {
      const { status, body } = await studio.post('/manage/kiosks', { name: 'Door', siteId: MAIN_SITE, pin });
      expect([pin, status, body.error.param]).toEqual([pin, 400, 'pin']);
    }
    expect((await studio.post('/manage/kiosks', { name: 'Door', pin: PIN })).status).toBe(400);
    expect(codeOf(await studio.post('/manage/kiosks', { name: 'Door', siteId: UNKNOWN, pin: PIN }))).toEqual([
      400,
      'resource_missing',
    ]);
    const { id } = await studio.given(studio.post('/v2/sites', { name: 'Uptown', status: 'inactive' }));
    expect(codeOf(await studio.post('/manage/kiosks', { name: 'Door', siteId: id, pin: PIN }))).toEqual([
      409,
      'site_inactive',
    ]);
  });

  test('ends when it is revoked, at once and for good', async () => {
    const kiosk = await addKiosk(studio);
    expect((await studio.get('/manage/kiosk', kiosk.headers)).status).toBe(200);
    await studio.time.moveTo(studio.time.now() + 1);
    const revoke = () => studio.post(`/manage/kiosks/${kiosk.id}/revoke`);
    const { status, body } = await revoke();
    expect([status, body.revokedAt]).toEqual([200, new Date(studio.time.now()).toISOString()]);
    expect(codeOf(await studio.get('/manage/kiosk', kiosk.headers))).toEqual([401, 'kiosk_ended']);
    expect((await revoke()).body).toEqual(body);
    expect(codeOf(await studio.get('/manage/kiosk', { ...kiosk.headers, 'x-kiosk-token': 'kt_no' }))).toEqual([
      401,
      'kiosk_ended',
    ]);
    expect(studio.events()).toEqual([]);
  });

  test('says when it was last used, to the minute', async () => {
    const kiosk = await addKiosk(studio);
    const seen = async () => (await studio.get(`/manage/kiosks/${kiosk.id}`)).body.lastSeenAt;
    await studio.get('/manage/kiosk', kiosk.headers);
    await studio.store.drain();
    expect(await seen()).toBe(inHours(0));
    await studio.time.moveTo(studio.time.now() + 59_000);
    await studio.get('/manage/kiosk', kiosk.headers);
    await studio.store.drain();
    expect(await seen()).toBe(inHours(0));
  });
});

describe('the rights of a kiosk', () => {
  test('are the operations for kiosks, and nothing else', async () => {
    const { headers } = await addKiosk(studio);
    const wrong: string[] = [];
    for (const { method, path, audience } of studio.app.operations) {
      await studio.time.moveTo(studio.time.now() + 1_000);
      if (audience === 'kiosk' || audience === 'public') continue;
      const to = path.replace(/:\w+/g, UNKNOWN);
      const { status, body } = await studio.send(method, to, method === 'GET' ? undefined : {}, headers);
      // A HEAD has no body.
      if (status !== 403 && body?.error?.code !== 'permission_denied') wrong.push(`${method} ${path} ${status}`);
    }
    expect(wrong).toEqual([]);
    expect((await studio.get('/manage/nowhere', headers)).status).toBe(403);
  });

  test('are for no other caller', async () => {
    const own = studio.app.operations.filter(({ audience }) => audience === 'kiosk');
    expect(own.map(({ id }) => id).sort()).toEqual([
      'checkInAtKiosk',
      'getKioskScreen',
      'leaveKiosk',
      'listKioskArrivals',
    ]);
    const { headers } = await signedIn(studio);
    for (const { method, path } of own) {
      for (const other of [undefined, headers, (await addStaffKey(studio, { role: 'owner' })).headers]) {
        const { status } = await studio.send(method, path, method === 'GET' ? undefined : {}, other);
        expect([path, status]).toEqual([path, 403]);
      }
    }
  });

  test('count also where the browser has the cookie of a person', async () => {
    const { headers } = await signedIn(studio);
    const kiosk = await addKiosk(studio);
    const both = { ...headers, 'x-kiosk-token': kiosk.token };
    expect((await studio.get('/v2/clients', headers)).status).toBe(200);
    expect((await studio.get('/v2/clients', both)).status).toBe(403);
    expect((await studio.get('/manage/kiosk', both)).status).toBe(200);
  });
});

describe('who makes and ends kiosks', () => {
  test('403 no credential that may not check in, or that ends, makes one that does and stays', async () => {
    const body = { name: 'Door', siteId: MAIN_SITE, pin: PIN };
    const made = async (request: Parameters<typeof studio.withKey>[0]) =>
      codeOf(await studio.post('/manage/kiosks', body, await studio.withKey(request)));
    expect(await made({ scopes: ['manage'] })).toEqual([403, 'permission_denied']);
    const scopes = ['manage', 'checkins:write'];
    expect(await made({ scopes, expiresAt: inHours(24) })).toEqual([403, 'permission_denied']);
    expect(studio.count('kiosks')).toBe(0);
    expect(await made({ scopes })).toEqual([201, undefined]);
    expect(studio.events()).toEqual([]);
  });

  test('are those who check clients in, at their sites', async () => {
    const { id: other } = await studio.given(studio.post('/v2/sites', { name: 'Uptown' }));
    const kiosk = await addKiosk(studio);
    const there = await addStaffKey(studio, { role: 'manager', siteIds: [other] });
    expect((await studio.get(`/manage/kiosks/${kiosk.id}`, there.headers)).status).toBe(404);
    expect((await studio.post(`/manage/kiosks/${kiosk.id}/revoke`, {}, there.headers)).status).toBe(404);
    expect((await studio.get('/manage/kiosks', there.headers)).body.data).toEqual([]);
    const body = { name: 'Door', siteId: MAIN_SITE, pin: PIN };
    expect(codeOf(await studio.post('/manage/kiosks', body, there.headers))).toEqual([403, 'site_not_allowed']);
    const instructor = await addStaffKey(studio, { role: 'instructor' });
    expect((await studio.post('/manage/kiosks', body, instructor.headers)).status).toBe(403);
    expect((await studio.post(`/manage/kiosks/${kiosk.id}/revoke`, {}, instructor.headers)).status).toBe(403);
  });
});

describe('leaving a kiosk', () => {
  let kiosk: Awaited<ReturnType<typeof addKiosk>>;
  beforeEach(async () => {
    kiosk = await addKiosk(studio);
  });
  const leave = (pin: string) => studio.post('/manage/kiosk/leave', { pin }, kiosk.headers);

  test('takes its PIN, ends its token, and stands in the audit log', async () => {
    expect(codeOf(await leave('0000'))).toEqual([403, 'pin_wrong']);
    const { status, body } = await leave(PIN);
    expect([status, body]).toEqual([200, { object: 'kiosk_leave', left: true }]);
    expect(codeOf(await leave(PIN))).toEqual([401, 'kiosk_ended']);
    const { body: log } = await studio.get('/manage/audit-log?type=leaveKiosk');
    expect(log.data).toMatchObject([
      { credentialId: kiosk.id, staffId: null, recordType: 'kiosk', recordId: kiosk.id, siteId: MAIN_SITE },
    ]);
    expect(JSON.stringify(log)).not.toContain(PIN);
    expect(studio.events()).toEqual([]);
  });

  test('waits after five wrong PINs, longer each time, also for the right one', async () => {
    for (let count = 0; count < 5; count += 1) expect(codeOf(await leave('0000'))).toEqual([403, 'pin_wrong']);
    for (const seconds of [30, 60]) {
      const refused = await leave(PIN);
      expect([...codeOf(refused), refused.headers.get('retry-after')]).toEqual([429, 'rate_limited', String(seconds)]);
      await studio.time.moveTo(studio.time.now() + seconds * 1_000);
      if (seconds === 30) expect(codeOf(await leave('0000'))).toEqual([403, 'pin_wrong']);
    }
    const other = await addKiosk(studio);
    expect((await studio.post('/manage/kiosk/leave', { pin: '0000' }, other.headers)).status).toBe(403);
    expect((await leave(PIN)).status).toBe(200);
  });

  test('is no way to guess with many requests at once', async () => {
    const guesses = Array.from({ length: 20 }, (_, index) => leave(String(1000 + index)));
    const statuses = (await Promise.all(guesses)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 403)).toHaveLength(5);
    expect(statuses.filter((status) => status === 429)).toHaveLength(15);
  });
});
