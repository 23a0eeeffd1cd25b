import { DAY_MS } from '../../src/kernel/durations.ts';
import type { Studio } from './api.ts';
import { addCategory, addEntry, addTag } from './content.ts';

const SHA = (digit: string): string => digit.repeat(64);

interface Around {
  readonly site: string;
  readonly instructor: string;
  readonly plan: string;
  readonly clientId: string;
}

/** Gives a media the file of an upload that is done, with a poster. */
const addStoredMedia = ({ db, time }: Studio, id: string, file: string): void => {
  const now = new Date(time.now()).toISOString();
  const rows = [file, SHA('f')];
  for (const sha of rows) {
    db.run('insert or ignore into mediaFiles (id, sizeBytes, createdAt, updatedAt) values (?, 5, ?, ?)', [
      sha,
      now,
      now,
    ]);
  }
  db.run(
    `update contentMedia set externalUrl = null, fileSha256 = ?, posterSha256 = ?, sizeBytes = 5, fileName = 'a.mp4',
     codecs = 'avc1.64001f, mp4a.40.2', bitrateKbps = 800 where id = ?`,
    [file, SHA('f'), id],
  );
};

/** Content of every kind, in the states that are easily lost. */
export const addUsedContent = async (studio: Studio, { site, instructor, plan, clientId }: Around): Promise<void> => {
  const { given, post, patch, send, delete: remove } = studio;
  await given(post('/manage/content/types', { key: 'podcast', name: 'Podcast', pluralName: 'Podcasts', position: 9 }));
  const { data: types } = await given(studio.get('/manage/content/types'));
  await given(patch(`/manage/content/types/${types[0].id}`, { icon: 'film', name: '=Video' }));
  const below = await addCategory(studio, { name: 'Below', slug: 'under' });
  const top = await addCategory(studio, { siteIds: [site], imageUrl: 'https://img.example/a.png' });
  // The one above is newer than the one below.
  await given(patch(`/manage/content/categories/${below.id}`, { parentId: top.id }));
  const goneBelow = await addCategory(studio, { name: 'Gone below' });
  const gone = await addCategory(studio, { name: 'Gone' });
  await given(patch(`/manage/content/categories/${goneBelow.id}`, { parentId: gone.id }));
  await given(remove(`/manage/content/categories/${goneBelow.id}`));
  await given(remove(`/manage/content/categories/${gone.id}`));
  const mat = await addTag(studio, { name: '@Mat', group: 'Equipment' });
  const old = await addTag(studio, { name: 'Old' });
  const program = await addEntry(studio, { title: 'Two weeks', type: 'program', unlocksInOrder: true });
  const flow = await addEntry(studio, {
    body: '# Flow\n\n"Breathe", slowly; =1+1',
    summary: '-1',
    level: 'Beginner',
    equipment: ['Mat; thick'],
    categoryIds: [below.id, gone.id],
    tagIds: [mat.id, old.id],
    instructorIds: [instructor],
    siteIds: [site],
    durationSeconds: 600,
    intensity: 2,
    locale: 'pt-BR',
    isFeatured: true,
    position: 3,
    externalId: 'flow',
    access: 'package',
    accessPlanIds: [plan],
    metadata: { a: 'b' },
    thumbnailUrl: 'https://img.example/t.png',
  });
  await given(remove(`/manage/content/tags/${old.id}`));
  const metricDefinition = { dimension: 'weight', direction: 'higher_is_better', repSchemes: [1, 5] };
  const metric = await addEntry(studio, { title: 'Squat', type: 'metric', metricDefinition });
  const draft = await addEntry(studio, { title: 'Draft', type: 'podcast', status: 'draft' });
  const later = new Date(studio.time.now() + 5 * DAY_MS).toISOString();
  await addEntry(studio, { title: 'Later', status: 'scheduled', publishedAt: later, categoryIds: [top.id] });
  // Published and over while the studio goes on.
  const soon = new Date(studio.time.now() + DAY_MS / 2).toISOString();
  await addEntry(studio, { title: 'Soon', status: 'scheduled', publishedAt: soon, tagIds: [mat.id] });
  const short = await addEntry(studio, { title: 'Short', expiresAt: soon, tagIds: [mat.id] });
  const children = [
    { entryId: flow.id, dayNumber: 2 },
    { entryId: metric.id, dayNumber: 1, position: 7 },
  ];
  await given(patch(`/manage/content/entries/${program.id}`, { children }));
  await given(remove(`/manage/content/entries/${(await addEntry(studio, { title: 'Gone' })).id}`));
  await addMedia(studio, flow.id, draft.id);
  const action = { type: 'entry', target: program.id };
  await given(
    post('/manage/content/banners', { title: 'Now', placement: 'home', action, siteIds: [site], endsAt: later }),
  );
  const banner = await given(post('/manage/content/banners', { title: 'Old', placement: 'challenges' }));
  await given(remove(`/manage/content/banners/${banner.id}`));
  const feature = { key: 'video', name: 'Video', placement: 'on_demand', title: 'New', entryIds: [flow.id, draft.id] };
  await given(post('/manage/content/features', feature));
  const { data: features } = await given(studio.get('/manage/content/features'));
  await given(patch(`/manage/content/features/${features[0].id}`, { enabled: false, position: 20 }));
  const member = { 'x-client-id': clientId };
  const of = (id: string) => `/v2/member/content/${id}`;
  await given(send('PUT', `${of(metric.id)}/status`, { status: 'completed', rating: 4 }, member));
  await given(send('PUT', `${of(program.id)}/status`, { positionSeconds: 3 }, member));
  await given(send('PUT', `${of(short.id)}/status`, { progressPercent: 12.5, positionSeconds: 3 }, member));
  await given(send('POST', `${of(flow.id)}/favorite`, undefined, member));
  for (const entry of [
    { value: 225.5, unit: 'lb', reps: 5, notes: '=belt, "tight"', visibility: 'leaderboard' },
    { value: 0.000_000_1, reps: 1, source: 'class', recordedAt: '2026-02-28T23:30:00Z' },
    { value: 0.123_456_789_012_345_68, recordedAt: '2026-02-01T10:00:00Z', source: 'device' },
  ]) {
    await given(post('/v2/member/metrics/entries', { contentEntryId: metric.id, ...entry }, member));
  }
  await given(send('POST', `${of(metric.id)}/watch-later`, undefined, member));
};

