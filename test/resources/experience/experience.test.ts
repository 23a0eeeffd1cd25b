import { describe, expect, test } from 'bun:test';
import { contrastOf } from '../../../src/resources/experience/contrast.ts';
import { BUILT_IN_THEME, milestoneLists } from '../../../src/resources/experience/queries.ts';
import { COLORS } from '../../../src/resources/experience/shapes.ts';
import { addStaffKey } from '../../api/staff-keys.ts';
import { forEachTest, MAIN_SITE } from '../../helpers/api.ts';
import { addClient } from '../../helpers/bookings.ts';
import { errorOf, problemsOf } from '../../helpers/errors.ts';
import { openStudioForMembers } from '../../helpers/members.ts';

const NOW = '2026-03-02T08:00:00.000Z';
const ALL_ON = {
  challenges: true,
  metrics: true,
  leaderboards: true,
  awards: true,
  streaks: true,
  video: true,
  favorites: true,
  watch_later: true,
};

const studio = forEachTest(openStudioForMembers);
const member = forEachTest(async () => studio.signIn(await addClient(studio)));

const status = async () => (await studio.send('GET', '/v2/member/experience/status', undefined, member.headers)).body;
const put = (body: unknown, headers: Record<string, string> = {}) =>
  studio.send('PUT', '/manage/experience', body, headers);

const BUILT_IN = {
  id: BUILT_IN_THEME,
  name: 'Default',
  status: 'published',
  version: 1,
  publishedAt: '2026-01-01T00:00:00.000Z',
  colors: COLORS,
  logoUrl: null,
  fontFamily: null,
};
const DEFAULTS = {
  object: 'experience_status',
  theme: BUILT_IN,
  isEnabled: true,
  maintenance: { active: false, message: null, until: null },
  features: ALL_ON,
};

describe('GET /v2/member/experience/status', () => {
  test('200 the built-in theme until the brand has one, with the logo of the brand', async () => {
    expect(await status()).toEqual(DEFAULTS);
    await studio.patch('/v2/settings', { brand: { logoUrl: 'https://cdn.example/logo.svg' } });
    expect((await status()).theme).toEqual({ ...BUILT_IN, logoUrl: 'https://cdn.example/logo.svg' });
    await put({ theme: { logoUrl: 'https://cdn.example/own.svg' } });
    expect((await status()).theme.logoUrl).toBe('https://cdn.example/own.svg');
  });

  test('200 a maintenance with an end is over from then on, without a job', async () => {
    await put({ maintenance: { active: true, message: 'At noon', until: '2026-03-02T09:00:00+01:00' } });
    const until = '2026-03-02T08:00:00.000Z';
    expect((await status()).maintenance).toEqual({ active: false, message: 'At noon', until });
    await put({ maintenance: { active: true, until: '2026-03-02T08:00:01Z' } });
    const end = '2026-03-02T08:00:01.000Z';
    expect((await status()).maintenance).toEqual({ active: true, message: null, until: end });
    await studio.time.moveTo(Date.parse(end) - 1);
    expect((await status()).maintenance.active).toBe(true);
    await studio.time.moveTo(Date.parse(end));
    expect((await status()).maintenance).toEqual({ active: false, message: null, until: end });
    await put({ maintenance: { active: true } });
    expect((await status()).maintenance).toEqual({ active: true, message: null, until: null });
  });

  test('200 the features are those of the content, at any placement', async () => {
    const { data } = (await studio.get('/manage/content/features?limit=100')).body;
    const video = data.find(({ key }: { key: string }) => key === 'video');
    await studio.patch(`/manage/content/features/${video.id}`, { enabled: false });
    expect((await status()).features).toEqual({ ...ALL_ON, video: false });
    await studio.post('/manage/content/features', { key: 'video', name: 'Video', placement: 'home' });
    expect((await status()).features).toEqual(ALL_ON);
  });

  test('401 without a credential', async () => {
    const headers = { ...member.headers, authorization: '' };
    expect((await studio.send('GET', '/v2/member/experience/status', undefined, headers)).status).toBe(401);
  });
});

