import { describe, expect, test } from 'bun:test';
import { isoInstant } from '../../src/kernel/clock.ts';
import { MINUTE_MS } from '../../src/kernel/durations.ts';
import { AUDIT_RETENTION_MS, appendAudit, eraseAudit, oldAudit, unerasedAudit } from '../../src/records/audit-log.ts';
import { forAllTests, MAIN_SITE } from '../helpers/api.ts';
import { UNKNOWN } from '../helpers/sales.ts';
import { openAccessWorld } from './access-world.ts';
import { type Entry, entriesOf } from './audit-entries.ts';
import { addStaffKey } from './staff-keys.ts';

const world = forAllTests(openAccessWorld);

const entries = (query = ''): Promise<Entry[]> => entriesOf(world.studio, query);
const newest = async (): Promise<Entry> => (await entries())[0] as Entry;
/** What SQLite says when an entry is changed. */
const refusal = (sql: string): string => {
  try {
    world.studio.db.run(sql);
    return '';
  } catch (error) {
    return String(error);
  }
};

describe('an entry', () => {
  test('says who, from where, what, before and after, and the request', async () => {
    const { studio } = world;
    const { headers, id: staffId } = await addStaffKey(studio, { role: 'manager' });
    const sent = { ...headers, 'content-type': 'application/json', 'x-request-id': 'req-of-test' };
    const plan = await studio.send('POST', '/manage/plans', world.naming.createPlan, sent);
    expect(plan.status).toBe(201);
    expect(await newest()).toMatchObject({
      type: 'createPlan',
      source: 'api',
      staffId,
      actor: staffId,
      recordType: 'plan',
      recordId: plan.body.id,
      requestId: 'req-of-test',
      before: null,
      siteId: MAIN_SITE,
      clientId: null,
      erasedAt: null,
      after: { name: 'Ten', price: 1 },
    });
    expect((await studio.send('PATCH', `/manage/plans/${plan.body.id}`, { name: 'Twelve' }, sent)).status).toBe(200);
    const { before, after, credentialId, address } = await newest();
    expect([before, after]).toEqual([{ name: 'Ten' }, { name: 'Twelve' }]);
    expect([typeof credentialId, typeof address]).toEqual(['string', 'string']);
  });

  test('of settings has the changed groups', async () => {
    const { studio } = world;
    const { status } = await studio.patch('/v2/settings', { booking: { lateCancelWindowMinutes: 77 } });
    expect(status).toBe(200);
    const { before, after } = await newest();
    expect(Object.keys({ ...before })).toEqual(['booking']);
    expect(after).toMatchObject({ booking: { lateCancelWindowMinutes: 77 } });
  });

  test('of changes of one record at once has those of its own request', async () => {
    const { studio } = world;
    const [webhook, client] = [
      `/v2/webhooks/${world.ids.webhooks}`,
      `/manage/oauth-clients/${world.ids['oauth-clients']}`,
    ];
    const requests = [
      [webhook, { name: 'One' }],
      [webhook, { url: 'http://127.0.0.1:9/other' }],
      [client, { tier: 'pro' }],
      [client, { name: 'Two' }],
    ] as const;
    const answers = await Promise.all(requests.map(([path, body]) => studio.patch(path, body)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    const written = (await entries()).slice(0, 4).map(({ after }) => JSON.stringify(after));
    expect(written.sort()).toEqual(requests.map(([, body]) => JSON.stringify(body)).sort());
  });

  test('of changes of one schedule at once has those of its own request, in their order', async () => {
    const { studio } = world;
    const path = `/v2/schedules/${world.ids.schedules}`;
    const bodies = [{ name: 'One' }, { description: 'Two' }, { name: 'Three' }];
    const answers = await Promise.all(bodies.map((body) => studio.patch(path, body)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    const written = (await entries('&type=updateSchedule')).slice(0, 3).map(({ after }) => ({ ...after }));
    expect(written.reverse()).toEqual(bodies);
  });

  /** Whether a change is made, in the database. */
  const MADE = {
    updateSchedule: `select "name" = 'Slower' as n from "schedules" where "id" = ?`,
    deleteSchedule: 'select "archivedAt" is not null as n from "schedules" where "id" = ?',
    deleteWebhook: `select not exists (select 1 from "webhookEndpoints" where "id" = ? and "status" = 'enabled') as n`,
    eraseClient: 'select "erasedAt" is not null as n from "clients" where "id" = ?',
  };

  test.each([
    ['updateSchedule', 'PATCH', '/v2/schedules/:id', 'schedules', { name: 'Slower' }, { name: 'Slower' }],
    ['deleteSchedule', 'DELETE', '/v2/schedules/:id', 'schedules', undefined, { status: 'archived' }],
    ['deleteWebhook', 'DELETE', '/v2/webhooks/:id', 'webhooks', undefined, null],
    ['eraseClient', 'POST', '/manage/clients/:id/erase', 'clients', {}, null],
  ] as const)('of %s is written with the change, which other transactions follow', async (...row) => {
    const [type, method, path, family, body, after] = row;
    const { studio, ids } = await openAccessWorld();
    const id = ids[family] ?? '';
    const count = (sql: string, ...values: string[]): number =>
      studio.db.query<{ n: number }, string[]>(sql).get(...values)?.n ?? -1;
    const commits: { made: number; entries: number }[] = [];
    studio.store.onCommit(() => {
      const entries = count('select count(*) as n from "auditLog" where "type" = ? and "recordId" = ?', type, id);
      commits.push({ made: count(MADE[type], id), entries });
    });
    const response = await studio.send(method, path.replace(':id', id), body);
    expect(response.status).toBe(200);
    expect(commits.length).toBeGreaterThan(1);
    expect(commits.filter(({ made, entries }) => made !== entries)).toEqual([]);
    expect(commits.at(-1)).toEqual({ made: 1, entries: 1 });
    const [entry] = await entriesOf(studio, `&type=${type}`);
    expect(entry).toMatchObject({ type, after });
  });

  test('is not added for a preview, which changes nothing', async () => {
    const { studio } = world;
    const before = (await newest()).number;
    const path = `/v2/schedules/${world.ids.schedules}`;
    expect((await studio.patch(`${path}?dry_run=true`, { name: 'Slow' })).body.object).toBe('schedule_change_preview');
    expect((await newest()).number).toBe(before);
    expect((await studio.patch(`${path}?dry_run=false`, { name: 'Slow' })).status).toBe(200);
    expect((await newest()).number).toBe(before + 1);
  });

  test('is found by type, actor, client and time, page by page by its number', async () => {
    const { studio } = world;
    const all = await entries();
    expect(all.map(({ number }) => number)).toEqual(
      all.map(({ number }) => number).sort((left, right) => right - left),
    );
    const [first, second] = all;
    const { body } = await studio.get(`/manage/audit-log?limit=1&starting_after=${first?.id}`);
    expect(body.data[0].id).toBe(second?.id);
    expect((await entries('&type=updateSettings')).every(({ type }) => type === 'updateSettings')).toBe(true);
    const actor = String(all.find(({ type }) => type === 'createPlan')?.actor);
    expect((await entries(`&actor=${actor}`)).length).toBeGreaterThan(0);
    const ofClient = await entries(`&client_id=${world.clientId}`);
    expect(ofClient.length).toBeGreaterThan(0);
    expect(ofClient.every(({ clientId }) => clientId === world.clientId)).toBe(true);
    const now = isoInstant(studio.time.now() + 1);
    expect(await entries(`&from=${now}`)).toEqual([]);
    expect((await entries(`&to=${now}`)).length).toBe(all.length);
    const elsewhere = { 'x-service-api-key': await studio.makeKey({ siteIds: [world.otherSite] }) };
    const restricted = await studio.send('GET', '/manage/audit-log?limit=100', undefined, elsewhere);
    expect(restricted.body.data.filter(({ siteId }: Entry) => siteId !== world.otherSite)).toEqual([]);
  });

  test('is retrieved by its id, as the list shows it; 404 an unknown one, and one of another site or of none', async () => {
    const { studio } = world;
    const all = await entries();
    const here = all.find(({ siteId }) => siteId === MAIN_SITE);
    const ofBrand = all.find(({ siteId }) => siteId === null);
    const get = (id: string | undefined, headers = {}) => studio.get(`/manage/audit-log/${id}`, headers);
    for (const entry of [here, ofBrand]) expect(await get(entry?.id)).toMatchObject({ status: 200, body: entry });
    expect((await get(UNKNOWN)).body.error.code).toBe('resource_not_found');
    const restrictedTo = async (site: string) => ({ 'x-service-api-key': await studio.makeKey({ siteIds: [site] }) });
    const elsewhere = await restrictedTo(world.otherSite);
    expect([(await get(here?.id, elsewhere)).status, (await get(ofBrand?.id, elsewhere)).status]).toEqual([404, 404]);
    expect((await get(here?.id, await restrictedTo(MAIN_SITE))).status).toBe(200);
  });

  test('is exported with all others to whoever may read them, of their sites only', async () => {
    const { studio } = world;
    const exported = async (format: string, headers: Record<string, string> = {}): Promise<Response> =>
      studio.app.fetch(
        new Request(`http://localhost/manage/exports/audit_log?format=${format}`, {
          headers: { 'x-service-api-key': studio.mainKey, ...headers },
        }),
      );
    const count = (): number => studio.db.query('select count(*) as n from auditLog').values().flat()[0] as number;
    const csv = (await (await exported('csv')).text()).split('\r\n');
    expect(csv[0]).toStartWith('id,number,type,source,actor,staffId,credentialId,credentialName,address,');
    expect(csv.filter((line) => line !== '')).toHaveLength(1 + count());
    const json = (await (await exported('json')).json()) as Entry[];
    expect(json.map(({ number }) => number)).toEqual(Array.from({ length: count() }, (_, index) => count() - index));
    // An export has an entry of its own, which is there before the file is read.
    expect(json[0]).toMatchObject({ type: 'exportFamily', after: {} });
    const elsewhere = { 'x-service-api-key': await studio.makeKey({ siteIds: [world.otherSite] }) };
    const restricted = (await (await exported('json', elsewhere)).json()) as Entry[];
    expect(restricted.filter(({ siteId }) => siteId !== world.otherSite)).toEqual([]);
  });

  test('is never changed, and never removed before two years; numbers have no gap', async () => {
    expect(refusal("update auditLog set type = 'other'")).toContain('append-only');
    expect(refusal("update auditLog set erasedAt = '2026', before = null, after = null, actor = null")).toContain(
      'append-only',
    );
    expect(refusal('delete from auditLog')).toContain('kept for two years');
    const numbers = (
      world.studio.db.query('select number from auditLog order by number').values() as number[][]
    ).flat();
    expect(numbers).toEqual(numbers.map((_, index) => index + 1));
  });

  test('of an erased client loses what was changed, and keeps who changed it', async () => {
    const { studio } = world;
    const { store, db } = studio;
    const walkIn = await studio.post('/manage/clients', { firstName: 'Zoe', lastName: 'Quill' });
    expect(walkIn.status).toBe(201);
    const { id } = walkIn.body;
    expect((await entries(`&client_id=${id}`))[0]).toMatchObject({ type: 'createWalkIn', after: { firstName: 'Zoe' } });
    expect((await studio.post(`/manage/clients/${id}/erase`, {})).status).toBeLessThan(300);
    expect((await entries(`&client_id=${id}`)).map(({ type, before, after }) => [type, before, after])).toEqual([
      ['eraseClient', null, null],
      ['createWalkIn', null, null],
    ]);
    const [found] = (
      db
        .query('select clientId from auditLog where clientId is not null and after is not null limit 1')
        .values() as string[][]
    ).flat();
    const clientId = String(found);
    const ids = store.read((read) => unerasedAudit(read, clientId, 1_000));
    expect(ids.length).toBeGreaterThan(0);
    for (const entry of ids) await store.write((tx) => eraseAudit(tx, entry));
    const left = (await entries(`&client_id=${clientId}`)) as Entry[];
    expect(left.every(({ before, after }) => before === null && after === null)).toBe(true);
    expect(left.some(({ erasedAt, actor }) => erasedAt !== null && actor !== null)).toBe(true);
  });

  test('is removed after two years, and the removal has an entry of its own', async () => {
    const { studio } = world;
    const before = (await newest()).number;
    const remove = () =>
      studio.store.write((tx) => {
        const nowMs = tx.nowMs + AUDIT_RETENTION_MS + MINUTE_MS;
        const later = { ...tx, nowMs, now: isoInstant(nowMs) };
        const old = oldAudit.rows(later, 2);
        for (const entry of old) oldAudit.change(later, entry);
        return old.length > 0;
      });
    for (let rounds = 0; await remove(); rounds += 1) expect(rounds).toBeLessThan(before);
    const left = studio.db.query('select number, type from auditLog').all();
    expect(left).toEqual([{ number: before + 1, type: 'audit log retention' }]);
    await studio.store.write((tx) => appendAudit(tx, { type: 'test', source: 'job' }));
    expect((await newest()).number).toBe(before + 2);
  });
});

describe('the pay of an instructor', () => {
  const payRate = { type: 'hourly', amount: 3000, currency: 'USD' };
  const email = 'pay@example.com';
  const entryOf = async (headers: Record<string, string>, type: string): Promise<Entry> =>
    (await world.studio.get(`/manage/audit-log?type=${type}&limit=1`, headers)).body.data[0];

  test('is in entries for who may read it, and left out for a manager without staff:write', async () => {
    const { studio } = world;
    const sent = { firstName: 'Pia', lastName: 'Orr', email, payRate };
    const made = await studio.post('/v2/instructors', sent);
    expect(made.status).toBe(201);
    const path = `/v2/instructors/${made.body.id}`;
    expect((await studio.patch(path, { payRate: { ...payRate, amount: 3500 }, sortOrder: 7 })).status).toBe(200);
    const { headers: manager } = await addStaffKey(studio, { role: 'manager' });
    const withheld = { permissionOverrides: { grant: [], revoke: ['staff:write'] } };
    const { headers: narrow } = await addStaffKey(studio, { role: 'manager', ...withheld });
    expect((await studio.get(path, narrow)).body).not.toHaveProperty('payRate');
    expect((await entryOf(manager, 'createInstructor')).after).toMatchObject({ email, payRate });
    const created = await entryOf(narrow, 'createInstructor');
    expect(created.after).toMatchObject({ email });
    expect(created.after).not.toHaveProperty('payRate');
    expect((await studio.get(`/manage/audit-log/${created.id}`, narrow)).body).toEqual(created);
    const whole = await entryOf(manager, 'updateInstructor');
    expect([whole.before, whole.after]).toMatchObject([{ payRate }, { payRate: { amount: 3500 }, sortOrder: 7 }]);
    const changed = await entryOf(narrow, 'updateInstructor');
    expect([Object.keys({ ...changed.before }), changed.after]).toEqual([['sortOrder'], { sortOrder: 7 }]);
    // The file has whole entries.
    expect((await studio.get('/manage/exports/audit_log?format=json', manager)).status).toBe(200);
    const refused = await studio.get('/manage/exports/audit_log?format=json', narrow);
    expect([refused.status, refused.body.error.code]).toEqual([403, 'permission_denied']);
    expect(refused.body.error.message).toContain("'staff:write'");
  });
});
