import { beforeAll, describe, expect, test } from 'bun:test';
import { permissionsOf } from '../../src/auth/roles.ts';
import type { Operation, StaffRule } from '../../src/http/operations/operation.ts';
import { OWNER_PERMISSIONS, type Permission } from '../../src/kernel/permissions.ts';
import { SCOPES } from '../../src/kernel/scopes.ts';
import { type ApiResponse, forAllTests, MAIN_SITE } from '../helpers/api.ts';
import { UNKNOWN } from '../helpers/sales.ts';
import { openAccessWorld } from './access-world.ts';
import { addStaffKey } from './staff-keys.ts';

const ROLES = ['owner', 'manager', 'front_desk', 'instructor'] as const;

let operations: readonly Operation[];
const world = forAllTests(openAccessWorld);
beforeAll(() => {
  ({ operations } = world.studio.app);
});

/** The family whose ids are in a path: `bookings` of `/manage/bookings/:id/promote`, or `content/entries`. */
const familyOf = ({ path }: Operation): string =>
  /^\/\w+\/(content\/\w+|staff\/invitations|staff\/:id\/sessions|[\w-]+)/.exec(path)?.[1] ?? '';

/** The path of a request: with the records of the main site, or with ids of nothing. */
const pathOf = (operation: Operation, isThere: boolean): string =>
  operation.path
    .replace(/:deliveryId/, isThere ? world.deliveryId : UNKNOWN)
    .replace(/:variantId/, isThere ? world.variantId : UNKNOWN)
    .replace(/:(goalId|assessmentId|articleId|methodId|sessionId|clientId|invitationId)/, (_, name) =>
      isThere ? String(world.parts[name]) : UNKNOWN,
    )
    .replace(/:grantId/, isThere ? world.grantId : UNKNOWN)
    .replace(/:family/, 'clients')
    .replace(/:language/, 'en')
    .replace(/:template/, isThere ? 'booking_confirmed.en' : 'nothing.en')
    .replace(/:(?:id|event|contentMediaId)/, isThere ? String(world.ids[familyOf(operation)]) : UNKNOWN);

/** What only owners in person may do: they take everything with them, replace it, or say where secrets go. */
const OF_OWNERS: readonly string[] = [
  ...['downloadBackup', 'restoreBackup', 'setMailServer', 'removeMailServer', 'testMailServer'],
  ...['setCardProcessor', 'removeCardProcessor'],
];

const QUERIES: Readonly<Record<string, string>> = {
  importFamily: '?family=clients',
  checkImport: '?family=clients',
  previewImport: '?family=clients',
  exportFamily: '?format=json',
  searchContent: '?q=flow',
  ...Object.fromEntries(
    ['Attendance', 'Occupancy', 'Revenue', 'Member', 'LateCancel', 'Instructor'].map((name) => [
      `get${name}Report`,
      `?from=2026-03-01&to=2026-03-08&location_id=${MAIN_SITE}`,
    ]),
  ),
  searchDesk: `?q=flow&location_id=${MAIN_SITE}`,
  streamChanges: `?location_id=${MAIN_SITE}`,
  listDecisions: `?location_id=${MAIN_SITE}`,
  listLatest: `?location_id=${MAIN_SITE}`,
  listPermissionHolders: '?permission=payments:refund',
  getSettings: `?siteId=${MAIN_SITE}`,
  updateSettings: `?siteId=${MAIN_SITE}`,
};

const send = (operation: Operation, headers: Record<string, string>, isThere = true, body?: object) => {
  const sent = ['GET', 'HEAD', 'DELETE'].includes(operation.method) ? undefined : (body ?? {});
  const query = QUERIES[operation.id] ?? (operation.handler.kind === 'list' ? '?limit=100' : '');
  return world.studio.send(operation.method, pathOf(operation, isThere) + query, sent, {
    'content-type': 'application/json',
    ...world.headers[operation.id],
    ...headers,
  });
};

/** Lets the bucket of failed authentications leak. */
const leak = () => world.studio.time.moveTo(world.studio.time.now() + 1_000);

