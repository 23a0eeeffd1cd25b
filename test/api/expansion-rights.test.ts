import { beforeAll, describe, expect, test } from 'bun:test';
import { expansions } from '../../src/api/expansions.ts';
import type { Expansions } from '../../src/http/expansions.ts';
import type { Operation } from '../../src/http/operations/operation.ts';
import { sessionExpansions } from '../../src/resources/sessions/view.ts';
import { forAllTests, MAIN_SITE, type Studio } from '../helpers/api.ts';
import { openAccessWorld } from './access-world.ts';
import { addStaffKey } from './staff-keys.ts';

/** What reading a record by itself needs: the scope, and for a staff member the permission. */
const NEEDS: Readonly<Record<string, readonly [scope: string, permission: string]>> = {
  client: ['clients:read', 'clients:read'],
  homeLocation: ['sites:read', 'sites:read'],
  location: ['sites:read', 'sites:read'],
  package: ['packages:read', 'packages:sell'],
  packages: ['packages:read', 'packages:sell'],
  ledger: ['packages:read', 'packages:sell'],
  payment: ['payments:read', 'packages:sell'],
  booking: ['bookings:read', 'bookings:read'],
  session: ['sessions:read', 'sessions:read'],
  instructor: ['instructors:read', 'staff:read'],
  schedule: ['schedules:read', 'schedules:read'],
  leader: ['manage', 'challenges:manage'],
};
/** Kinds that the scope `manage` reads too, under /manage. */
const MANAGED = new Set(['package', 'packages', 'ledger', 'payment', 'booking', 'session']);
/** The lesser permissions, for own records. */
const OWN = ['clients:read_own_rosters', 'staff:read_own_profile'];

const pathsOf = (known: Expansions | undefined, above: readonly string[] = []): (readonly string[])[] =>
  above.length === 3
    ? []
    : Object.entries(known ?? {}).flatMap(([name, { within }]) => [
        [...above, name],
        ...pathsOf(within, [...above, name]),
      ]);

const expansionsOf = ({ expands }: Operation): Expansions =>
  typeof expands === 'string' ? expansions[expands as keyof typeof expansions] : sessionExpansions;

let studio: Studio;
let expanding: readonly Operation[];
const world = forAllTests(openAccessWorld);
beforeAll(() => {
  ({ studio } = world);
  expanding = studio.app.operations.filter(({ expands, audience }) => expands !== undefined && audience === 'business');
});

const urlOf = ({ path }: Operation, expand: readonly string[]): string => {
  const [, family = ''] = /^\/(?:v2|manage)\/([\w-]+)/.exec(path) ?? [];
  return `${path.replace(':id', String(world.ids[family]))}?expand[]=${expand.join('.')}`;
};

const keys = new Map<string, string>();
const keyWith = async (scopes: readonly string[]): Promise<string> => {
  const name = [...new Set(scopes)].sort().join(' ');
  const key = keys.get(name) ?? (await studio.makeKey({ scopes: name.split(' ') }));
  keys.set(name, key);
  return key;
};

/** The status of a request, and what a refusal says is lacking. */
const outcome = async (url: string, key: string) => {
  const { status, body } = await studio.get(url, { 'x-service-api-key': key });
  if (status !== 403) return status;
  return [body.error.code, /'([\w:]+)'/.exec(body.error.message)?.[1]];
};

describe('every expansion of every operation', () => {
  test('needs at each level the scope of reading that record by itself, and no other', async () => {
    const wrong: unknown[] = [];
    let count = 0;
    for (const operation of expanding) {
      for (const path of pathsOf(expansionsOf(operation))) {
        const url = urlOf(operation, path);
        const own = String(operation.scope);
        const needed = path
          .filter((step) => !(own === 'manage' && MANAGED.has(step)))
          .map((step) => String(NEEDS[step]?.[0]));
        const full = await outcome(url, await keyWith([own, ...needed]));
        if (full !== 200) wrong.push([url, full]);
        for (const missing of new Set(needed)) {
          if (missing === own) continue;
          count += 1;
          const scopes = [own, ...needed.filter((scope) => scope !== missing)];
          const lacking = await outcome(url, await keyWith(scopes));
          if (!Bun.deepEquals(lacking, ['permission_denied', missing])) wrong.push([url, missing, lacking]);
        }
      }
    }
    expect(wrong).toEqual([]);
    expect(count).toBeGreaterThan(300);
  }, 300_000);

  test('needs at each level the permission of a staff member for that record', async () => {
    const wrong: unknown[] = [];
    const revoking = new Map<string, string>();
    for (const [, permission] of Object.values(NEEDS)) {
      if (revoking.has(permission)) continue;
      const permissionOverrides = { revoke: [permission, ...OWN] };
      revoking.set(permission, (await addStaffKey(studio, { role: 'manager', permissionOverrides })).key);
    }
    const { key: manager } = await addStaffKey(studio, { role: 'manager' });
    for (const operation of expanding) {
      for (const path of pathsOf(expansionsOf(operation))) {
        const url = urlOf(operation, path);
        if ((await outcome(url, manager)) !== 200) wrong.push(url);
        for (const permission of new Set(path.map((step) => String(NEEDS[step]?.[1])))) {
          const lacking = await outcome(url, String(revoking.get(permission)));
          if (!Bun.deepEquals(lacking, ['permission_denied', permission])) wrong.push([url, permission, lacking]);
        }
      }
    }
    expect(wrong).toEqual([]);
  }, 300_000);

  test('is null where the record is of a site that the credential does not reach', async () => {
    const { otherSite, clientId, ids } = world;
    const staff = { firstName: 'Far', lastName: 'Away', email: 'far@example.com', siteIds: [otherSite] };
    const { body: far } = await studio.post('/v2/instructors', staff);
    studio.db.query('update sessions set instructorId = ? where id = ?').run(far.id, String(ids.sessions));
    const key = { 'x-service-api-key': await studio.makeKey({ siteIds: [String(ids.sites)] }) };
    const { body: session } = await studio.get(
      `/v2/sessions/${ids.sessions}?expand[]=instructor&expand[]=location`,
      key,
    );
    expect([session.instructorId, session.instructor, session.location.id]).toEqual([far.id, null, ids.sites]);
    await studio.patch(`/v2/clients/${clientId}`, { homeLocationId: otherSite });
    const { body: booking } = await studio.get(`/v2/bookings/${ids.bookings}?expand[]=client`, key);
    expect([booking.clientId, booking.client]).toEqual([clientId, null]);
  });
});

test('members include what belongs to their own records, and nothing is read for them as for the business', () => {
  const wrong = studio.app.operations.flatMap(({ id, audience, expands }) => {
    if (expands === undefined || audience === 'business') return [];
    if (typeof expands === 'string') return [id];
    const caller = {
      credentialId: 'x',
      kind: 'member',
      through: 'sign-in',
      scopes: new Set<string>(),
      siteIds: null,
      tier: 'basic',
    } as const;
    const all = (known: Expansions | undefined): string[] =>
      Object.values(known ?? {}).flatMap(({ readBy, within }) => [String(readBy), ...all(within)]);
    return all(expands({ ...caller, clientId: world.clientId, siteId: MAIN_SITE })).filter(
      (each) => each !== 'members',
    );
  });
  expect(wrong).toEqual([]);
});
