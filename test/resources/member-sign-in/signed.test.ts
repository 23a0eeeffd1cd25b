import { describe, expect, test } from 'bun:test';
import { addStaffKey } from '../../api/staff-keys.ts';
import { MAIN_SITE, type Studio } from '../../helpers/api.ts';
import { addClient } from '../../helpers/bookings.ts';
import { openForMembers, refusal } from '../../helpers/member-sign-in.ts';
import { emptyStudio, exportAll, importAll } from '../../properties/move.ts';
import { complaints, exportFile, imported, importFile } from '../imports/set-up.ts';

const WAIVER = { version: '2026-01', text: 'I train at my own risk,\n"always".' };
const CONSENT = { version: '3', text: 'The studio keeps my data.' };

const pathOf = (clientId: string) => `/manage/clients/${clientId}/agreements`;
const agreementsOf = async (studio: Studio, clientId: string, query = '') =>
  (await studio.get(`${pathOf(clientId)}${query}`)).body.data;

/** Ann, a minor, has signed the first waiver and the second one, and agreed to the text. */
const opened = async () => {
  const all = await openForMembers();
  const { studio } = all;
  const ann = await all.member();
  const set = (membership: object) => studio.given(studio.patch('/v2/settings', { membership }));
  await set({ waiver: WAIVER, consent: CONSENT });
  await studio.given(studio.patch(`/v2/clients/${ann.id}`, { dateOfBirth: '2015-05-05' }));
  const sign = (version: string) =>
    studio.given(
      studio.post('/public-api/v2/member/waiver', { version, name: 'Ann Lee', guardianName: 'Ada Lee' }, ann.headers),
    );
  await sign('2026-01');
  await all.pass();
  await studio.given(studio.post('/public-api/v2/member/consents', { version: '3' }, ann.headers));
  await all.pass();
  await set({ waiver: { version: '2026-02', text: 'Another text.' } });
  await sign('2026-02');
  return { ...all, ann };
};

describe('GET /manage/clients/{id}/agreements', () => {
  test('200 with the text that was shown, who signed and from where, the latest first', async () => {
    const { studio, ann, pass } = await opened();
    await pass();
    const all = await agreementsOf(studio, ann.id);
    expect(all.map((each: { version: string }) => each.version)).toEqual(['2026-02', '3', '2026-01']);
    expect(all[2]).toEqual({
      id: expect.any(String),
      object: 'agreement',
      clientId: ann.id,
      kind: 'waiver',
      ...WAIVER,
      name: 'Ann Lee',
      guardianName: 'Ada Lee',
      signedAt: expect.stringMatching(/^2026-/),
      address: expect.any(String),
      channel: 'account',
      importedBy: null,
      signedByClientId: null,
    });
    expect(all[1]).toMatchObject({ kind: 'consent', text: CONSENT.text, guardianName: null });
    const waivers = await agreementsOf(studio, ann.id, '?kind=waiver&limit=1');
    expect(waivers.map((each: { version: string }) => each.version)).toEqual(['2026-02']);
    const after = await agreementsOf(studio, ann.id, `?kind=waiver&limit=1&starting_after=${waivers[0].id}`);
    expect(after).toEqual([all[2]]);
    expect(await agreementsOf(studio, await addClient(studio))).toEqual([]);
    expect(studio.events()).toEqual([]);
  });

  test('404 for a client of another site, and 400 for an unknown kind', async () => {
    const { studio, ann } = await opened();
    const other = (await studio.given(studio.post('/v2/sites', { name: 'Other' }))).id;
    const { headers } = await addStaffKey(studio, { role: 'front_desk', siteIds: [other] });
    expect((await studio.get(pathOf(ann.id), headers)).status).toBe(404);
    const own = await addStaffKey(studio, { role: 'front_desk', siteIds: [MAIN_SITE] });
    expect((await studio.get(pathOf(ann.id), own.headers)).body.data).toHaveLength(3);
    const teacher = await addStaffKey(studio, { role: 'instructor' });
    expect(refusal(await studio.get(pathOf(ann.id), teacher.headers))).toEqual([403, 'permission_denied']);
    expect(refusal(await studio.get(`${pathOf(ann.id)}?kind=x`))).toEqual([400, 'parameter_invalid']);
  });

  test('a merged client brings what they signed, and an erased one leaves nothing of it', async () => {
    const { studio, ann } = await opened();
    const kept = await addClient(studio);
    await studio.given(studio.post(`/manage/clients/${ann.id}/merge`, { clientId: kept, keepClientId: kept }));
    expect(await agreementsOf(studio, kept)).toHaveLength(3);
    await studio.given(studio.post(`/manage/clients/${kept}/erase`));
    expect(await agreementsOf(studio, kept)).toEqual([]);
    expect(studio.count('agreements')).toBe(0);
  });
});

