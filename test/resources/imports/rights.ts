import { expect } from 'bun:test';
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
    expect([response.status, lacking(response)]).toEqual([403, missing]);
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
