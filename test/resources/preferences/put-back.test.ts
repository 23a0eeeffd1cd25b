import { describe, expect, test } from 'bun:test';
import { forEachTest } from '../../helpers/api.ts';
import { addClient } from '../../helpers/bookings.ts';
import { problemsOf } from '../../helpers/errors.ts';
import { openStudioForMembers } from '../../helpers/members.ts';

const studio = forEachTest(openStudioForMembers);
const member = forEachTest(async () => studio.signIn(await addClient(studio)));

const NOTIFICATIONS = '/v2/member/notifications/preferences';
const UNITS = '/v2/member/preferences/units';
const EXPERIENCE = '/manage/experience';

const of = (path: string) => (path === EXPERIENCE ? {} : member.headers);
const get = async (path: string) => (await studio.send('GET', path, undefined, of(path))).body;
const put = (path: string, body: unknown) => studio.send('PUT', path, body, of(path));

describe('PUT of what GET answered', () => {
  test.each([
    [NOTIFICATIONS, { channels: { sms: false }, quietHours: { start: '21:00', end: '07:00' } }],
    [UNITS, { system: 'metric', weight: 'lb' }],
    [EXPERIENCE, { theme: { name: 'Spring', colors: { primary: '#005f56' } }, features: { video: false } }],
  ])('200 %s, before and after something was chosen', async (path, chosen) => {
    for (const change of [undefined, chosen]) {
      if (change !== undefined) await put(path, change);
      const answered = await get(path);
      const { status, body } = await put(path, answered);
      expect(status).toBe(200);
      const { updatedAt: _, theme, ...rest } = body;
      const { updatedAt: _before, theme: before, ...restBefore } = answered;
      expect(rest).toEqual(restBefore);
      const published = { id: expect.any(String), version: before?.version + 1, publishedAt: expect.any(String) };
      expect(theme).toEqual(before === undefined ? undefined : { ...before, ...published });
      expect((await get(path)).theme?.id).toBe(theme?.id);
    }
    expect(studio.events()).toEqual([]);
  });

  test('400 each read-only field that is not as it was', async () => {
    const problems = async (path: string, body: unknown) => problemsOf(await put(path, body)).sort();
    const updatedAt = '2026-03-01T08:00:00.000Z';
    const wrong = [400, 'updatedAt parameter_invalid'];
    expect(await problems(NOTIFICATIONS, { updatedAt })).toEqual(wrong);
    expect(await problems(UNITS, { updatedAt })).toEqual(wrong);
    const { theme } = await get(EXPERIENCE);
    expect(await problems(EXPERIENCE, { updatedAt, theme: { ...theme, version: 7 } })).toEqual([
      400,
      'theme.version parameter_invalid',
      'updatedAt parameter_invalid',
    ]);
    expect(await problems(UNITS, { object: 'units' })).toEqual([400, 'object parameter_invalid']);
    expect(await problems(UNITS, { unit: 'kg' })).toEqual([400, 'unit parameter_unknown']);
    expect((await get(EXPERIENCE)).theme.version).toBe(1);
  });

  test('200 a feature that is on at one place only stays so', async () => {
    const { body } = await studio.get('/v2/content/features?limit=100');
    const video = body.data.find(({ key }: { key: string }) => key === 'video');
    const second = await studio.post('/manage/content/features', {
      key: 'video',
      name: 'Video',
      enabled: false,
      placement: 'home',
    });
    expect(second.status).toBe(201);
    await put(EXPERIENCE, await get(EXPERIENCE));
    const after = (await studio.get('/v2/content/features?limit=100')).body.data;
    const enabled = after
      .filter(({ key }: { key: string }) => key === 'video')
      .map((each: { enabled: boolean }) => each.enabled);
    expect(enabled.sort()).toEqual([false, video.enabled].sort());
  });
});
