import { expect, test } from 'bun:test';
import { addClient } from '../../helpers/bookings.ts';
import { openForMembers, refusal } from '../../helpers/member-sign-in.ts';

/** The member, and a record under the member's name whose owner has signed in with everything there is. */
const opened = async () => {
  const members = await openForMembers();
  const { studio } = members;
  const real = await members.member('real@example.com');
  const other = await members.member('stranger@example.net');
  const { id } = await studio.store.write((tx) => ({ id: tx.id() }));
  studio.db.run(
    `insert into memberPasskeys (id, clientId, name, credentialId, publicKey, counter, transports, createdAt, updatedAt)
     values (?, ?, 'Phone', 'a credential', x'00', 0, '[]', '2026-01-01T00:00:00.000Z', '2026-01-01T00:00:00.000Z')`,
    [id, other.id],
  );
  const link = { clientId: other.id, issuer: 'https://id.example', subject: 'stranger' };
  await studio.given(studio.post('/manage/member-links', link));
  await studio.given(studio.post('/public-api/v2/member/erasure', undefined, other.headers));
  const merge = (query = '', headers?: Record<string, string>) =>
    studio.post(`/manage/clients/${real.id}/merge${query}`, { clientId: other.id, keepClientId: real.id }, headers);
  return { ...members, real, other, merge };
};

test('what signs in ends with the record that goes, and the dry run says so', async () => {
  const { studio, real, other, merge, token } = await opened();
  const { body } = await merge('?dry_run=true');
  expect(body.ended).toEqual({ devices: 1, passkeys: 1, memberLinks: 2, erasureRequests: 1 });
  expect(body.emailTakenOver).toBe(null);
  expect(studio.count('memberPasskeys')).toBe(1);
  expect((await merge()).status).toBe(200);
  expect(studio.events()).toEqual(['client.merged']);
  for (const table of ['memberPasskeys', 'erasureRequests']) expect([table, studio.count(table)]).toEqual([table, 0]);
  for (const table of ['memberDevices', 'memberLinks']) {
    const rows = studio.db.query(`select clientId from ${table}`).all();
    expect([table, rows]).toEqual([table, [{ clientId: real.id }]]);
  }
  expect(refusal(await token({ refreshToken: other.refreshToken }))).toEqual([401, 'refresh_token_invalid']);
  expect((await studio.get('/public-api/v2/member/profile', real.headers)).body.id).toBe(real.id);
});

test('an email that would be taken over is named, and takes what giving it takes', async () => {
  const { studio, real, merge, enter } = await opened();
  await studio.given(studio.store.write((tx) => tx.db.run('update clients set email = null where id = ?', [real.id])));
  const { body } = await merge('?dry_run=true');
  expect(body.emailTakenOver).toBe('stranger@example.net');
  const manage = await studio.withKey({ scopes: ['manage', 'clients:write'] });
  for (const query of ['?dry_run=true', '']) {
    expect(refusal(await merge(query, manage))).toEqual([403, 'permission_denied']);
  }
  expect((await merge()).status).toBe(200);
  expect(studio.events()).toEqual(['client.updated', 'client.merged']);
  // The devices of the record that stays have ended with its email.
  expect(['memberDevices', 'memberPasskeys', 'memberLinks'].map((table) => studio.count(table))).toEqual([0, 0, 0]);
  expect((await enter('stranger@example.net')).body.clientId).toBe(real.id);
});

test('what was of a client who has signed in is given to another email only with what changing it takes', async () => {
  const { studio, real, enter } = await opened();
  const id = await addClient(studio, { email: 'new@example.org' });
  const manage = await studio.withKey({ scopes: ['manage', 'clients:write'] });
  const merge = (query = '', headers?: Record<string, string>) =>
    studio.post(`/manage/clients/${real.id}/merge${query}`, { clientId: id, keepClientId: id }, headers);
  for (const query of ['?dry_run=true', '']) {
    expect(refusal(await merge(query, manage))).toEqual([403, 'permission_denied']);
  }
  expect(studio.events()).toEqual([]);
  expect((await merge()).status).toBe(200);
  // Who stays joined when the other one did.
  expect(studio.events()).toEqual(['client.updated', 'client.merged']);
  // The client who stays is one who has signed in.
  const email = 'third@example.org';
  expect(refusal(await studio.patch(`/v2/clients/${id}`, { email }, manage))).toEqual([403, 'permission_denied']);
  expect((await enter('new@example.org')).body.clientId).toBe(id);
});
