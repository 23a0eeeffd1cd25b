import type { Studio } from './api.ts';
import { image, must, own } from './every-field-requests.ts';

interface Place {
  readonly siteId: string;
  readonly instructorId: string;
}

/** Adds content of every kind. @returns the ID of a metric. */
export const addContent = async (
  studio: Studio,
  clientId: string,
  { siteId, instructorId }: Place,
): Promise<string> => {
  const send = (method: string, path: string, body: object, client?: string) =>
    must(studio, method, `/manage/content/${path}`, body, client);
  const siteIds = [siteId];
  const type = { key: 'podcast', name: 'Podcast', pluralName: 'Podcasts', icon: 'ear', position: 9 };
  await send('POST', 'types', { ...type, supportsProgress: true, supportsVideo: true });
  const { id: parentId } = await send('POST', 'categories', { name: 'All' });
  const below = { name: 'Yoga', slug: 'y', description: 'All yoga', imageUrl: image('yoga'), position: 2 };
  const { id: categoryId } = await send('POST', 'categories', { ...below, parentId, siteIds });
  const { id: tagId } = await send('POST', 'tags', { name: 'Mat', slug: 'm', group: 'Equipment' });
  const { id: planId } = (await must(studio, 'GET', '/manage/plans')).data[0];
  const inside = await send('POST', 'entries', { title: 'Inside', type: 'article', status: 'published' });
  const metricDefinition = { dimension: 'weight', direction: 'higher_is_better', repSchemes: [1, 5] };
  const metric = await send('POST', 'entries', {
    title: 'Squat',
    type: 'metric',
    status: 'published',
    metricDefinition,
    access: 'public',
  });
  const program = await send('POST', 'entries', {
    title: 'Weeks',
    slug: 'w',
    summary: 'Short',
    body: '# Long',
    type: 'program',
    categoryIds: [categoryId],
    tagIds: [tagId],
    instructorIds: [instructorId],
    status: 'published',
    publishedAt: '2026-01-01T00:00:00Z',
    expiresAt: '2028-01-01T00:00:00Z',
    access: 'package',
    accessPlanIds: [planId],
    level: 'Hard',
    intensity: 4,
    durationSeconds: 600,
    equipment: ['Mat'],
    thumbnailUrl: image('t'),
    posterUrl: image('p'),
    locale: 'fr',
    children: [{ entryId: inside.id, dayNumber: 2, position: 5 }],
    unlocksInOrder: true,
    position: 7,
    isFeatured: true,
    siteIds,
    ...own('program'),
  });
  const { id: mediaId } = await send('POST', 'media', {
    externalUrl: 'https://video.example/a.mp4',
    entryId: program.id,
    kind: 'video',
    title: 'Intro',
    mimeType: 'video/mp4',
    durationSeconds: 12.5,
    width: 320,
    height: 180,
    playbackPolicy: 'public',
  });
  await send('PATCH', `media/${mediaId}`, { chapters: [{ startSeconds: 1, title: 'Arrive' }] });
  await send('PATCH', `entries/${program.id}`, { primaryMediaId: mediaId });
  const text = 'WEBVTT\n\n00:00:01.000 --> 00:00:04.000\nWelcome.\n';
  await send('PUT', `media/${mediaId}/captions/en`, { label: 'English', text });
  await send('POST', 'banners', {
    title: 'New',
    subtitle: 'Come',
    imageUrl: image('new'),
    placement: 'home',
    position: 3,
    siteIds,
    action: { type: 'entry', target: program.id },
    startsAt: '2026-01-01T00:00:00Z',
    endsAt: '2027-01-01T00:00:00Z',
  });
  const feature = { key: 'video', name: 'Video', placement: 'on_demand', title: 'New', entryIds: [program.id] };
  await send('POST', 'features', { ...feature, enabled: false, position: 4 });
  const member = (method: string, path: string, body?: object) =>
    must(studio, method, `/v2/member/content/${program.id}/${path}`, body, clientId);
  await member('PUT', 'status', { status: 'completed', rating: 4 });
  await member('PUT', 'status', { positionSeconds: 3 });
  await member('POST', 'favorite');
  await member('POST', 'watch-later');
  return metric.id;
};
