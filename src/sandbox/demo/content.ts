import { reactions } from '../../api.ts';
import type { Tx } from '../../database/database.ts';
import type { Store } from '../../database/store.ts';
import type { Timeline } from '../../kernel/timer.ts';
import { createBanner } from '../../resources/content/banners/banners.ts';
import { createCategory } from '../../resources/content/categories/categories.ts';
import { createEntry } from '../../resources/content/entries/entries.ts';
import type { CreateEntryBody } from '../../resources/content/entries/record.ts';
import { createFeature } from '../../resources/content/features/features.ts';
import { createTag } from '../../resources/content/tags/tags.ts';
import { createType } from '../../resources/content/types/types.ts';
import {
  BANNERS,
  CATEGORIES,
  ENTRIES,
  FEATURES,
  MEDIA,
  MEMBER,
  SITES,
  STAFF,
  TAGS,
  TYPES,
  VIDEO_SESSIONS,
} from '../../resources/demo-ids.ts';
import { setFavorite, setWatchLater } from '../../resources/library/lists.ts';
import { setStatus } from '../../resources/library/status.ts';
import { startSession } from '../../resources/video/start.ts';
import { closeSession } from '../../resources/video/watching/watch.ts';
import { createMedia } from './media.ts';
import { naming } from './naming.ts';
import { actingFor, SETUP_CALLER } from './setup.ts';

const createOrder = (tx: Tx): void => {
  const category = (name: string, id: string, more = {}) => createCategory(tx, SETUP_CALLER, { name, ...more }, id);
  category('Yoga', CATEGORIES.yoga, { position: 1 });
  category('Morning', CATEGORIES.morning, { parentId: CATEGORIES.yoga });
  category('Strength', CATEGORIES.strength, { position: 2 });
  createTag(tx, SETUP_CALLER, { name: 'No equipment', group: 'Equipment' }, TAGS.noEquipment);
  createTag(tx, SETUP_CALLER, { name: 'Calm', group: 'Mood' }, TAGS.calm);
  const playlist = { key: 'playlist', name: 'Playlist', pluralName: 'Playlists', position: 20 };
  createType(tx, SETUP_CALLER, playlist, TYPES.playlist);
  const numbers = { key: 'metrics', name: 'Metrics', placement: 'home', title: 'Your numbers' } as const;
  createFeature(tx, SETUP_CALLER, numbers, FEATURES.metricsAtHome);
};

const FLOW: CreateEntryBody = {
  title: 'Morning flow at home',
  type: 'video',
  summary: 'Wake up slowly.',
  durationSeconds: 1200,
  categoryIds: [CATEGORIES.morning],
  tagIds: [TAGS.calm],
  instructorIds: [STAFF.ana],
  level: 'Beginner',
  equipment: ['Mat'],
  intensity: 2,
  isFeatured: true,
};

const SQUATS: CreateEntryBody = {
  title: 'Ten squats',
  type: 'workout',
  summary: 'Slow down, fast up.',
  durationSeconds: 6,
  intensity: 3,
  access: 'public',
  categoryIds: [CATEGORIES.strength],
  tagIds: [TAGS.noEquipment],
  instructorIds: [STAFF.ben],
};

const BREATHING: CreateEntryBody = {
  title: 'Breathing before sleep',
  type: 'audio',
  summary: 'For those with a package.',
  durationSeconds: 8,
  categoryIds: [CATEGORIES.yoga],
  tagIds: [TAGS.calm],
  access: 'package',
};

const REST_DAYS: CreateEntryBody = {
  title: 'Why rest days matter',
  type: 'article',
  summary: 'Muscles grow while you rest.',
  access: 'public',
  body: '# Rest\n\nTake **one day** off after two days of training.',
};

const BOWL: CreateEntryBody = {
  title: 'Green bowl',
  type: 'recipe',
  summary: 'Spinach, avocado and quinoa.',
  body: '1. Cook the quinoa.\n2. Add the rest.',
};

const CHECK: CreateEntryBody = {
  title: 'How fit are you?',
  type: 'assessment',
  summary: 'Five questions before you start.',
};

const WEEK: CreateEntryBody = {
  title: 'Your first week',
  type: 'program',
  summary: 'Three days, three short practices.',
  children: [
    { entryId: ENTRIES.morningFlow, dayNumber: 1 },
    { entryId: ENTRIES.tenSquats, dayNumber: 2 },
    { entryId: ENTRIES.restDays, dayNumber: 3 },
  ],
};

/** Creates the on-demand library: entries of every type but metrics, with media, in categories, and a banner. */
export const createContent = (tx: Tx): void => {
  createOrder(tx);
  const publish = (body: CreateEntryBody, id: string) =>
    createEntry(tx, SETUP_CALLER, { ...body, status: 'published' }, id);
  publish(FLOW, ENTRIES.morningFlow);
  publish(SQUATS, ENTRIES.tenSquats);
  publish(BREATHING, ENTRIES.breathing);
  publish(REST_DAYS, ENTRIES.restDays);
  publish(BOWL, ENTRIES.greenBowl);
  publish(CHECK, ENTRIES.fitnessCheck);
  publish(WEEK, ENTRIES.firstWeek);
  createMedia(tx);
  const action = { type: 'entry', target: ENTRIES.firstWeek } as const;
  createBanner(tx, SETUP_CALLER, { title: 'New here?', placement: 'home', action }, BANNERS.firstWeek);
};

/** What the member of the ready line did with entries that are no video. */
export const useLibrary = (tx: Tx): void => {
  const member = actingFor(MEMBER, SITES.downtown);
  setStatus(tx, member, { id: ENTRIES.restDays }, { status: 'completed', rating: 5 }, reactions);
  setFavorite(tx, MEMBER, ENTRIES.greenBowl, true);
  setWatchLater(tx, MEMBER, ENTRIES.breathing, true);
};

/** The member of the ready line has just begun to watch the video again. */
export const openVideo = (tx: Tx): void => {
  const member = actingFor(MEMBER, SITES.downtown);
  const body = { contentMediaId: MEDIA.morningFlow, deviceType: 'ios' } as const;
  startSession(naming(tx, VIDEO_SESSIONS.open), member, body, reactions);
};

/** How much of the video the member of the ready line has seen, in seconds. */
const SEEN_SECONDS = 5 * 60;

/** The member of the ready line watches a quarter of the video. `time` is the clock of the store. */
export const watchVideo = async (store: Store, time: Timeline): Promise<void> => {
  const member = actingFor(MEMBER, SITES.downtown);
  const session = await store.write((tx) =>
    startSession(tx, member, { contentMediaId: MEDIA.morningFlow, deviceType: 'tv' }, reactions),
  );
  await time.moveTo(time.now() + SEEN_SECONDS * 1000);
  await store.write((tx) => closeSession(tx, session, { positionSeconds: SEEN_SECONDS }, 'ended', reactions));
};
