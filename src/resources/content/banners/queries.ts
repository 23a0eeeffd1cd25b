import { isNull, sql } from 'drizzle-orm';
import { pagesOf } from '../../../records/pages.ts';
import { byColumn, NOW } from '../../../records/query.ts';
import { ContentBanner, type ContentBannerRow } from './record.ts';

const { table: banners } = ContentBanner;

export const bannerPage = pagesOf<ContentBannerRow>(banners, () => ({
  orderBy: banners.position,
  direction: 'ascending',
  indexed: byColumn(banners, 'placement'),
  filters: {
    live: isNull(banners.archivedAt),
    shown: sql`(${banners.startsAt} is null or ${banners.startsAt} <= ${NOW})
      and (${banners.endsAt} is null or ${banners.endsAt} > ${NOW})`,
  },
  sites: ContentBanner.sites,
}));
