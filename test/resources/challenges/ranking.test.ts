import { describe, expect, test } from 'bun:test';
import { forEachTest, MAIN_SITE } from '../../helpers/api.ts';
import { ACCEPT, addChallenge, addDraft, addPart } from '../../helpers/challenges.ts';
import { openContentStudio } from '../../helpers/content-members.ts';
import { errorOf } from '../../helpers/errors.ts';

const studio = forEachTest(openContentStudio);
const at = (instant: string) => studio.time.skipTo(Date.parse(instant));

interface Listed {
  readonly rank: number | null;
  readonly clientId: string;
  readonly pointsTotal: number;
}

describe('who takes part in a challenge', () => {
  test('by points, with ranks and clients, without the withdrawn; the newest first by default', async () => {
    const rules = { pointsRules: { perAttendance: 10 }, startDate: '2026-03-02', endDate: '2026-03-10' };
    const id = await addChallenge(studio, rules);
    const members = [await studio.member(), await studio.member(), await studio.member(), await studio.member()];
    for (const member of members) await member.post(`/challenges/${id}/enroll`, ACCEPT);
    const [first, second, third, gone] = members;
    await gone?.delete(`/challenges/${id}/enroll`);
    await at('2026-03-04T12:00:00Z');
    const visit = (clientId: string | undefined, checkedInAt: string) =>
      studio.post('/v2/checkins', { clientId, locationId: MAIN_SITE, checkedInAt });
    await visit(second?.id, '2026-03-03T12:00:00Z');
    await visit(second?.id, '2026-03-04T11:00:00Z');
    await visit(third?.id, '2026-03-04T11:00:00Z');
    const list = async (query: string): Promise<Listed[]> =>
      (await studio.get(`/manage/challenges/${id}/enrollments?${query}`)).body.data;
    const ranks = async (query: string) =>
      (await list(query)).map((row) => [row.rank, row.clientId, row.pointsTotal] as unknown[]);
    const one = [1, second?.id, 20];
    const two = [2, third?.id, 10];
    const three = [3, first?.id, 0];
    const ranked: unknown[][] = [one, two, three];
    expect(await ranks('sort=points')).toEqual(ranked);
    expect(await ranks('sort=points&status=enrolled')).toEqual(ranked);
    expect(await ranks('sort=points&status=withdrawn')).toEqual([]);
    expect(await ranks('')).toEqual([[null, gone?.id, 0], two, one, three]);
    const { body } = await studio.get(`/manage/challenges/${id}/enrollments?sort=points&limit=1`);
    expect(await ranks(`sort=points&limit=1&starting_after=${body.nextCursor}`)).toEqual([two]);
    const [leader] = (await studio.get(`/manage/challenges/${id}/enrollments?sort=points&expand[]=client`)).body.data;
    expect(leader.client).toMatchObject({ id: second?.id, object: 'client' });
    await at('2026-03-11T06:00:00Z');
    expect(await ranks('sort=points&status=completed')).toEqual(ranked);
    expect(await ranks('sort=points&status=enrolled')).toEqual([]);
  });
});

describe('publishing with dry_run', () => {
  const preview = (id: string) => studio.post(`/manage/challenges/${id}/publish?dry_run=true`);

  test('says what members would see, and changes nothing', async () => {
    const { id } = await addDraft(studio);
    await addPart(studio, id, 'goals', { title: 'Walk', targetType: 'boolean' });
    const { status, body } = await preview(id);
    expect([status, body]).toEqual([
      200,
      {
        object: 'challenge_publish_preview',
        challengeId: id,
        status: 'enrolling',
        enrollmentOpensAt: expect.any(String),
        enrollmentClosesAt: '2026-03-18T04:00:00.000Z',
        goalCount: 1,
        assessmentCount: 0,
        articleCount: 0,
      },
    ]);
    expect((await studio.get(`/manage/challenges/${id}`)).body.status).toBe('draft');
    expect(studio.events()).toEqual([]);
  });

  test('is refused as publishing is', async () => {
    const { id } = await addDraft(studio);
    await addPart(studio, id, 'goals', { title: 'Walk', targetType: 'boolean', submitBy: '2026-03-17T00:00:00Z' });
    await studio.patch(`/manage/challenges/${id}`, { endDate: '2026-03-10' });
    expect(errorOf(await preview(id))).toEqual([409, 'challenge_not_ready']);
    await studio.delete(`/manage/challenges/${id}`);
    expect(errorOf(await preview(id))).toEqual([409, 'challenge_archived']);
  });
});
