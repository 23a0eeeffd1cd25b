import { describe, expect, test } from 'bun:test';
import { IMPORT_FAMILIES } from '../../../src/events/enumerations.ts';
import { addStaffKey } from '../../api/staff-keys.ts';
import { forAllTests, openStudio } from '../../helpers/api.ts';
import { lacking } from '../imports/set-up.ts';

const studio = forAllTests(openStudio);

const CONTENT = 'content:manage';
const CHALLENGES = 'challenges:manage';
const AWARDS = 'awards:manage';

/** What reading the records of a family needs. */
const READING: Readonly<Record<string, readonly [scope: string | undefined, permission: string]>> = {
  sites: ['sites:read', 'sites:read'],
  settings: ['settings:read', 'settings:read'],
  plans: [undefined, 'packages:sell'],
  discount_codes: [undefined, 'packages:adjust'],
  schedules: ['schedules:read', 'schedules:read'],
  sessions: [undefined, 'sessions:read'],
  clients: ['clients:read', 'clients:read'],
  households: ['clients:read', 'clients:read'],
  agreements: [undefined, 'clients:read'],
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
  challenges: [undefined, CHALLENGES],
  challenge_goals: [undefined, CHALLENGES],
  challenge_assessments: [undefined, CHALLENGES],
  challenge_articles: [undefined, CHALLENGES],
  leaderboards: [undefined, CHALLENGES],
  awards: [undefined, AWARDS],
  streaks: ['clients:read', 'clients:read'],
  audit_log: [undefined, 'audit_log:read'],
};

/** What clients did with records that staff manage, and what reading those needs. */
const OF_CLIENTS: Readonly<Record<string, string>> = {
  content_statuses: CONTENT,
  metric_entries: CONTENT,
  facts: CONTENT,
  challenge_enrollments: CHALLENGES,
  challenge_goal_entries: CHALLENGES,
  leaderboard_scores: CHALLENGES,
  award_grants: AWARDS,
};

const refusalOf = async (family: string, key: string): Promise<string | undefined> => {
  const url = `http://localhost/manage/exports/${family}?format=json`;
  const response = await studio.app.fetch(new Request(url, { headers: { 'x-service-api-key': key } }));
  const text = await response.text();
  return response.status === 200
    ? undefined
    : lacking({ ...response, status: response.status, body: JSON.parse(text) });
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

  test('staff, with what they have as instructors, such as their pay: staff and instructors', async () => {
    const refusal = async (...scopes: string[]) => refusalOf('staff', await studio.makeKey({ scopes }));
    expect(await refusal('staff:read', 'instructors:read')).toBe('manage');
    expect(await refusal('manage', 'instructors:read')).toBe('staff:read');
    expect(await refusal('manage', 'staff:read')).toBe('instructors:read');
    expect(await refusal('manage', 'staff:read', 'instructors:read')).toBeUndefined();
    const revoke = { permissionOverrides: { revoke: ['staff:read'] } };
    expect(await refusalOf('staff', (await addStaffKey(studio, { role: 'manager', ...revoke })).key)).toBe(
      'staff:read',
    );
    const frontDesk = { permissionOverrides: { revoke: ['staff:write'] } };
    expect(await refusalOf('staff', (await addStaffKey(studio, { role: 'manager', ...frontDesk })).key)).toBe(
      'staff:write',
    );
    expect(await refusalOf('staff', (await addStaffKey(studio, { role: 'manager' })).key)).toBeUndefined();
  });

  test('payment_methods, whose references no operation shows: payments, and the processor', async () => {
    const refusal = (key: string) => refusalOf('payment_methods', key);
    expect(await refusal(await studio.makeKey({ scopes: ['payments:read'] }))).toBe('manage');
    expect(await refusal(await studio.makeKey({ scopes: ['manage'] }))).toBeUndefined();
    expect(await refusal((await addStaffKey(studio, { role: 'owner' })).key)).toBeUndefined();
    expect(await refusal((await addStaffKey(studio, { role: 'manager' })).key)).toBe('settings:processor');
  });

  test.each(Object.entries(OF_CLIENTS))(
    '%s, which are of clients and of other records: both',
    async (family, other) => {
      const refusal = (key: string) => refusalOf(family, key);
      expect(await refusal(await studio.makeKey({ scopes: ['manage'] }))).toBe('clients:read');
      expect(await refusal(await studio.makeKey({ scopes: ['manage', 'clients:read'] }))).toBeUndefined();
      for (const missing of ['clients:read', other]) {
        const revoke = { permissionOverrides: { revoke: [missing] } };
        expect(await refusal((await addStaffKey(studio, { role: 'manager', ...revoke })).key)).toBe(missing);
      }
    },
  );

  test('every family is named here', () => {
    expect([...Object.keys(READING), 'staff', 'payment_methods', ...Object.keys(OF_CLIENTS)].sort()).toEqual(
      [...IMPORT_FAMILIES, 'audit_log'].sort(),
    );
  });
});
