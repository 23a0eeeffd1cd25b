import { afterAll, describe, expect, test } from 'bun:test';
import { forAllTests } from '../../helpers/api.ts';
import { addClient } from '../../helpers/bookings.ts';
import { addEntry } from '../../helpers/content.ts';
import { problemsOf } from '../../helpers/errors.ts';
import { UNKNOWN } from '../../helpers/sales.ts';
import { openAwardStudio } from './set-up.ts';

const studio = forAllTests(openAwardStudio);
afterAll(() => studio.close());

const refused = async (body: object) => problemsOf(await studio.post('/manage/awards', { name: 'Ten', ...body }));

describe('an award', () => {
  test('201 with all of its fields, and no events', async () => {
    studio.events();
    const given = {
      name: 'Hundred',
      description: 'A hundred visits.',
      category: 'Visits',
      trigger: 'visits',
      threshold: 100,
      badgeUrl: 'https://img.example/100.png',
      tier: 'gold',
      isHidden: true,
      isRepeatable: false,
      externalId: 'a-100',
      metadata: { colour: 'red' },
    };
    const { status, body } = await studio.post('/manage/awards', given);
    expect([status, body]).toEqual([
      201,
      {
        ...given,
        id: expect.any(String),
        object: 'award',
        createdAt: expect.any(String),
        updatedAt: expect.any(String),
        streakType: null,
        metricContentEntryId: null,
        challengeId: null,
        maxRank: null,
        archivedAt: null,
      },
    ]);
    expect((await studio.get(`/manage/awards/${body.id}`)).body).toEqual(body);
    expect((await studio.get('/manage/awards?external_id=a-100')).body.data).toEqual([body]);
    const changed = await studio.patch(`/manage/awards/${body.id}`, { tier: 'platinum', isHidden: false });
    expect(changed).toMatchObject({ status: 200, body: { tier: 'platinum', isHidden: false, name: 'Hundred' } });
    expect((await studio.delete(`/manage/awards/${body.id}`)).body).toMatchObject({
      id: body.id,
      object: 'award',
      deleted: true,
      archived: true,
    });
    expect((await studio.delete(`/manage/awards/${body.id}`)).status).toBe(200);
    expect((await studio.get('/manage/awards?external_id=a-100')).body.data).toEqual([]);
    const all = await studio.get('/manage/awards?external_id=a-100&include_archived=true');
    expect(all.body.data).toMatchObject([{ id: body.id }]);
    expect(studio.events()).toEqual([]);
  });

  test('400 for fields that do not fit the trigger, all at once', async () => {
    const video = (await addEntry(studio, {})).id;
    const streak = { trigger: 'streak', streakType: 'video' };
    expect(await refused({ trigger: 'visits' })).toEqual([400, 'threshold parameter_missing']);
    expect(await refused({ trigger: 'visits', threshold: 0 })).toEqual([400, 'threshold parameter_invalid']);
    expect(await refused({ ...streak, threshold: 1.5 })).toEqual([400, 'threshold parameter_invalid']);
    expect(await refused({ trigger: 'streak', maxRank: 3 })).toEqual([
      400,
      'threshold parameter_missing',
      'streakType parameter_missing',
      'maxRank parameter_invalid',
    ]);
    expect(await refused({ trigger: 'manual', threshold: 3 })).toEqual([400, 'threshold parameter_invalid']);
    for (const metricContentEntryId of [UNKNOWN, video]) {
      expect(await refused({ trigger: 'metric', threshold: 3, metricContentEntryId })).toEqual([
        400,
        'metricContentEntryId resource_missing',
      ]);
    }
    const { id } = await studio.award({ trigger: 'visits', threshold: 10 });
    expect((await studio.patch(`/manage/awards/${id}`, { trigger: 'manual' })).status).toBe(400);
    expect((await studio.patch(`/manage/awards/${id}`, { trigger: 'manual', threshold: null })).status).toBe(200);
  });
});