describe('the files of agreements', () => {
  test.each(['csv', 'json'] as const)('move as %s, so that nobody signs anew', async (format) => {
    const { studio, ann } = await opened();
    const to = await emptyStudio(studio);
    await importAll(to, await exportAll(studio, format), format);
    const imported = { channel: 'import', importedBy: expect.any(String) };
    const signed = await agreementsOf(studio, ann.id);
    expect(await agreementsOf(to, ann.id)).toEqual(signed.map((each: object) => ({ ...each, ...imported })));
    await importAll(to, await exportAll(studio, format), format);
    expect((await agreementsOf(to, ann.id)).length).toBe(signed.length);
    await to.app.stop();
  });

  test('a row without an id is found again by its client, kind and time, and is never changed', async () => {
    const { studio, ann } = await opened();
    const row = {
      clientEmail: ann.email,
      kind: 'waiver',
      ...WAIVER,
      name: 'Ann Lee',
      signedAt: '2025-01-01T00:00:00Z',
    };
    expect(await imported(studio, 'agreements', [row])).toMatchObject({ created: 1 });
    expect(await imported(studio, 'agreements', [row])).toMatchObject({ created: 0, unchanged: 1 });
    expect((await importFile(studio, 'agreements', [{ ...row, name: 'Bo Lee' }])).status).toBe(400);
    // What was signed last counts, not what was imported last.
    expect((await studio.get('/public-api/v2/member/waiver', ann.headers)).body).toMatchObject({
      isNeeded: false,
      latest: { version: '2026-02' },
    });
    expect(studio.count('agreementTexts')).toBe(3);
  });

  test('400 without what a proof has, or of the future', async () => {
    const { studio, ann } = await opened();
    const row = { clientId: ann.id, kind: 'waiver', ...WAIVER, name: 'Ann Lee' };
    const rows = [row, { ...row, signedAt: '2999-01-01T00:00:00Z' }, { ...row, kind: 'oath' }, { clientId: ann.id }];
    expect(complaints(await importFile(studio, 'agreements', rows.slice(0, 2)))).toEqual([
      '1 signedAt parameter_missing',
      '2 signedAt parameter_invalid',
    ]);
    expect((await importFile(studio, 'agreements', rows.slice(2))).status).toBe(400);
    expect(studio.count('agreements')).toBe(3);
  });

  test('staff of a site export what clients of that site have signed', async () => {
    const { studio, ann } = await opened();
    const other = (await studio.given(studio.post('/v2/sites', { name: 'Other' }))).id;
    const far = await addClient(studio, { homeLocationId: other });
    const row = { clientId: far, kind: 'waiver', ...WAIVER, name: 'Far', signedAt: '2025-01-01T00:00:00Z' };
    await imported(studio, 'agreements', [row]);
    const { key } = await addStaffKey(studio, { role: 'manager', siteIds: [MAIN_SITE] });
    const own = JSON.parse(await exportFile(studio, 'agreements', 'json', key));
    expect(new Set(own.map(({ clientId }: { clientId: string }) => clientId))).toEqual(new Set([ann.id]));
  });
});