describe('PUT /manage/experience', () => {
  test('412 over a version that somebody else has changed; nothing is published', async () => {
    const send = async (method: string, body?: object, headers: Record<string, string> = {}) => {
      const response = await studio.app.fetch(
        new Request('http://localhost/manage/experience', {
          method,
          headers: { 'x-service-api-key': studio.mainKey, 'content-type': 'application/json', ...headers },
          ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        }),
      );
      return { status: response.status, etag: response.headers.get('etag') ?? '' };
    };
    const { etag } = await send('GET');
    const first = await send('PUT', { isEnabled: false }, { 'if-match': etag });
    expect(first.status).toBe(200);
    expect((await send('PUT', { isEnabled: true }, { 'if-match': etag })).status).toBe(412);
    expect((await studio.get('/manage/experience')).body).toMatchObject({ isEnabled: false, theme: { version: 2 } });
    expect((await send('PUT', { isEnabled: true }, { 'if-match': first.etag })).status).toBe(200);
  });

  test('200 each one makes a version; a part that is sent replaces the part, the others stay', async () => {
    const colors = { primary: '#7A1F5C', background: '#fbf5f0' };
    const first = await put({
      theme: { name: 'Harbour', colors, fontFamily: 'Georgia, serif' },
      isEnabled: false,
      maintenance: { active: true, message: 'Soon' },
      features: { awards: false },
      milestones: { visits: [100, 10], minutes: [60] },
    });
    expect([first.status, first.body]).toEqual([
      200,
      {
        object: 'experience',
        theme: {
          ...BUILT_IN,
          id: first.body.theme.id,
          name: 'Harbour',
          version: 2,
          publishedAt: NOW,
          colors: { ...COLORS, primary: '#7a1f5c', background: '#fbf5f0' },
          fontFamily: 'Georgia, serif',
        },
        isEnabled: false,
        maintenance: { active: true, message: 'Soon', until: null },
        features: { ...ALL_ON, awards: false },
        milestones: { visits: [10, 100], minutes: [60] },
        updatedAt: NOW,
      },
    ]);
    expect((await studio.get('/manage/experience')).body).toEqual(first.body);
    const { milestones: _milestones, updatedAt: _updatedAt, ...shown } = first.body;
    expect(await status()).toEqual({ ...shown, object: 'experience_status' });

    await studio.time.moveTo(studio.time.now() + 1000);
    const second = (await put({ theme: { name: 'Plain' }, milestones: { minutes: null }, maintenance: {} })).body;
    expect(second).toEqual({
      ...first.body,
      theme: {
        ...BUILT_IN,
        id: second.theme.id,
        name: 'Plain',
        version: 3,
        publishedAt: '2026-03-02T08:00:01.000Z',
      },
      maintenance: { active: false, message: null, until: null },
      milestones: { visits: null, minutes: null },
      updatedAt: '2026-03-02T08:00:01.000Z',
    });
    expect(new Set([BUILT_IN_THEME, first.body.theme.id, second.theme.id]).size).toBe(3);
    expect((await put({})).body.theme).toMatchObject({ name: 'Plain', version: 4 });
    expect(studio.events()).toEqual([]);
  });

  test('200 a feature is switched at each of its placements', async () => {
    await studio.post('/manage/content/features', { key: 'video', name: 'Video', placement: 'home' });
    expect((await put({ features: { video: false } })).body.features).toEqual({ ...ALL_ON, video: false });
    const { data } = (await studio.get('/manage/content/features?limit=100')).body;
    const enabled = data.flatMap((each: { key: string; enabled: boolean }) =>
      each.key === 'video' ? [each.enabled] : [],
    );
    expect(enabled).toEqual([false, false]);
    expect((await put({ features: { video: true } })).body.features).toEqual(ALL_ON);
    expect(studio.events()).toEqual([]);
  });

  test('200 the milestones, for the families that count', async () => {
    expect(milestoneLists(studio.store.view())).toEqual({ visits: null, minutes: null });
    await put({ milestones: { visits: [3, 2, 1] } });
    expect(milestoneLists(studio.store.view())).toEqual({ visits: [1, 2, 3], minutes: null });
  });

  test('200 any brand colour, with text on it that can be read', async () => {
    const textOn = async (primary: string) => {
      const { status, body } = await put({ theme: { colors: { primary } } });
      const { onPrimary } = body.theme.colors;
      expect([status, contrastOf(onPrimary, primary) >= 4.5]).toEqual([200, true]);
      return onPrimary;
    };
    expect(await textOn('#005F56')).toBe('#ffffff');
    expect(await textOn('#FFD400')).toBe(COLORS.text);
    expect(await textOn('#ff0000')).toBe('#000000');
    for (let grey = 0; grey < 256; grey += 15) await textOn(`#${grey.toString(16).padStart(2, '0').repeat(3)}`);
    expect(studio.events()).toEqual([]);
  });

  test('400 colours below 4.5:1, each with its figure, and no version', async () => {
    const response = await put({
      theme: { colors: { primary: '#ff0000', onPrimary: '#ffffff', mutedText: '#777777', background: '#ffffff' } },
    });
    const details = response.body.error.details.map(({ param, message }: { param: string; message: string }) => [
      param,
      message,
    ]);
    const message = (pair: string, figure: string) =>
      `The contrast of ${pair} is ${figure}:1. Choose colors with at least 4.5:1.`;
    expect([response.status, response.body.error.code, details]).toEqual([
      400,
      'parameter_invalid',
      [
        ['theme.colors.onPrimary', message("'onPrimary' (#ffffff) on 'primary' (#ff0000)", '3.99')],
        ['theme.colors.mutedText', message("'mutedText' (#777777) on 'background' (#ffffff)", '4.47')],
        ['theme.colors.mutedText', message("'mutedText' (#777777) on 'surface' (#ffffff)", '4.47')],
      ],
    ]);
    expect((await status()).theme).toEqual(BUILT_IN);
    expect((await put({ theme: { colors: { mutedText: '#767676', background: '#ffffff' } } })).status).toBe(200);
    expect(studio.events()).toEqual([]);
  });

  test('400 every problem at once', async () => {
    const response = await put({
      theme: { name: '', colors: { primary: 'red', accent: '#000000' }, logoUrl: 'x', fontFamily: 'a;b', version: 3 },
      isEnabled: 'yes',
      maintenance: { active: null, until: 'soon' },
      features: { videos: true, video: 1 },
      milestones: { visits: [], minutes: [5, 5], days: [1] },
      status: 'x',
    });
    expect(problemsOf(response).sort()).toEqual([
      400,
      'features.video parameter_invalid',
      'features.videos parameter_unknown',
      'isEnabled parameter_invalid',
      'maintenance.active parameter_invalid',
      'maintenance.until parameter_invalid',
      'milestones.days parameter_unknown',
      'milestones.minutes parameter_invalid',
      'milestones.visits parameter_invalid',
      'status parameter_unknown',
      'theme.colors.accent parameter_unknown',
      'theme.colors.primary parameter_invalid',
      'theme.fontFamily parameter_invalid',
      'theme.logoUrl parameter_invalid',
      'theme.name parameter_invalid',
    ]);
    expect(studio.events()).toEqual([]);
  });

  test('403 for a credential of some sites, and for staff who may not change the settings', async () => {
    const restricted = await studio.withKey({ siteIds: [MAIN_SITE] });
    expect((await studio.send('GET', '/manage/experience', undefined, restricted)).status).toBe(200);
    expect(errorOf(await put({ isEnabled: false }, restricted))).toEqual([403, 'site_not_allowed']);
    const { headers } = await addStaffKey(studio, { role: 'front_desk' });
    expect(errorOf(await put({ isEnabled: false }, headers))).toEqual([403, 'permission_denied']);
    expect((await status()).isEnabled).toBe(true);
  });
});