const nameOf = ({ method, path }: Operation): string => `${method} ${path}`;

/** Whether a business credential may call an operation by itself. */
const forBusiness = ({ audience }: Operation): boolean => audience === 'business' || audience === 'reader';

describe('without a credential', () => {
  test('every operation but the public ones answers 401 credential_missing', async () => {
    const wrong: string[] = [];
    for (const operation of operations) {
      await leak();
      const { status, body } = await send(operation, { 'x-service-api-key': '' });
      const isRefused = status === 401 && body.error.code === 'credential_missing';
      if (isRefused === (operation.audience === 'public')) wrong.push(`${nameOf(operation)}: ${status}`);
    }
    expect(wrong).toEqual([]);
  });
});

describe('with a credential of another audience', () => {
  // Below /v2/member/ an API key needs the client for whom it acts: 400 client_required.
  test('a member operation takes no API key alone, and a business operation no ID token', async () => {
    const member = await world.studio.signIn(world.clientId);
    const wrong: string[] = [];
    for (const operation of operations.filter(({ audience }) => audience === 'member' || audience === 'business')) {
      await leak();
      const isMember = operation.audience === 'member';
      const { status } = isMember
        ? await send(operation, {})
        : await world.studio.send(operation.method, pathOf(operation, true), undefined, member.headers);
      const expected = operation.path.startsWith('/v2/member/') ? 400 : 401;
      if (status !== expected) wrong.push(`${nameOf(operation)}: ${status}`);
    }
    expect(wrong).toEqual([]);
  });
});

const permissionOf = (rule: StaffRule): Permission => (typeof rule === 'string' ? rule : rule[0]);

/** Reads that tell of all sites at once. */
const OF_ALL_SITES = ['getSystem', 'listBackups', 'getBackup', 'downloadBackup'];

describe('without the scope', () => {
  const keys = new Map<string, Promise<string>>();
  /** Headers with a key of these scopes; one key for each list of them. */
  const holding = async (scopes: readonly string[]): Promise<Record<string, string>> => {
    const key = keys.get(scopes.join()) ?? world.studio.makeKey({ scopes });
    keys.set(scopes.join(), key);
    return { 'x-service-api-key': await key };
  };

  test('every business operation answers 403 permission_denied that names it, and lets it in with that scope', async () => {
    const wrong: string[] = [];
    for (const operation of operations.filter(forBusiness)) {
      const scope = String(operation.scope);
      const writing = scope.replace(/:read$/, ':write');
      const others = SCOPES.filter((each) => each !== scope && each !== writing && each !== '*');
      const without = await send(operation, await holding(others), false);
      const only = await send(operation, await holding([scope]), false);
      const isNamed = without.body.error?.message.includes(`'${scope}'`) === true;
      if (without.status !== 403 || without.body.error.code !== 'permission_denied' || !isNamed) {
        wrong.push(`${nameOf(operation)} without: ${without.status}`);
      }
      // An export also needs the scopes of reading its records.
      const needsMore = operation.id === 'exportFamily' && /:read'/.test(only.body?.error?.message ?? '');
      const needsPerson = OF_OWNERS.includes(operation.id);
      // What only they may do about rights and secrets takes every scope, where no person does it.
      const needsAll = operation.staff !== undefined && OWNER_PERMISSIONS.has(permissionOf(operation.staff));
      if (needsAll && operation.method !== 'GET') {
        const all = await send(operation, await holding(['*']), false);
        if (all.body?.error?.code === 'permission_denied' && !needsPerson) wrong.push(`${nameOf(operation)} with *`);
        if (only.status !== 403) wrong.push(`${nameOf(operation)} without *: ${only.status}`);
      } else if (only.body?.error?.code === 'permission_denied' && !needsMore && !needsPerson)
        wrong.push(`${nameOf(operation)} with: ${only.status}`);
    }
    expect(wrong).toEqual([]);
  });
});

