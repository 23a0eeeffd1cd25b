import { expect, test } from 'bun:test';
import { recordRestore } from '../../src/cli/restored.ts';
import { systemRandom } from '../../src/kernel/random.ts';
import { openStudio } from '../helpers/api.ts';
import { signedIn } from '../helpers/people.ts';

const restored = { file: 'studiod.db', sha256: '00', createdAt: '2026-03-01T04:17:00.000Z', before: null };

test('a restore of either way ends the sessions of staff; the return of an upgrade ends none', async () => {
  for (const [verb, byStaffId, left] of [
    ['upgrade', null, 1],
    ['restore', null, 0],
    ['restore', '019cad8f-ac00-7070-987d-5c79805043c8', 0],
  ] as const) {
    const studio = await openStudio();
    await signedIn(studio);
    expect(studio.count('staffSessions')).toBe(1);
    await recordRestore(verb, systemRandom(), byStaffId)(studio.db, restored);
    expect([verb, studio.count('staffSessions')]).toEqual([verb, left]);
    const [entry] = (await studio.get(`/manage/audit-log?type=${verb}`)).body.data;
    expect(entry.after).toMatchObject(restored);
  }
});
