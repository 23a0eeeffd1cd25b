import { describe, expect, test } from 'bun:test';
import { forEachTest } from '../../helpers/api.ts';
import { ACCEPT, addChallenge, addDraft, addPart, publish } from '../../helpers/challenges.ts';
import { addEntry } from '../../helpers/content.ts';
import { openContentStudio, UNKNOWN } from '../../helpers/content-members.ts';
import { errorOf } from '../../helpers/errors.ts';

const studio = forEachTest(openContentStudio);
const member = forEachTest(() => studio.member());

const at = (instant: string) => studio.time.skipTo(Date.parse(instant));
const enroll = (id: string, who = member, body: object = ACCEPT) => who.post(`/challenges/${id}/enroll`, body);

describe('the status', () => {
  test('follows the clock, without any job', async () => {
    const { id } = await addDraft(studio, { enrollmentOpensAt: '2026-03-03T10:00:00Z', endDate: '2026-03-04' });
    const status = async () => (await studio.get(`/manage/challenges/${id}`)).body.status;
    expect(await status()).toBe('draft');
    await publish(studio, id);
    const seen: string[] = [await status()];
    // New York is 5 hours behind.
    for (const instant of ['2026-03-03T10:00:00Z', '2026-03-04T04:59:59.999Z', '2026-03-04T05:00:00Z']) {
      await at(instant);
      seen.push(await status());
    }
    for (const instant of ['2026-03-05T04:59:59.999Z', '2026-03-05T05:00:00Z']) {
      await at(instant);
      seen.push(await status());
    }
    expect(seen).toEqual(['upcoming', 'enrolling', 'enrolling', 'active', 'active', 'completed']);
    await studio.delete(`/manage/challenges/${id}`);
    expect(await status()).toBe('archived');
    expect(studio.events()).toEqual([]);
  });

  test('members see all but drafts, archived ones and those of other sites', async () => {
    const other = (await studio.post('/v2/sites', { name: 'Uptown' })).body.id;
    const draft = await addDraft(studio);
    const archived = await addChallenge(studio);
    await studio.delete(`/manage/challenges/${archived}`);
    const elsewhere = await addChallenge(studio, { siteIds: [other] });
    const shown = await addChallenge(studio);
    const list = await member.get('/challenges');
    expect(list.body.data.map(({ id }: { id: string }) => id)).toEqual([shown]);
    for (const id of [draft.id, archived, elsewhere, UNKNOWN]) {
      expect((await member.get(`/challenges/${id}`)).status).toBe(404);
      expect((await enroll(id)).status).toBe(404);
    }
    expect((await member.get(`/challenges/${shown}`)).body).toMatchObject({ status: 'enrolling', enrollment: null });
  });

  test('the filters of the list', async () => {
    const first = await addChallenge(studio, { type: 'goals' });
    const second = await addChallenge(studio, { startDate: '2026-03-03', endDate: '2026-03-05' });
    await enroll(second);
    const ids = async (query: string) =>
      (await member.get(`/challenges?${query}`)).body.data.map(({ id }: { id: string }) => id);
    expect(await ids('')).toEqual([second, first]);
    expect(await ids('type=goals')).toEqual([first]);
    expect(await ids('enrolled=true')).toEqual([second]);
    expect(await ids('enrolled=false')).toEqual([first]);
    expect(await ids(`starting_after=${second}`)).toEqual([first]);
    await at('2026-03-03T12:00:00Z');
    expect([await ids('status=active'), await ids('status=enrolling'), await ids('status=upcoming')]).toEqual([
      [second],
      [first],
      [],
    ]);
    expect((await member.get('/challenges/history')).body.data).toEqual([]);
    await at('2026-03-06T12:00:00Z');
    const past = (await member.get('/challenges/history')).body.data;
    expect(
      past.map(({ id, enrollment }: { id: string; enrollment: { status: string } }) => [id, enrollment.status]),
    ).toEqual([[second, 'completed']]);
  });
});