describe('with a credential of another site', () => {
  let elsewhere: Record<string, string>;
  beforeAll(async () => {
    elsewhere = { 'x-service-api-key': await world.studio.makeKey({ siteIds: [world.otherSite] }) };
  });
  const business = (rule: Operation['sites']) =>
    operations.filter((operation) => forBusiness(operation) && operation.sites === rule);

  test('every record that its path addresses is there, and is not there for this one', async () => {
    const wrong: string[] = [];
    for (const operation of business('record')) {
      const body = world.bodies[operation.id];
      const there = await send(operation, elsewhere, true, body);
      if (there.status !== 404 || there.body.error.code !== 'resource_not_found') {
        wrong.push(`${nameOf(operation)}: ${there.status} ${JSON.stringify(there.body)}`);
      }
      if (operation.method === 'GET' && (await send(operation, {}, true)).status !== 200) {
        wrong.push(`${nameOf(operation)}: not there at all`);
      }
    }
    expect(wrong).toEqual([]);
  });

  test('every list leaves out what others see', async () => {
    const wrong: string[] = [];
    for (const operation of business('filtered')) {
      const nested = /:(?:id|event|contentMediaId)\b/.test(operation.path);
      const { methodId, agreementId: agreements } = world.parts;
      const inside = { deliveries: world.deliveryId, 'payment-methods': methodId, agreements };
      const id =
        Object.entries(inside).find(([name]) => operation.path.endsWith(`/${name}`))?.[1] ??
        String(world.ids[operation.id === 'exportFamily' ? 'clients' : familyOf(operation)]);
      const everything = await send(operation, {});
      const own = await send(operation, elsewhere);
      if (!JSON.stringify(everything.body).includes(`"${id}"`))
        wrong.push(`${nameOf(operation)}: not in the list at all`);
      if (own.status !== (nested ? 404 : 200)) wrong.push(`${nameOf(operation)}: ${own.status}`);
      if (JSON.stringify(own.body).includes(`"id":"${id}"`)) wrong.push(`${nameOf(operation)}: shows it`);
    }
    expect(wrong).toEqual([]);
  });

  test('a request that names the other site, or a record of it, is refused', async () => {
    const wrong: string[] = [];
    // What is in a file is not compared with the sites before it is imported.
    for (const operation of business('named').filter(({ id }) => id !== 'previewImport')) {
      const { status, body } = await send(operation, elsewhere, true, world.naming[operation.id]);
      const codes = [body.error?.code, ...(body.error?.details ?? []).map(({ code }: { code: string }) => code)];
      // A check says of each row why it is refused.
      codes.push(...(body.causes ?? []).map(({ code }: { code: string }) => code));
      const isNamed = (status === 403 || operation.id === 'checkImport') && codes.includes('site_not_allowed');
      const isHidden = status === 400 && (codes.includes('resource_missing') || codes.includes('site_not_allowed'));
      if (!isNamed && !isHidden) wrong.push(`${nameOf(operation)}: ${status} ${JSON.stringify(body)}`);
    }
    expect(wrong).toEqual([]);
  });

  test('what belongs to the whole brand is read by it, and changed only by a credential for all sites', async () => {
    const wrong: string[] = [];
    for (const operation of business('brand')) {
      const body = world.naming[operation.id] ?? world.bodies[operation.id];
      const { status, body: response } = await send(operation, elsewhere, true, body);
      const isRefused = status === 403 && response.error.code === 'site_not_allowed';
      const isRead =
        (operation.method === 'GET' && !OF_ALL_SITES.includes(operation.id)) || operation.method === 'OPTIONS';
      // There is none.
      if (operation.id === 'getJob' && status === 404) continue;
      if (isRead ? status >= 300 : !isRefused) {
        wrong.push(`${nameOf(operation)}: ${status} ${JSON.stringify(response)}`);
      }
    }
    expect(business('brand').map(nameOf)).not.toEqual([]);
    expect(wrong).toEqual([]);
  });

  test('no other rule is left', () => {
    expect(business('own').map(nameOf)).toEqual([]);
  });
});