describe('a grant', () => {
  test('201 by hand, raised once; 409 award_already_earned again; away and granted anew', async () => {
    const { id } = await studio.award({ trigger: 'manual' });
    const clientId = await addClient(studio);
    const { status, body } = await studio.post(`/manage/awards/${id}/grants`, { clientId });
    expect([status, body]).toEqual([
      201,
      {
        id: expect.any(String),
        object: 'award_grant',
        awardId: id,
        clientId,
        source: 'granted',
        earnedAt: body.createdAt,
        dismissedAt: null,
        createdAt: expect.any(String),
        updatedAt: body.createdAt,
      },
    ]);
    expect(studio.earned()).toEqual([[id, body.earnedAt]]);
    const again = await studio.post(`/manage/awards/${id}/grants`, { clientId });
    expect(again).toMatchObject({ status: 409, body: { error: { code: 'award_already_earned' } } });
    expect((await studio.get(`/manage/awards/${id}/grants`)).body.data).toEqual([body]);
    const away = await studio.delete(`/manage/awards/${id}/grants/${body.id}`);
    expect([away.status, away.body]).toEqual([200, { id: body.id, object: 'award_grant', deleted: true }]);
    expect((await studio.delete(`/manage/awards/${id}/grants/${body.id}`)).status).toBe(404);
    expect((await studio.get(`/manage/awards/${id}/grants?client_id=${clientId}`)).body.data).toEqual([]);
    expect(studio.events()).toEqual([]);
    expect((await studio.post(`/manage/awards/${id}/grants`, { clientId })).status).toBe(201);
  });

  test('of a repeatable award as often as you like; of one that is earned by visits too, which then earn no second', async () => {
    const clientId = await addClient(studio);
    const repeatable = await studio.award({ trigger: 'manual', isRepeatable: true });
    for (const expected of [201, 201]) {
      expect((await studio.post(`/manage/awards/${repeatable.id}/grants`, { clientId })).status).toBe(expected);
    }
    const { id } = await studio.award({ trigger: 'visits', threshold: 1 });
    await studio.given(studio.post(`/manage/awards/${id}/grants`, { clientId }));
    await studio.visit(clientId, '2026-02-01T09:00:00.000Z');
    expect(studio.earned().filter(([award]) => award === id)).toEqual([]);
  });

  test('that was earned and taken away is not earned again by the same visits', async () => {
    const clientId = await addClient(studio);
    const { id } = await studio.award({ trigger: 'visits', threshold: 1 });
    await studio.visit(clientId, '2026-02-01T09:00:00.000Z');
    const [grant] = (await studio.get(`/manage/awards/${id}/grants?client_id=${clientId}`)).body.data;
    expect(grant).toMatchObject({ source: 'earned', earnedAt: '2026-02-01T09:00:00.000Z' });
    await studio.given(studio.delete(`/manage/awards/${id}/grants/${grant.id}`));
    await studio.visit(clientId, '2026-02-02T09:00:00.000Z');
    expect(studio.earned().filter(([award]) => award === id)).toEqual([]);
    expect((await studio.post(`/manage/awards/${id}/grants`, { clientId })).status).toBe(201);
  });

  test('409 award_archived, and nothing is raised', async () => {
    const { id } = await studio.award({ trigger: 'manual', isRepeatable: true });
    const clientId = await addClient(studio);
    await studio.given(studio.delete(`/manage/awards/${id}`));
    const response = await studio.post(`/manage/awards/${id}/grants`, { clientId });
    expect(response).toMatchObject({ status: 409, body: { error: { code: 'award_archived' } } });
    expect(studio.events()).toEqual([]);
  });

  test('400 for a client who does not exist, 404 for a grant of another award', async () => {
    const [one, other] = [await studio.award({ trigger: 'manual' }), await studio.award({ trigger: 'manual' })];
    const unknown = await studio.post(`/manage/awards/${one.id}/grants`, { clientId: UNKNOWN });
    expect(unknown).toMatchObject({ status: 400, body: { error: { code: 'resource_missing', param: 'clientId' } } });
    const grant = await studio.post(`/manage/awards/${one.id}/grants`, { clientId: await addClient(studio) });
    expect((await studio.delete(`/manage/awards/${other.id}/grants/${grant.body.id}`)).status).toBe(404);
  });

  test('is seen by a credential of some sites for clients of these only, and changed by none of them', async () => {
    const { body: uptown } = await studio.post('/v2/sites', { name: 'Uptown' });
    const here = await addClient(studio);
    const there = await addClient(studio, { homeLocationId: uptown.id });
    const { id } = await studio.award({ trigger: 'manual' });
    const grants = [];
    for (const clientId of [here, there]) grants.push(await studio.post(`/manage/awards/${id}/grants`, { clientId }));
    const key = await studio.withKey({ siteIds: [uptown.id], scopes: ['manage'] });
    const headers = key;
    const seen = await studio.get(`/manage/awards/${id}/grants`, headers);
    expect(seen.body.data.map(({ clientId }: { clientId: string }) => clientId)).toEqual([there]);
    const all = await studio.get(`/manage/awards/${id}/grants?expand[]=client`);
    expect(all.body.data).toMatchObject([{ client: { id: there } }, { client: { id: here, object: 'client' } }]);
    const path = `/manage/awards/${id}/grants`;
    expect(await studio.send('POST', path, { clientId: there }, headers)).toMatchObject({
      status: 403,
      body: { error: { code: 'site_not_allowed' } },
    });
    const away = await studio.send('DELETE', `${path}/${grants[1]?.body.id}`, undefined, headers);
    expect(away.status).toBe(403);
  });
});
