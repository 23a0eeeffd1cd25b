import { expect } from 'bun:test';
import { SCOPES } from '../../../src/kernel/scopes.ts';
import { addStaffKey } from '../../api/staff-keys.ts';
import type { ApiResponse, Studio } from '../../helpers/api.ts';
import { importFile, lacking } from './set-up.ts';

/** A row, and what writing it one by one needs: scopes besides `manage`, and permissions. */
export type RightsRow = readonly [
  name: string,
  family: string,
  row: () => object,
  scopes: string[],
  permissions: string[],
];

/** What a person has who signs in: making one takes it all (conventions.md "Credentials"). */
export const EVERYTHING = SCOPES.filter(
  (scope) =>
    !scope.endsWith(':read') &&
    !['*', 'manage', 'bookings:override_capacity', 'bookings:waive_penalty'].includes(scope),
);

/** The families of what members did and have of it. */
export const ENGAGEMENT = [
  'challenges',
  'challenge_goals',
  'challenge_assessments',
  'challenge_articles',
  'facts',
  'challenge_enrollments',
  'challenge_goal_entries',
  'leaderboards',
  'leaderboard_scores',
  'awards',
  'award_grants',
  'streaks',
];

/** Imports a row with all rights, and with each of them missing. */
export const expectRights = async (
  studio: Studio,
  family: string,
  row: object,
  scopes: readonly string[],
  permissions: readonly string[],
): Promise<void> => {
  const dryRun = (key: string): Promise<ApiResponse> =>
    importFile(studio, family, [row], { dryRun: true, headers: { 'x-service-api-key': key } });
  expect(lacking(await dryRun(await studio.makeKey({ scopes: ['manage', ...scopes] })))).toBeUndefined();
  for (const missing of scopes) {
    const others = scopes.filter((scope) => scope !== missing);
    const response = await dryRun(await studio.makeKey({ scopes: ['manage', ...others] }));
    // Without every scope, what only owners may do names their permission; whoever lacks a scope to write may lack reading.
    const named = missing === '*' ? permissions.at(-1) : missing;
    const names = [named, named?.replace(/:write$/, ':read')];
    expect([response.status, names]).toEqual([403, expect.arrayContaining([lacking(response)])]);
  }
  const owner = await addStaffKey(studio, { role: 'owner' });
  expect(lacking(await dryRun(owner.key))).toBeUndefined();
  for (const missing of permissions) {
    const revoke = { permissionOverrides: { revoke: [missing] } };
    const { key } = await addStaffKey(studio, { role: 'manager', ...revoke });
    const response = await dryRun(key);
    expect([response.status, [missing, 'sites:archive']]).toEqual([403, expect.arrayContaining([lacking(response)])]);
  }
  expect(studio.events()).toEqual([]);
};
