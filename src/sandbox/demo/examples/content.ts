import type { Examples } from '../../../http/openapi/examples.ts';
import { createdBy, from } from './ids.ts';

const firstOf = (list: string) => ({ path: { id: from(list, '/data/0/id') } });

/** The content catalogue, and what orders it. */
export const contentExamples: Examples = {
  listContentCategories: { query: { parent_id: 'none' } },
  listContentBanners: { query: { placement: 'home' } },
  listContentTags: {},
  listContentTypes: {},
  listContentFeatures: {},
  searchContent: { query: { q: 'morning flow' } },
  listContentEntries: { query: { sort: 'popular', 'expand[]': ['tags'] } },
  getContentEntry: createdBy('createContentEntry'),
  manageListContentEntries: { query: { status: 'published' } },
  createContentEntry: {
    body: {
      title: 'Ten minutes of breathing',
      type: 'video',
      status: 'published',
      summary: 'A calm start into the day.',
      durationSeconds: 600,
      level: 'Beginner',
    },
  },
  manageGetContentEntry: createdBy('createContentEntry'),
  updateContentEntry: { ...createdBy('createContentEntry'), body: { isFeatured: true } },
  deleteContentEntry: createdBy('createContentEntry'),
  manageListContentCategories: {},
  createContentCategory: { body: { name: 'Morning yoga', description: 'Short practices before breakfast.' } },
  getContentCategory: createdBy('createContentCategory'),
  updateContentCategory: { ...createdBy('createContentCategory'), body: { position: 1 } },
  deleteContentCategory: createdBy('createContentCategory'),
  manageListContentTags: {},
  createContentTag: { body: { name: 'Kettlebell', group: 'Equipment' } },
  getContentTag: createdBy('createContentTag'),
  updateContentTag: { ...createdBy('createContentTag'), body: { group: 'Weights' } },
  deleteContentTag: createdBy('createContentTag'),
  manageListContentTypes: {},
  createContentType: { body: { key: 'podcast', name: 'Podcast', pluralName: 'Podcasts', position: 9 } },
  getContentType: firstOf('manageListContentTypes'),
  updateContentType: { ...firstOf('manageListContentTypes'), body: { icon: 'film' } },
  deleteContentType: createdBy('createContentType'),
  manageListContentFeatures: {},
  createContentFeature: { body: { key: 'video', name: 'Video', placement: 'on_demand', title: 'New this week' } },
  getContentFeature: firstOf('manageListContentFeatures'),
  updateContentFeature: { ...firstOf('manageListContentFeatures'), body: { enabled: false } },
  deleteContentFeature: createdBy('createContentFeature'),
  manageListContentBanners: {},
  createContentBanner: {
    body: {
      title: 'Open day on Saturday',
      placement: 'home',
      action: { type: 'url', target: 'https://demo-studio.example/open-day' },
    },
  },
  getContentBanner: createdBy('createContentBanner'),
  updateContentBanner: { ...createdBy('createContentBanner'), body: { subtitle: 'Bring a friend' } },
  deleteContentBanner: createdBy('createContentBanner'),
};
