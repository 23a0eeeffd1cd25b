import { describe, expect, test } from 'bun:test';
import { addStaffKey } from '../../api/staff-keys.ts';
import { forEachTest, MAIN_SITE } from '../../helpers/api.ts';
import { errorOf, errorWithParam } from '../../helpers/errors.ts';
import { paymentBody, UNKNOWN } from '../../helpers/sales.ts';
import { openTwice } from './twice.ts';

const studio = forEachTest(openTwice);

describe('POST /manage/clients/{id}/merge', () => {
  test('200 dry_run says what changes and what is dropped, and changes nothing', async () => {
    const before = studio.db.serialize().length;
    expect(await studio.preview()).toEqual({
      object: 'client_merge_preview',
      clientId: studio.ann,
      mergedClientId: studio.anna,
      moved: {
        bookings: 0,
        packages: 0,
        payments: 0,
        paymentMethods: 0,
        checkins: 0,
        enrollments: 0,
        awards: 0,
        metricEntries: 0,
      },
      bookingsCancelled: [],
      visitsDropped: 0,
      enrollmentsDropped: [],
      awardsDropped: 0,
      visits: 0,
      changes: {
        phone: '+1 212 555 0100',
        barcode: 'W-2',
        externalId: 'crm-2',
        tags: ['a', 'b'],
        customProperties: { shoe: 39 },
        notes: 'A mat\n\nA towel',
        waiver: { status: 'signed', version: null, signedAt: null },
      },
      ended: { devices: 0, passkeys: 0, memberLinks: 0, erasureRequests: 0 },
      emailTakenOver: null,
      dropped: { email: 'anna@example.com', firstName: 'Anna', joinedAt: expect.any(String) },
    });
    expect([studio.events(), studio.count('clients'), studio.db.serialize().length]).toEqual([[], 2, before]);
  });

  test('the audit log keeps what was dropped, until the client is erased', async () => {
    const owner = await addStaffKey(studio, { role: 'owner' });
    await studio.merge(undefined, studio.ann, owner.headers);
    const [entry] = (await studio.get(`/manage/audit-log?client_id=${studio.ann}&type=mergeClients`)).body.data;
    expect(entry).toMatchObject({
      staffId: owner.id,
      recordType: 'client',
      recordId: studio.ann,
      before: { client: { id: studio.anna, email: 'anna@example.com', firstName: 'Anna' }, bookings: [] },
      after: { mergedClientId: studio.anna },
    });
    await studio.given(studio.post(`/manage/clients/${studio.ann}/erase`, {}));
    const [erased] = (await studio.get(`/manage/audit-log?client_id=${studio.ann}&type=mergeClients`)).body.data;
    expect([erased.before, erased.after]).toEqual([null, null]);
    const texts = studio.db.query('select group_concat(body) as text from events').get() as { text: string };
    expect(texts.text).not.toContain('anna@example.com');
  });

  test('imports find the client who stayed by the id and external id of the other one', async () => {
    await studio.given(studio.patch(`/v2/clients/${studio.ann}`, { externalId: 'crm-1' }));
    await studio.merge();
    const rows = (family: string, row: object) =>
      studio.post(`/manage/imports?family=${family}`, JSON.stringify([row]), { 'content-type': 'application/json' });
    const visit = {
      clientExternalId: 'crm-2',
      siteId: MAIN_SITE,
      checkedInAt: '2026-01-05T10:00:00Z',
      externalId: 'v1',
    };
    const { body } = await rows('checkins', visit);
    expect(body).toMatchObject({ created: 1 });
    const again = (await rows('clients', { id: studio.anna, firstName: 'Anna', lastName: 'Lee', externalId: 'x' }))
      .body;
    expect(JSON.stringify(again)).toContain('was merged into');
    expect(studio.count('clients')).toBe(1);
  });

  test('409 an erased client, a pending payment', async () => {
    await studio.given(studio.post('/manage/payments', paymentBody(studio.anna)));
    studio.db.run("update payments set status = 'pending'");
    const pending = await studio.merge();
    expect([errorOf(pending), pending.body.error.details[0].code]).toEqual([
      [409, 'merge_not_allowed'],
      'payment_pending',
    ]);
    studio.db.run("update payments set status = 'completed'");
    await studio.given(studio.post(`/manage/clients/${studio.anna}/erase`, {}));
    const erased = await studio.merge();
    expect([errorOf(erased), erased.body.error.details[0].code]).toEqual([
      [409, 'merge_not_allowed'],
      'client_archived',
    ]);
  });

  test('400, 404 for clients who do not exist, or are the same', async () => {
    expect(errorWithParam(await studio.merge({ clientId: UNKNOWN }))).toEqual([400, 'resource_missing', 'clientId']);
    expect(errorWithParam(await studio.merge({ clientId: studio.ann }))).toEqual([
      400,
      'parameter_invalid',
      'clientId',
    ]);
    expect(errorWithParam(await studio.merge({ clientId: studio.anna, keepClientId: UNKNOWN }))).toEqual([
      400,
      'parameter_invalid',
      'keepClientId',
    ]);
    expect((await studio.merge(undefined, UNKNOWN)).status).toBe(404);
    expect(studio.events()).toEqual([]);
  });

  test('403 and 404 without the right, and for clients of other sites', async () => {
    const desk = await addStaffKey(studio, { role: 'front_desk' });
    expect((await studio.merge(undefined, studio.ann, desk.headers)).status).toBe(403);
    const uptown = (await studio.given(studio.post('/v2/sites', { name: 'Uptown' }))).id;
    await studio.given(studio.patch(`/v2/clients/${studio.anna}`, { homeLocationId: uptown }));
    const here = await studio.withKey({ siteIds: [MAIN_SITE] });
    expect(errorWithParam(await studio.merge(undefined, studio.ann, here))).toEqual([
      400,
      'resource_missing',
      'clientId',
    ]);
    expect((await studio.merge({ clientId: studio.ann }, studio.anna, here)).status).toBe(404);
    await studio.merge({ clientId: studio.ann, keepClientId: studio.anna }, studio.anna);
    const gone = await studio.get(`/v2/clients/${studio.ann}`, here);
    expect([gone.status, gone.body.error.details]).toEqual([404, undefined]);
  });
});
