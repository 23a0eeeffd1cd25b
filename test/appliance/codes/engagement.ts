import { DAY_MS } from '../../../src/kernel/durations.ts';
import { ENTRIES, MEDIA, SITES } from '../../../src/resources/demo-ids.ts';
import type { ApiResponse } from '../../helpers/api.ts';
import type { Box, BoxMember, Provocations } from './box.ts';

const ENROLL = { acceptRules: true };
const FIELDS = [{ key: 'weight', label: 'Weight', unit: 'kg' }];

/** A challenge from today, for two weeks, as a draft. Returns its path below `/manage`. */
const draft = async (box: Box, fields: object = {}): Promise<{ id: string; path: string }> => {
  const [startDate, endDate] = [(await box.at(0)).slice(0, 10), (await box.at(14 * DAY_MS)).slice(0, 10)];
  const body = { title: 'Spring', type: 'points', siteIds: [SITES.downtown], startDate, endDate };
  const { id } = await box.made('/manage/challenges', { ...body, ...fields });
  return { id, path: `/manage/challenges/${id}` };
};
const publish = (box: Box, path: string): Promise<ApiResponse> => box.call('POST', `${path}/publish`);
/** A published challenge in which a member is enrolled, with a goal whose times have passed. */
const enrolled = async (box: Box) => {
  const { id, path } = await draft(box);
  const goal = { title: 'Walk', targetType: 'count', defaultTarget: 3 };
  const past = { ...goal, commitBy: await box.at(60_000), submitBy: await box.at(120_000) };
  const { id: goalId } = await box.made(`${path}/goals`, past);
  const stages = { name: 'Start', stage: 'baseline', fields: FIELDS };
  const { id: assessmentId } = await box.made(`${path}/assessments`, stages);
  const { status, body } = await publish(box, path);
  if (status !== 200) throw new Error(JSON.stringify(body));
  const who = await box.member();
  const at = `/v2/member/challenges/${id}`;
  await box.given('POST', `${at}/enroll`, ENROLL, who.headers);
  return { who, at, goalId, assessmentId, path };
};
const open = async (box: Box, fields: object = {}) => {
  const { id, path } = await draft(box, fields);
  await publish(box, path);
  return { at: `/v2/member/challenges/${id}/enroll`, path };
};
const enroll = (who: BoxMember, at: string): Promise<ApiResponse> => who.call('POST', at, ENROLL);

