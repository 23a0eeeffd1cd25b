import { line, url } from '../../../kernel/schemas.ts';
import * as field from '../../../records/fields.ts';
import { type CreateOf, type PatchOf, type RowOf, record } from '../../../records/record.ts';
import { PLACEMENTS, position, siteIds } from '../shapes.ts';

/** What a banner opens. */
const ACTION_TYPES = ['entry', 'category', 'challenge', 'session', 'url', 'none'] as const;

/** A notice in the apps of members (records.md "Content"). */
export const ContentBanner = record(
  'content_banner',
  'contentBanners',
  () => ({
    title: field.text(line(200)).described('The first line.'),
    subtitle: field.text(line(200)).nullable().described('The second line.'),
    imageUrl: field.text(url()).nullable().described('The URL of a picture.'),
    action: field
      .group({
        type: field.word(ACTION_TYPES).described('What opens.'),
        target: field.text(line(2048)).nullable().described('An ID, or a URL that starts with https://.'),
      })
      .replaced()
      .default({ type: 'none', target: null })
      .described('What opens when a member selects it.'),
    placement: field.word(PLACEMENTS).described('Where apps show it.'),
    startsAt: field.instant().nullable().described('Time from which it is shown. `null` for now.'),
    endsAt: field.instant().nullable().described('Time until which it is shown. `null` for no end.'),
    position: position(),
    siteIds: siteIds(),
    archivedAt: field.archivedAt(),
  }),
  { sites: { list: 'siteIds' } },
);

export type BannerAction = ReturnType<typeof ContentBanner.view>['action'];
export type ContentBannerRow = RowOf<typeof ContentBanner>;
export type CreateContentBannerBody = CreateOf<typeof ContentBanner>;
export type UpdateContentBannerBody = PatchOf<typeof ContentBanner>;
