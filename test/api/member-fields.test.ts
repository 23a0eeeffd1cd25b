import { expect, test } from 'bun:test';
import { detachedApp } from '../../src/cli/verbs/openapi.ts';
import { branchesOf, type TSchema } from '../../src/kernel/schemas.ts';
import { addEntry } from '../helpers/content.ts';
import { openStudioForMembers } from '../helpers/members.ts';
import { createClient } from '../helpers/sales.ts';

/** The paths of fields for integrations in a shape. */
const integrationFieldsIn = (schema: TSchema, path: string): string[] => [
  ...branchesOf(schema).flatMap((branch) => integrationFieldsIn(branch, path)),
  ...(schema.items === undefined ? [] : integrationFieldsIn(schema.items, `${path}[]`)),
  ...Object.entries<TSchema>(schema.properties ?? {}).flatMap(([name, field]) =>
    name === 'metadata' || name === 'externalId' ? [`${path}.${name}`] : integrationFieldsIn(field, `${path}.${name}`),
  ),
];

const OURS = { metadata: { crm: 'secret-4711' }, externalId: 'secret-4712' };

test('members see no metadata and no externalId; credentials of the business do', async () => {
  const studio = await openStudioForMembers();
  const clientId = await createClient(studio);
  const { headers: member } = await studio.signIn(clientId);
  await studio.patch(`/v2/clients/${clientId}`, OURS);
  const { homeLocationId } = (await studio.get(`/v2/clients/${clientId}`)).body;
  await studio.patch(`/v2/sites/${homeLocationId}`, OURS);
  const { id: entryId } = await addEntry(studio);
  await studio.patch(`/manage/content/entries/${entryId}`, OURS);
  const challenge = (
    await studio.post('/manage/challenges', {
      title: 'Spring',
      type: 'attendance',
      startDate: '2026-03-09',
      endDate: '2026-04-08',
      ...OURS,
    })
  ).body;
  expect((await studio.post(`/manage/challenges/${challenge.id}/publish`, {})).status).toBe(200);
  const board = await studio.post('/manage/leaderboards', {
    name: 'Visits',
    key: 'visits',
    rankBy: 'attendance',
    periodType: 'weekly',
    ...OURS,
  });
  expect([challenge.object, board.status, board.body.error]).toEqual(['challenge', 201, undefined]);
  await studio.get(`/v2/member/content/${entryId}/status`, member);
  const paths = [
    '/public-api/v2/member/profile',
    '/public-api/v2/member/schedule?expand[]=location',
    '/v2/content/entries',
    `/v2/content/entries/${entryId}`,
    '/v2/member/challenges',
    `/v2/member/challenges/${challenge.id}`,
    '/v2/member/leaderboards',
    `/v2/member/leaderboards/${board.body.id}`,
  ];
  const acting = { 'x-client-id': clientId };
  for (const path of paths) {
    for (const headers of path.startsWith('/public-api') ? [member] : [member, acting]) {
      const { status, body } = await studio.get(path, headers);
      expect([path, status]).toEqual([path, 200]);
      expect([path, JSON.stringify(body).match(/"(?:metadata|externalId)"|secret-/g)]).toEqual([path, null]);
    }
  }
  for (const path of ['/v2/content/entries', `/v2/content/entries/${entryId}`]) {
    const { body } = await studio.get(path);
    expect(body.data?.[0] ?? body).toMatchObject({ id: entryId, ...OURS });
  }
});

test('no answer of a member operation has them in its shape', () => {
  const shown = detachedApp()
    .operations.filter(({ audience }) => audience === 'member')
    .flatMap(({ id, response }) => (response === undefined ? [] : integrationFieldsIn(response, id)));
  expect(shown).toEqual([]);
});
