import { beforeAll, describe, expect, test } from 'bun:test';
import { isGrantable, permissionsOf } from '../../src/auth/roles.ts';
import type { Operation } from '../../src/http/operations/operation.ts';
import { MINUTE_MS } from '../../src/kernel/durations.ts';
import { PERMISSIONS, type Permission } from '../../src/kernel/permissions.ts';
import { type ApiResponse, forAllTests, openStudio } from '../helpers/api.ts';
import { signedIn } from '../helpers/people.ts';
import { UNKNOWN } from '../helpers/sales.ts';
import { addStaffKey } from './staff-keys.ts';

// What people may do by the cookie of their session, from the declarations.

const ROLES = ['owner', 'manager', 'front_desk', 'instructor'] as const;
type Role = (typeof ROLES)[number];

const studio = forAllTests(openStudio);
let operations: readonly Operation[];

interface Person {
  readonly headers: Record<string, string>;
  readonly permissions: ReadonlySet<string>;
}
/** Of each role one person with its permissions, one with all that can be granted, and one without every second permission. */
const people = new Map<Role, readonly Person[]>();

beforeAll(async () => {
  ({ operations } = studio.app);
  for (const role of ROLES) {
    const extra = PERMISSIONS.filter((each) => role !== 'owner' && isGrantable(role, each));
    const grants = [
      { grant: [], revoke: [] },
      { grant: extra, revoke: [] },
      { grant: [], revoke: PERMISSIONS.filter((_, index) => role !== 'owner' && index % 2 === 1) },
    ];
    const made = grants.map(async (permissionOverrides) => ({
      headers: (await signedIn(studio, { role, permissionOverrides })).headers,
      permissions: new Set<string>(permissionsOf(role, permissionOverrides)),
    }));
    people.set(role, await Promise.all(made));
  }
});

const pathOf = ({ path }: Operation): string =>
  path.replace(':family', 'clients?format=json').replace(':language', 'en').replace(/:\w+/g, UNKNOWN);

/** Sends a body that no operation takes, so that none does anything. */
const send = (operation: Operation, headers: Record<string, string>): Promise<ApiResponse> => {
  const body = ['GET', 'HEAD', 'DELETE'].includes(operation.method) ? undefined : { nothing: true };
  return studio.send(operation.method, pathOf(operation), body, headers);
};

const codeOf = ({ body }: ApiResponse): string => body?.error?.code ?? 'let in';
const nameOf = ({ method, path }: Operation): string => `${method} ${path}`;
const permissionOf = ({ staff }: Operation): Permission | undefined => (typeof staff === 'string' ? staff : staff?.[0]);

/** Not what would end the session; members alone call what is below /public-api/, where no cookie is read. */
const isTried = ({ id, audience, path }: Operation): boolean =>
  id !== 'signOut' && audience !== 'public' && !path.startsWith('/public-api/');

for (const role of ROLES) {
  test(`the role ${role} meets every operation as the declarations say, by the cookie as by a key`, async () => {
    const wrong: string[] = [];
    for (const [index, { headers, permissions }] of (people.get(role) ?? []).entries()) {
      for (const operation of operations.filter(isTried)) {
        const code = codeOf(await send(operation, headers));
        const permission = permissionOf(operation);
        const mayCall = operation.audience === 'staff' || (permission !== undefined && permissions.has(permission));
        if ((code === 'permission_denied') === mayCall) wrong.push(`${index} ${nameOf(operation)}: ${code}`);
      }
    }
    expect(wrong).toEqual([]);
  });
}

describe('what is sensitive', () => {
  const sensitive = () => operations.filter((operation) => operation.sensitive === true);

  test('is declared of keys, kiosks, secrets, exports and what empties the studio', () => {
    expect(
      sensitive()
        .map(({ id }) => id)
        .toSorted(),
    ).toEqual([
      'beginPasskey',
      'beginTotp',
      'createApiKey',
      'createKiosk',
      'createOAuthClient',
      'createWebhook',
      'downloadBackup',
      'exportFamily',
      'removeCardProcessor',
      'removeDemoData',
      'removeMailServer',
      'removePasskey',
      'removeTotp',
      'replaceRecoveryCodes',
      'restoreBackup',
      'revokeApiKey',
      'revokeOAuthClient',
      'rotateWebhookSecret',
      'setCardProcessor',
      'setMailServer',
      'testMailServer',
      'updateOAuthClient',
    ]);
  });

  test('asks a person 15 minutes after the password, and no key', async () => {
    const { id, headers } = await signedIn(studio);
    const key = await studio.withKey({ staffId: id });
    const codes = async (of: Record<string, string>) =>
      new Set(await Promise.all(sensitive().map(async (operation) => codeOf(await send(operation, of)))));
    expect(await codes(headers)).not.toContain('password_required');
    await studio.time.moveTo(studio.time.now() + 15 * MINUTE_MS);
    expect([...(await codes(headers))]).toEqual(['password_required']);
    expect(await codes(key)).not.toContain('password_required');
    expect(await codes({})).not.toContain('password_required');
    expect((await studio.get('/manage/api-keys', headers)).status).toBe(200);
  });

  test('who is an owner is decided with a fresh password only', async () => {
    const { id, headers, sessionId } = await signedIn(studio);
    const { id: other } = await addStaffKey(studio, { role: 'manager' });
    const { id: second } = await addStaffKey(studio, { role: 'owner' });
    studio.db.run("update staffSessions set confirmedAt = '2026-01-01T00:00:00.000Z' where id = ?", [sessionId]);
    const newOwner = { firstName: 'N', lastName: 'O', email: 'new-owner@example.com', role: 'owner' };
    const refused = [
      await studio.post('/v2/staff', newOwner, headers),
      await studio.patch(`/v2/staff/${other}`, { role: 'owner' }, headers),
      await studio.patch(`/v2/staff/${second}`, { role: 'manager' }, headers),
      await studio.patch(`/v2/staff/${second}`, { email: 'mine@example.com' }, headers),
      await studio.delete(`/v2/staff/${second}`, headers),
      await studio.post('/manage/staff/invitations', { staffId: second }, headers),
    ];
    expect(refused.map(codeOf)).toEqual(refused.map(() => 'password_required'));
    expect((await studio.patch(`/v2/staff/${id}`, { phone: '+1 212 555 0101' }, headers)).status).toBe(200);
    expect((await studio.patch(`/v2/staff/${other}`, { lastName: 'Other' }, headers)).status).toBe(200);
    studio.db.run('update staffSessions set confirmedAt = lastSeenAt where id = ?', [sessionId]);
    expect((await studio.patch(`/v2/staff/${second}`, { role: 'manager' }, headers)).status).toBe(200);
  });
});