describe('below /v2/member/', () => {
  const forMembers = () => operations.filter(({ path }) => path.startsWith('/v2/member/'));
  const codeOf = ({ status, body }: ApiResponse): unknown[] => [status, body?.error?.code];
  /** The operations that response a request with these headers in another way. */
  const otherThan = async (headers: Record<string, string>, expected: unknown[]): Promise<string[]> => {
    const wrong: string[] = [];
    for (const operation of forMembers()) {
      const response = await send(operation, headers, false);
      if (!Bun.deepEquals(codeOf(response), expected)) wrong.push(`${nameOf(operation)}: ${codeOf(response)}`);
    }
    return wrong;
  };
  /** The operations that refuse the caller. Without records and bodies, many of the others are 400 or 404. */
  const refused = async (headers: Record<string, string>): Promise<string[]> => {
    const wrong: string[] = [];
    for (const operation of forMembers()) {
      const response = await send(operation, headers, false);
      const isLetIn = response.status < 500 && ![401, 403].includes(response.status) && !isHeader(response);
      if (!isLetIn) wrong.push(`${nameOf(operation)}: ${codeOf(response)}`);
    }
    return wrong;
  };
  const isHeader = ({ body }: ApiResponse): boolean => /^X-/.test(body?.error?.param ?? '');
  const acting = async (request: object, clientId?: string) => ({
    'x-service-api-key': await world.studio.makeKey(request),
    ...(clientId === undefined ? {} : { 'x-client-id': clientId }),
  });

  test('a member is let in with X-Site-ID, and not without', async () => {
    expect(forMembers().length).toBeGreaterThan(3);
    const { headers } = await world.studio.signIn(world.clientId);
    expect(await refused(headers)).toEqual([]);
    const { 'x-site-id': _site, ...others } = headers;
    expect(await otherThan(others, [400, 'site_required'])).toEqual([]);
  });

  test('a key with the scope members:act alone is let in for the client of X-Client-ID, and not without', async () => {
    const headers = await acting({ scopes: ['members:act'] }, world.clientId);
    expect(await refused(headers)).toEqual([]);
    const { 'x-client-id': _client, ...others } = headers;
    expect(await otherThan(others, [400, 'client_required'])).toEqual([]);
    expect(await otherThan({ ...headers, 'x-client-id': UNKNOWN }, [400, 'resource_missing'])).toEqual([]);
  });

  test('a key with every other scope is 403, one of another site finds no client', async () => {
    const scopes = SCOPES.filter((each) => each !== 'members:act' && each !== '*');
    const without = await acting({ scopes }, world.clientId);
    expect(await otherThan(without, [403, 'permission_denied'])).toEqual([]);
    const elsewhere = await acting({ siteIds: [world.otherSite] }, world.clientId);
    expect(await otherThan(elsewhere, [400, 'resource_missing'])).toEqual([]);
  });

  for (const role of ROLES) {
    test(`a key of the role ${role} is 403, since no permission of staff is to act as a member`, async () => {
      const { headers } = await addStaffKey(world.studio, { role });
      const asMember = { ...headers, 'x-client-id': world.clientId };
      expect(await otherThan(asMember, [403, 'permission_denied'])).toEqual([]);
    });
  }
});

describe('for a staff member', () => {
  for (const role of ROLES) {
    test(`what the declarations say of the role ${role}`, async () => {
      const { headers } = await addStaffKey(world.studio, { role });
      const held = new Set(permissionsOf(role, { grant: [], revoke: [] }));
      const wrong: string[] = [];
      for (const operation of operations.filter(forBusiness)) {
        const { body } = await send(operation, headers, false, { nothing: true });
        const isRefused = body?.error?.code === 'permission_denied';
        const mayCall = operation.staff !== undefined && held.has(permissionOf(operation.staff));
        if (isRefused === mayCall) wrong.push(`${nameOf(operation)}: ${isRefused ? 'refused' : 'let in'}`);
      }
      expect(wrong).toEqual([]);
    });
  }
});
