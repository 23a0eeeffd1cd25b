import { expect, test } from 'bun:test';
import type { TSchema } from '@sinclair/typebox';
import { importFamilies } from '../../src/resources/imports/families.ts';
import { type ApiResponse, forAllTests } from '../helpers/api.ts';
import { HOUSEHOLD_CASES } from './secrets-of-households.ts';
import { OTHER_CASES, OTHERWISE } from './secrets-of-others.ts';
import { STAFF_CASES } from './secrets-of-staff.ts';
import { CALLERS, openSecretsWorld } from './secrets-world.ts';

// Whatever decides who gets a secret is guarded as the secret itself (conventions.md "Credentials"): every field of every
// operation and import that does, against every role and credential.

/** The names of fields that decide who gets a secret, or what somebody may do who has one, wherever they are. */
const DECIDING = new Set([
  ...['email', 'role', 'permissionOverrides', 'staffId', 'subject', 'keepClientId', 'password', 'token', 'scopes'],
  ...['requireSecondFactor', 'removesSecondFactor', 'processor', 'replyTo'],
]);
/** Those that decide it for people who work here; many records have fields of these names. */
const OF_STAFF = new Set(['status', 'siteIds', 'locationIds']);
const STAFF_PATH = /\/(staff|instructors)\b|^staff$/;

/** The paths of the deciding fields of a body. A flag of the same name, such as a consent, decides nothing. */
const decidingIn = (schema: TSchema | undefined, isStaff: boolean, above = ''): string[] => {
  if (schema === undefined) return [];
  const own = Object.entries<TSchema>(schema.properties ?? {}).flatMap(([name, field]) => [
    ...((DECIDING.has(name) || (isStaff && OF_STAFF.has(name))) &&
    (field.type !== 'boolean' || name.endsWith('SecondFactor'))
      ? [`${above}${name}`]
      : []),
    ...decidingIn(field, isStaff, `${above}${name}.`),
  ]);
  const inside = [...(schema.anyOf ?? []), ...(schema.items === undefined ? [] : [schema.items])];
  return [...own, ...inside.flatMap((each: TSchema) => decidingIn(each, isStaff, above))];
};

const CASES = [...STAFF_CASES, ...OTHER_CASES, ...HOUSEHOLD_CASES];

const world = forAllTests(openSecretsWorld);

const REFUSED = ['permission_denied', 'site_not_allowed', 'resource_not_found', 'resource_missing'];

const isLetIn = ({ status, body }: ApiResponse): boolean => {
  if (status < 300) return true;
  const codes = [body.error?.code, ...(body.error?.details ?? []).map(({ code }: { code: string }) => code)];
  if (codes.some((code) => REFUSED.includes(code))) return false;
  throw new Error(JSON.stringify(body));
};

for (const each of CASES) {
  test(`${each.of[0]} ${each.what}`, async () => {
    const letIn: string[] = [];
    for (const caller of CALLERS) {
      const attempt = await each.prepare(world);
      if (isLetIn(await attempt(await world.headersOf(caller, each.family)))) letIn.push(caller);
    }
    expect(letIn).toEqual(CALLERS.filter((caller) => each.may.split(' ').includes(caller)));
  });
}

test('every field that decides who gets a secret is tried, or said to be guarded otherwise', () => {
  const { operations } = world.studio.app;
  const declared = [
    ...operations
      .filter(({ method }) => method !== 'GET')
      .flatMap(({ id, path, body }) => decidingIn(body, STAFF_PATH.test(path)).map((field) => `${id} ${field}`)),
    // What has no body decides by being called.
    ...operations
      .filter(({ method, path, audience }) => method === 'DELETE' && STAFF_PATH.test(path) && audience === 'business')
      .map(({ id }) => id),
    ...importFamilies.flatMap(({ name, shape }) =>
      decidingIn(shape, STAFF_PATH.test(name)).map((field) => `import ${name} ${field}`),
    ),
  ];
  const known = new Set([...CASES.flatMap(({ of }) => of), ...Object.keys(OTHERWISE)]);
  expect(declared.filter((field) => !known.has(field))).toEqual([]);
  expect([...known].filter((field) => !declared.includes(field))).toEqual([]);
});