/** Errors of content, challenges, leaderboards, awards and metrics. */
export const engagementCodes: Provocations = {
  content_locked: async (box) => {
    const body = { title: 'Locked', type: 'video', status: 'published', access: 'package' };
    const { id } = await box.made('/manage/content/entries', body);
    return (await box.member()).call('PUT', `/v2/member/content/${id}/status`, { status: 'completed' });
  },
  media_not_ready: async (box) => {
    box.change(`update contentMedia set status = 'processing' where id = '${MEDIA.warmUp}'`);
    const response = await box.call('GET', `/v2/content/media/${MEDIA.warmUp}/playback`);
    box.change(`update contentMedia set status = 'ready' where id = '${MEDIA.warmUp}'`);
    return response;
  },
  video_session_closed: async (box) => {
    const who = await box.member();
    const start = { contentMediaId: MEDIA.morningFlow, deviceType: 'web' };
    const { id } = await box.given('POST', '/v2/member/video/sessions', start, who.headers);
    const path = `/v2/member/video/sessions/${id}`;
    await box.given('PUT', `${path}/end`, { positionSeconds: 1 }, who.headers);
    return who.call('PUT', `${path}/heartbeat`, { positionSeconds: 2, state: 'playing' });
  },
  slug_exists: async ({ call, made }) => {
    await made('/manage/content/categories', { name: 'Dance', slug: 'dance' });
    return call('POST', '/manage/content/categories', { name: 'Dancing', slug: 'dance' });
  },
  in_use: async ({ call, made }) => {
    const { id } = await made('/manage/content/categories', { name: 'Above' });
    await made('/manage/content/categories', { name: 'Below', parentId: id });
    return call('DELETE', `/manage/content/categories/${id}`);
  },
  content_archived: async (box) => {
    await box.given('DELETE', `/manage/content/entries/${ENTRIES.backSquat}`);
    const entry = { contentEntryId: ENTRIES.backSquat, value: 110 };
    return (await box.member()).call('POST', '/v2/member/metrics/entries', entry);
  },
  award_already_earned: async (box) => {
    const { id } = await box.made('/manage/awards', { name: 'Kindness', trigger: 'manual' });
    const clientId = await box.client();
    await box.made(`/manage/awards/${id}/grants`, { clientId });
    return box.call('POST', `/manage/awards/${id}/grants`, { clientId });
  },
  award_archived: async (box) => {
    const { id } = await box.made('/manage/awards', { name: 'Patience', trigger: 'manual' });
    await box.given('DELETE', `/manage/awards/${id}`);
    return box.call('POST', `/manage/awards/${id}/grants`, { clientId: await box.client() });
  },
  leaderboard_archived: async (box) => {
    const { id } = await box.made('/manage/leaderboards', { name: 'A', rankBy: 'attendance', periodType: 'all_time' });
    await box.given('DELETE', `/manage/leaderboards/${id}`);
    return box.call('PATCH', `/manage/leaderboards/${id}`, { name: 'B' });
  },
  limit_reached: async (box) => {
    const board = { name: 'Visits', rankBy: 'attendance', periodType: 'all_time' };
    let response = await box.call('POST', '/manage/leaderboards', board);
    while (response.status === 201) response = await box.call('POST', '/manage/leaderboards', board);
    return response;
  },
  already_enrolled: async (box) => {
    const { who, at } = await enrolled(box);
    return enroll(who, `${at}/enroll`);
  },
  not_enrolled: async (box) => {
    const { at, goalId } = await enrolled(box);
    return (await box.member()).call('POST', `${at}/goals/submit`, { goals: [{ goalId, value: 1 }] });
  },
  enrollment_closed: async (box) => {
    const { at } = await open(box, { enrollmentClosesAt: await box.at(60_000) });
    await box.pass('PT2M');
    return enroll(await box.member(), at);
  },
  challenge_full: async (box) => {
    const { at } = await open(box, { capacity: 1 });
    await enroll(await box.member(), at);
    return enroll(await box.member(), at);
  },
  commitment_closed: async (box) => {
    const { who, at, goalId } = await enrolled(box);
    await box.pass('PT90S');
    return who.call('POST', `${at}/goals/commit`, { goals: [{ goalId, target: 3 }] });
  },
  submission_closed: async (box) => {
    const { who, at, goalId } = await enrolled(box);
    await box.pass('PT5M');
    return who.call('POST', `${at}/goals/submit`, { goals: [{ goalId, value: 3 }] });
  },
  assessment_already_submitted: async (box) => {
    const { who, at, assessmentId } = await enrolled(box);
    const submit = () => who.call('POST', `${at}/assessments/submit`, { assessmentId, values: { weight: 80 } });
    await submit();
    return submit();
  },
  challenge_published: async (box) => {
    const { path } = await open(box);
    return box.call('PATCH', path, { type: 'goals' });
  },
  challenge_archived: async (box) => {
    const { path } = await draft(box);
    await box.given('DELETE', path);
    return publish(box, path);
  },
  challenge_not_ready: async (box) => {
    const { path } = await draft(box);
    const submitBy = await box.at(13 * DAY_MS);
    await box.made(`${path}/goals`, { title: 'Walk', targetType: 'boolean', submitBy });
    await box.given('PATCH', path, { endDate: (await box.at(3 * DAY_MS)).slice(0, 10) });
    return publish(box, path);
  },
};
