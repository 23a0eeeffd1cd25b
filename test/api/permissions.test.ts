import { beforeAll, describe, expect, test } from 'bun:test';
import { forAllTests, openStudio } from '../helpers/api.ts';
import { addStaffKey } from './staff-keys.ts';

const ROLES = ['owner', 'manager', 'front_desk', 'instructor'] as const;

interface Row {
  readonly route: string;
  /** As test/golden/operations.txt shows them: the roles that are let in, with `?` only when granted. */
  readonly roles: readonly string[];
}

/**
 * The operations of /v2 and /manage that staff may call. What instructors may do with their own sessions and profile stands in
 * own-matters.test.ts.
 */
const rows: readonly Row[] = (await Bun.file(new URL('../golden/operations.txt', import.meta.url)).text())
  .split('\n')
  .slice(1)
  .map((line) => line.split(/ {2,}/))
  .filter(([, , , audience]) => audience === 'business' || audience === 'reader')
  .map(([method, path, , , , , , roles = '']) => ({ route: `${method} ${path}`, roles: roles.split(' ') }));

const keys: Record<string, string> = {};
/** The same people with everything granted that can be. */
const granted: Record<string, string> = {};
const studio = forAllTests(openStudio);
beforeAll(async () => {
  const grantable = {
    manager: ['integrations:manage', 'reports:close_months'],
    front_desk: ['payments:refund', 'bookings:waive_penalty', 'bookings:override_capacity', 'reports:read'],
  };
  for (const role of ROLES) {
    keys[role] = (await addStaffKey(studio, { role })).key;
    const grant = grantable[role as keyof typeof grantable] ?? [];
    granted[role] = (await addStaffKey(studio, { role, permissionOverrides: { grant } })).key;
  }
});

/** Whether the gate lets a request in; what becomes of it afterwards is another matter. */
const isLetIn = async (route: string, key: string | undefined): Promise<boolean> => {
  const [method, path] = route.split(' ') as [string, string];
  const to = path.replace(/:\w+/g, '01950000-0000-7000-8000-00000000ffff');
  // A body that no operation takes, so that none does anything.
  const body = ['GET', 'HEAD', 'DELETE'].includes(method) ? undefined : { nothing: true };
  const response = await studio.send(method, to, body, { 'x-service-api-key': String(key) });
  return response.body?.error?.code !== 'permission_denied';
};

describe('what a credential that acts for a staff member is let do', () => {
  test('is said of every operation of /v2 and /manage', () => {
    expect(rows.filter(({ roles }) => roles[0] !== 'owner')).toEqual([]);
    expect(rows.length).toBeGreaterThan(150);
  });

  for (const role of ROLES) {
    test(`is what its declarations and rules.md say of the role ${role}`, async () => {
      const wrong: string[] = [];
      for (const { route, roles } of rows) {
        const [plain, more] = [await isLetIn(route, keys[role]), await isLetIn(route, granted[role])];
        const mayBe = roles.includes(role) || roles.includes(`${role}?`);
        if (plain !== roles.includes(role) || more !== mayBe) wrong.push(`${route}: ${plain} ${more}`);
      }
      expect(wrong).toEqual([]);
    });
  }

  test('is nothing where no operation is', async () => {
    for (const path of ['/manage', '/manage/nowhere', '/v2/member/profile', '/v2/clients/1/2/3', '/v2/nowhere']) {
      expect((await studio.get(path, { 'x-service-api-key': String(keys.owner) })).status).toBe(403);
    }
  });

  test('is no more than the scopes of the credential either', async () => {
    const { key } = await addStaffKey(studio, { role: 'owner' }, { scopes: ['clients:read'] });
    expect(await isLetIn('GET /v2/clients', key)).toBe(true);
    expect(await isLetIn('POST /v2/clients', key)).toBe(false);
    expect(await isLetIn('GET /manage/plans', key)).toBe(false);
  });
});
