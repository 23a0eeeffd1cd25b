import { describe, expect, test } from 'bun:test';
import { addStaffKey } from '../../api/staff-keys.ts';
import { bearer, openForMembers, refusal } from '../../helpers/member-sign-in.ts';
import { signedIn } from '../../helpers/people.ts';
import { importFile } from '../imports/set-up.ts';

const PROFILE = '/public-api/v2/member/profile';
const CHANGED = 'Your email at Test studio was changed';

const opened = async () => {
  const members = await openForMembers();
  const { studio } = members;
  const ann = await members.member('ann@example.com');
  const link = { clientId: ann.id, issuer: 'https://id.example', subject: 'ann' };
  await studio.given(studio.post('/manage/member-links', link));
  const { id } = await studio.store.write((tx) => ({ id: tx.id() }));
  studio.db.run(
    `insert into memberPasskeys (id, clientId, name, credentialId, publicKey, counter, transports, createdAt, updatedAt)
     values (?, ?, 'Phone', 'a credential', x'00', 0, '[]', '2026-01-01T00:00:00.000Z', '2026-01-01T00:00:00.000Z')`,
    [id, ann.id],
  );
  const signIns = () =>
    ['memberDevices', 'memberPasskeys', 'memberLinks'].map((table) =>
      studio.count(`${table} where clientId = '${ann.id}'`),
    );
  const emailOf = async () => (await studio.get(`/v2/clients/${ann.id}`)).body.email;
  return { ...members, ann, signIns, emailOf, path: `/v2/clients/${ann.id}` };
};

describe('the email of a client who has signed in', () => {
  test('403 for whoever may write clients alone: a key, the front desk, an import', async () => {
    const { studio, path, ann, signIns, emailOf } = await opened();
    const before = signIns();
    expect(before).toEqual([1, 1, 2]);
    const key = await studio.withKey({ scopes: ['clients:write'] });
    const { headers: desk } = await signedIn(studio, { role: 'front_desk' });
    const importer = await studio.withKey({ scopes: ['manage', 'clients:write'] });
    const email = 'mine@example.net';
    for (const headers of [key, desk]) {
      expect(refusal(await studio.patch(path, { email }, headers))).toEqual([403, 'permission_denied']);
      expect((await studio.patch(path, { notes: 'a note' }, headers)).status).toBe(200);
    }
    for (const dryRun of [true, false]) {
      const file = [{ id: ann.id, email }];
      expect(refusal(await importFile(studio, 'clients', file, { dryRun, headers: importer }))).toEqual([
        403,
        'permission_denied',
      ]);
    }
    const granted = { role: 'front_desk', permissionOverrides: { grant: ['clients:change_sign_in'] } };
    expect([await emailOf(), signIns()]).toEqual(['ann@example.com', before]);
    expect(
      (await studio.patch(path, { email: 'new@example.com' }, (await addStaffKey(studio, granted)).headers)).status,
    ).toBe(200);
  });

  test('200 ends devices, passkeys and links, and tells the former address', async () => {
    const { studio, mails, path, ann, pass, signIns, token, enter } = await opened();
    mails.length = 0;
    studio.events();
    const key = await studio.withKey({ scopes: ['clients:write', 'members:act'] });
    expect((await studio.patch(path, { email: 'new@example.com' }, key)).status).toBe(200);
    expect(studio.events()).toEqual(['client.updated']);
    expect(signIns()).toEqual([0, 0, 0]);
    expect((await studio.get(PROFILE, bearer(ann.idToken))).status).toBe(401);
    expect((await token({ refreshToken: ann.refreshToken })).status).toBe(401);
    await pass();
    expect(mails.map(({ to, subject }) => `${to}: ${subject}`)).toEqual([`ann@example.com: ${CHANGED}`]);
    // Neither the new address, nor a link that is the client's own.
    for (const secret of ['new@example.com', '/mails/'])
      expect(`${mails[0]?.text}${mails[0]?.html}`).not.toContain(secret);
    expect((await enter('new@example.com')).body.clientId).toBe(ann.id);
    // Whoever has signed in once is guarded for good, though the links have ended.
    await studio.given(studio.patch(path, { email: 'third@example.com' }));
    const writer = await studio.withKey({ scopes: ['clients:write'] });
    expect((await studio.patch(path, { email: 'mine@example.net' }, writer)).status).toBe(403);
  });

  test('200 the same email in another case, or another field, ends nothing and tells nobody', async () => {
    const { studio, mails, path, pass, signIns } = await opened();
    mails.length = 0;
    const before = signIns();
    await studio.given(studio.patch(path, { email: 'ANN@example.com', phone: '1' }));
    await pass();
    expect([signIns(), mails.length]).toEqual([before, 0]);
  });

  test('200 without an email the former address is told, too', async () => {
    const { studio, mails, ann, pass } = await opened();
    mails.length = 0;
    await studio.given(importFile(studio, 'clients', [{ id: ann.id, email: 'imported@example.com' }]));
    await pass();
    expect(mails.map(({ to }) => to)).toEqual(['ann@example.com']);
  });

  test('200 the desk changes the email of somebody who never signed in', async () => {
    const { studio } = await opened();
    const { id } = await studio.given(
      studio.post('/v2/clients', { firstName: 'Bo', lastName: 'Li', email: 'bo@example.com' }),
    );
    const { headers } = await signedIn(studio, { role: 'front_desk' });
    expect((await studio.patch(`/v2/clients/${id}`, { email: 'bo.li@example.com' }, headers)).status).toBe(200);
    expect(studio.events()).toEqual(['client.updated']);
  });
});

test('who comes back from an archive signs in anew: devices and passkeys have ended, links of providers stay', async () => {
  const { studio, path, ann, signIns, enter } = await opened();
  await studio.given(studio.delete(path));
  await studio.given(studio.patch(path, { status: 'active' }));
  expect(signIns()).toEqual([0, 0, 2]);
  expect((await enter('ann@example.com')).body.clientId).toBe(ann.id);
});

test('making member links takes members:act: manage alone is 403', async () => {
  const { studio, ann } = await opened();
  const link = { clientId: ann.id, issuer: 'https://id.example', subject: 'mine' };
  const manage = await studio.withKey({ scopes: ['manage', 'clients:write'] });
  expect(refusal(await studio.post('/manage/member-links', link, manage))).toEqual([403, 'permission_denied']);
  const rows = [{ ...link, clientId: ann.id }];
  expect((await importFile(studio, 'member_links', rows, { headers: manage })).status).toBe(403);
  const acting = await studio.withKey({ scopes: ['manage', 'members:act'] });
  expect((await studio.post('/manage/member-links', link, acting)).status).toBe(201);
  expect(studio.events()).toEqual([]);
});