describe('enrolling', () => {
  test('201, with its event, and 409 already_enrolled', async () => {
    const id = await addChallenge(studio, { capacity: 5 });
    const { status, body } = await enroll(id, member, { ...ACCEPT, division: 'Masters', displayConsent: true });
    expect([status, body]).toEqual([
      201,
      expect.objectContaining({
        challengeId: id,
        clientId: member.id,
        status: 'enrolled',
        division: 'Masters',
        displayConsent: true,
        enrolledAt: '2026-03-02T08:00:00.000Z',
        withdrawnAt: null,
        finalRank: null,
        pointsTotal: 0,
      }),
    ]);
    expect(errorOf(await enroll(id))).toEqual([409, 'already_enrolled']);
    const [event, ...others] = studio.eventsInFull();
    expect([event?.type, others]).toEqual(['challenge.enrolled', []]);
    expect(event?.data).toMatchObject({ challengeId: id, clientId: member.id, enrollmentId: body.id });
    expect((await member.get(`/challenges/${id}`)).body).toMatchObject({
      participantCount: 1,
      enrollment: { id: body.id },
    });
  });

  test('400 unless the rules are accepted', async () => {
    const id = await addChallenge(studio);
    for (const body of [{}, { acceptRules: false }]) expect((await enroll(id, member, body)).status).toBe(400);
    expect(studio.events()).toEqual([]);
  });

  test('409 enrollment_closed before it opens and from when it closes', async () => {
    const id = await addChallenge(studio, {
      enrollmentOpensAt: '2026-03-03T00:00:00Z',
      enrollmentClosesAt: '2026-03-05T00:00:00Z',
    });
    expect(errorOf(await enroll(id))).toEqual([409, 'enrollment_closed']);
    await at('2026-03-05T00:00:00Z');
    expect(errorOf(await enroll(id))).toEqual([409, 'enrollment_closed']);
    await at('2026-03-04T23:59:59Z');
    expect(studio.events()).toEqual([]);
  });

  test('200 at once for 10 places: exactly 10', async () => {
    const id = await addChallenge(studio, { capacity: 10 });
    const members = await studio.given(Promise.all(Array.from({ length: 200 }, () => studio.member())));
    const codes = (await Promise.all(members.map((each) => enroll(id, each)))).map((response) =>
      errorOf(response).join(),
    );
    expect(
      Object.fromEntries(
        Map.groupBy(codes, (code) => code)
          .entries()
          .map(([code, all]) => [code, all.length]),
      ),
    ).toEqual({
      '201,': 10,
      '409,challenge_full': 190,
    });
    expect(studio.events()).toEqual(Array.from({ length: 10 }, () => 'challenge.enrolled'));
    expect((await studio.get(`/manage/challenges/${id}`)).body.participantCount).toBe(10);
    const listed = await studio.get(`/manage/challenges/${id}/enrollments?limit=100&status=enrolled`);
    expect(listed.body.data.length).toBe(10);
  });

  test('withdrawing frees the place and keeps the history; enrolling again takes it up', async () => {
    const id = await addChallenge(studio, { capacity: 1 });
    expect(errorOf(await member.delete(`/challenges/${id}/enroll`))).toEqual([409, 'not_enrolled']);
    const first = (await enroll(id)).body;
    const left = await member.delete(`/challenges/${id}/enroll`);
    expect([left.status, left.body]).toEqual([
      200,
      expect.objectContaining({ id: first.id, status: 'withdrawn', withdrawnAt: '2026-03-02T08:00:00.000Z' }),
    ]);
    expect(errorOf(await member.delete(`/challenges/${id}/enroll`))).toEqual([409, 'not_enrolled']);
    expect(errorOf(await member.get(`/challenges/${id}/progress`))).toEqual([409, 'not_enrolled']);
    const past = (await member.get('/challenges/history')).body.data;
    expect(past.map((each: { id: string }) => each.id)).toEqual([id]);
    await at('2026-03-02T09:00:00Z');
    const again = (await enroll(id)).body;
    expect(again).toMatchObject({ id: first.id, status: 'enrolled', withdrawnAt: null, enrolledAt: first.enrolledAt });
    expect(studio.events()).toEqual(['challenge.enrolled', 'challenge.withdrawn', 'challenge.enrolled']);
    expect(errorOf(await enroll(id, await studio.member()))).toEqual([409, 'challenge_full']);
  });

  test('archiving a client frees the place, but for a challenge that is over; the old points go on when they come back', async () => {
    const over = await addChallenge(studio, { startDate: '2026-03-02', endDate: '2026-03-02' });
    const id = await addChallenge(studio, { capacity: 1, startDate: '2026-03-02', pointsRules: { perGoal: 5 } });
    const { id: goalId } = await addPart(studio, id, 'goals', { title: 'Walk', targetType: 'boolean' });
    await enroll(over);
    await enroll(id);
    await member.post(`/challenges/${id}/goals/submit`, { goals: [{ goalId, achieved: true }] });
    await studio.given(at('2026-03-03T08:00:00Z'));
    await studio.delete(`/v2/clients/${member.id}`);
    expect(studio.events()).toEqual(['challenge.withdrawn', 'client.archived']);
    const { data } = (await studio.get(`/manage/challenges/${over}/enrollments`)).body;
    expect(data).toMatchObject([{ status: 'completed', finalRank: 1 }]);
    const other = await studio.member();
    expect(errorOf(await enroll(id, other))).toEqual([201, undefined]);
    await other.delete(`/challenges/${id}/enroll`);
    await studio.patch(`/v2/clients/${member.id}`, { status: 'active' });
    expect((await enroll(id)).body).toMatchObject({ status: 'enrolled', pointsTotal: 5 });
  });

  test('opens content with the access challenge, until the challenge is over or left', async () => {
    const id = await addChallenge(studio, { endDate: '2026-03-04' });
    const entry = await addEntry(studio, { access: 'challenge', accessChallengeIds: [id] });
    const lock = async () => (await member.content(`/entries/${entry.id}`)).body.lockReason;
    expect(await lock()).toBe('challenge_required');
    await enroll(id);
    expect(await lock()).toBeNull();
    await member.delete(`/challenges/${id}/enroll`);
    expect(await lock()).toBe('challenge_required');
    await enroll(id);
    await at('2026-03-05T05:59:59Z');
    expect(await lock()).toBeNull();
    await at('2026-03-05T06:00:00Z');
    expect(await lock()).toBe('challenge_required');
  });
});
