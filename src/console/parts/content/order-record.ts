import type { Schemas } from '../../api/types.ts';
import { fieldsOf, wholeOf } from '../../forms/record-fields.ts';
import type { DraftOf } from '../../forms/specs.ts';
import { ACTION_WORDS, ACTIONS, PLACE_WORDS, PLACES } from './banner-words.ts';
import type { Banner, Category, Feature, Tag } from './queries.ts';

type CategoryBody = Schemas['CreateContentCategoryRequest'];
type TagBody = Schemas['CreateContentTagRequest'];
type BannerBody = Schemas['CreateContentBannerRequest'];
type FeatureBody = Schemas['UpdateContentFeatureRequest'];

/** The place in an order. Nothing typed is the first. */
const POSITION = {
  kind: 'number',
  label: 'content.order',
  hint: 'content.orderHint',
  start: '0',
  problem: ({ position }: { readonly position: string }) =>
    position.trim() === '' || wholeOf(position) !== null ? undefined : 'content.orderWrong',
  send: ({ position }: { readonly position: string }) => ({ position: wholeOf(position) ?? 0 }),
} as const;

const SITES = {
  kind: 'ids',
  ofSites: true,
  label: 'content.sites',
  hint: 'content.sitesHint',
  none: 'plans.allSites',
  other: 'plans.otherSite',
} as const;

export type TagDraft = DraftOf<Tag, TagBody, unknown>;

export const tagFields = fieldsOf<Tag, TagBody>()({
  name: { kind: 'text', label: 'content.name', missing: 'content.nameMissing', isFirst: true },
  group: { kind: 'text', label: 'content.group', hint: 'content.groupHint' },
});

export type CategoryDraft = DraftOf<Category, CategoryBody, unknown>;

export const categoryFields = fieldsOf<Category, CategoryBody>()({
  name: { kind: 'text', label: 'content.name', missing: 'content.nameMissing', isFirst: true },
  parentId: { kind: 'pick', label: 'content.inside', none: 'content.top' },
  description: { kind: 'text', isLong: true, rows: 2, label: 'content.description' },
  position: POSITION,
  siteIds: SITES,
});

/** What the form has in another way than the banner. */
interface BannerOwn {
  /** The id or the address that a press opens. */
  readonly 'action.target': string;
}
export type BannerDraft = DraftOf<Banner, BannerBody, BannerOwn>;

const hasTarget = (draft: BannerDraft): boolean => draft['action.type'] !== 'none';

export const bannerFields = fieldsOf<Banner, BannerBody, BannerOwn>()({
  title: { kind: 'text', label: 'content.entryTitle', missing: 'content.titleMissing', isFirst: true },
  subtitle: { kind: 'text', label: 'content.subtitle' },
  placement: {
    kind: 'choice',
    look: 'select',
    label: 'content.place',
    answers: PLACES.map((id) => ({ id, label: PLACE_WORDS[id] })),
    start: 'home',
    row: 'place',
  },
  'action.type': {
    kind: 'choice',
    look: 'select',
    label: 'content.action',
    answers: ACTIONS.map((id) => ({ id, label: ACTION_WORDS[id] })),
    start: 'none',
    row: 'place',
    writes: ['action'],
    send: (draft) => ({
      action: { type: draft['action.type'], target: hasTarget(draft) ? draft['action.target'].trim() : null },
    }),
  },
  'action.target': {
    kind: 'text',
    label: 'content.target',
    when: hasTarget,
    problem: (draft) => (draft['action.target'].trim() === '' ? 'content.targetMissing' : undefined),
    read: ({ action }) => action.target,
    writes: ['action'],
    send: null,
  },
  startsAt: { kind: 'moment', label: 'content.shownFrom', hint: 'content.openStartHint' },
  endsAt: { kind: 'moment', label: 'content.shownUntil', hint: 'content.openEndHint' },
  imageUrl: { kind: 'text', input: 'url', label: 'content.imageAddress' },
  position: POSITION,
  siteIds: SITES,
});

/** What the form has in another way than the part of the app. */
interface FeatureOwn {
  readonly entryIds: readonly string[];
}

export const featureFields = fieldsOf<Feature, FeatureBody, FeatureOwn>()({
  title: { kind: 'text', label: 'content.featureTitle', isFirst: true },
  placement: {
    kind: 'choice',
    look: 'select',
    label: 'content.place',
    answers: PLACES.map((id) => ({ id, label: PLACE_WORDS[id] })),
    none: 'content.placeNone',
  },
  position: POSITION,
  entryIds: {
    kind: 'parts',
    label: 'content.featureEntries',
    read: ({ entryIds }) => entryIds,
    writes: ['entryIds'],
    send: ({ entryIds }) => ({ entryIds: [...entryIds] }),
  },
});