/** External and stored media, with captions, chapters and a choice; one is deleted, and one was refused. */
const addMedia = async (studio: Studio, entryId: string, draftId: string): Promise<void> => {
  const { given, post, patch, send, db } = studio;
  const add = (fields: object) =>
    given(post('/manage/content/media', { externalUrl: 'https://video.example/a.mp4', entryId, ...fields }));
  const first = await add({ title: '=First', mimeType: 'video/mp4', durationSeconds: 12.5, width: 320, height: 180 });
  const second = await add({ title: 'Second', kind: 'video', durationSeconds: 60, playbackPolicy: 'public' });
  const chapters = [
    { startSeconds: 0, title: 'Arrive' },
    { startSeconds: 2.5, title: '@Breathe' },
  ];
  await given(patch(`/manage/content/media/${first.id}`, { chapters }));
  await given(patch(`/manage/content/entries/${entryId}`, { primaryMediaId: second.id }));
  const text = 'WEBVTT\n\n00:00:01.000 --> 00:00:04.000\nWelcome, "you".\n';
  for (const [language, label] of Object.entries({ en: 'English', 'pt-BR': 'Português' })) {
    await given(send('PUT', `/manage/content/media/${second.id}/captions/${language}`, { label, text }));
  }
  addStoredMedia(studio, second.id, SHA('a'));
  const loose = await given(post('/manage/content/media', { externalUrl: 'https://img.example/p.png', kind: 'image' }));
  addStoredMedia(studio, loose.id, SHA('b'));
  const refused = await add({ entryId: draftId, title: 'Refused' });
  const reason = 'media_unsupported: It is a text.';
  db.run(`update contentMedia set status = 'errored', errorReason = ?, externalUrl = null where id = ?`, [
    reason,
    refused.id,
  ]);
  const deleted = await add({ title: 'Deleted' });
  await given(studio.delete(`/manage/content/media/${deleted.id}`));
};

/** Copies the folder of media, as far as the database knows of it. */
export const keepSameFiles = (from: Studio, to: Studio): void => {
  for (const { id, sizeBytes, createdAt } of from.db.query('select * from mediaFiles').all() as Record<
    string,
    string
  >[]) {
    to.db.run('insert into mediaFiles (id, sizeBytes, unusedSince, createdAt, updatedAt) values (?, ?, ?, ?, ?)', [
      id ?? '',
      sizeBytes ?? '',
      createdAt ?? '',
      createdAt ?? '',
      createdAt ?? '',
    ]);
  }
};
