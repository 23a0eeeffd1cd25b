import { beforeAll, describe, expect, test } from 'bun:test';
import { IMPORT_FAMILIES } from '../../../src/events/enumerations.ts';
import { addStaffKey } from '../../api/staff-keys.ts';
import { openStudio, type Studio } from '../../helpers/api.ts';
import { lacking } from '../imports/set-up.ts';

let studio: Studio;
beforeAll(async () => {
  studio = await openStudio();
});

const CONTENT = 'content:manage';

/** What reading the records of a family needs. */
const READING: Readonly<Record<string, readonly [scope: string | undefined, permission: string]>> = {
  sites: ['sites:read', 'sites:read'],
  settings: ['settings:read', 'settings:read'],
  staff: ['staff:read', 'staff:read'],
  plans: [undefined, 'packages:sell'],
  schedules: ['schedules:read', 'schedules:read'],
  sessions: [undefined, 'sessions:read'],
  clients: ['clients:read', 'clients:read'],
  member_links: [undefined, 'integrations:manage'],
  packages: [undefined, 'packages:sell'],
  bookings: [undefined, 'bookings:read'],
  payments: [undefined, 'packages:sell'],
  checkins: ['checkins:read', 'bookings:read'],
  content_types: [undefined, CONTENT],
  content_categories: [undefined, CONTENT],
  content_tags: [undefined, CONTENT],
  content_entries: [undefined, CONTENT],
  media: [undefined, CONTENT],
  content_banners: [undefined, CONTENT],
  content_features: [undefined, CONTENT],
};

const refusalOf = async (family: string, key: string): Promise<string | undefined> => {
  const url = `http://localhost/manage/exports/${family}?format=json`;
  const answer = await studio.app.fetch(new Request(url, { headers: { 'x-service-api-key': key } }));
  const text = await answer.text();
  return answer.status === 200 ? undefined : lacking({ ...answer, status: answer.status, body: JSON.parse(text) });
};

describe('an export needs what reading its records one by one needs', () => {
  test.each(Object.entries(READING))('%s', async (family, [scope, permission]) => {
    const refusal = (key: string) => refusalOf(family, key);
    expect(await refusal(await studio.makeKey({ scopes: ['manage'] }))).toBe(scope);
    expect(await refusal(await studio.makeKey({ scopes: ['manage', scope ?? 'manage'] }))).toBeUndefined();
    const revoke = { permissionOverrides: { revoke: [permission] } };
    expect(await refusal((await addStaffKey(studio, { role: 'manager', ...revoke })).key)).toBe(permission);
    expect(await refusal((await addStaffKey(studio, { role: 'owner' })).key)).toBeUndefined();
  });

  test('payment_methods, whose references no operation shows: payments, and the processor', async () => {
    const refusal = (key: string) => refusalOf('payment_methods', key);
    expect(await refusal(await studio.makeKey({ scopes: ['payments:read'] }))).toBe('manage');
    expect(await refusal(await studio.makeKey({ scopes: ['manage'] }))).toBeUndefined();
    expect(await refusal((await addStaffKey(studio, { role: 'owner' })).key)).toBeUndefined();
    expect(await refusal((await addStaffKey(studio, { role: 'manager' })).key)).toBe('settings:processor');
  });

  test.each(['content_statuses', 'metric_entries'])('%s, which are of clients and of entries: both', async (family) => {
    const refusal = (key: string) => refusalOf(family, key);
    expect(await refusal(await studio.makeKey({ scopes: ['manage'] }))).toBe('clients:read');
    expect(await refusal(await studio.makeKey({ scopes: ['manage', 'clients:read'] }))).toBeUndefined();
    for (const missing of ['clients:read', CONTENT]) {
      const revoke = { permissionOverrides: { revoke: [missing] } };
      expect(await refusal((await addStaffKey(studio, { role: 'manager', ...revoke })).key)).toBe(missing);
    }
  });

  test('every family is named here', () => {
    expect([...Object.keys(READING), 'payment_methods', 'content_statuses', 'metric_entries'].sort()).toEqual(
      [...IMPORT_FAMILIES].sort(),
    );
  });
});
