import { eq, sql } from 'drizzle-orm';
import type { Read } from '../../../database/database.ts';
import { pagesOf } from '../../../records/pages.ts';
import { named, query, selectColumns, selectRows } from '../../../records/query.ts';
import { ContentMedia, type MediaRow } from '../record.ts';
import { MediaVariant, type VariantRow } from './record.ts';

const { table: variants } = MediaVariant;
const { table: media } = ContentMedia;

export const variantPage = pagesOf<VariantRow>(variants, () => ({
  direction: 'ascending',
  endedIds: '',
  filters: { mediaId: eq(variants.contentMediaId, named('mediaId')) },
  collection: 'mediaId',
  sites: null,
}));

const ofMedia = query<VariantRow>(() => selectRows(variants, 'contentMediaId').orderBy(variants.id));

/** All variants of a media, oldest first: renditions from the best down. */
export const variantsOf = (read: Read, mediaId: string): VariantRow[] => ofMedia.all(read, { contentMediaId: mediaId });

export const isRendition = ({ externalUrl }: Pick<VariantRow, 'externalUrl'>): boolean => externalUrl === null;

// The conditions of the partial indexes, as literals.
const unrendered = query<MediaRow>(() =>
  selectRows(
    media,
    sql`${media.renderedAt} is null and ${media.archivedAt} is null and ${media.kind} = 'video'
        and ${media.status} = 'ready' and ${media.fileSha256} is not null and ${media.id} > ${named('after')}`,
  )
    .orderBy(media.id)
    .limit(1),
);

/** The oldest video after `after` (an id, or '') whose renditions are to be made. */
export const nextUnrendered = (read: Read, after: string): MediaRow | undefined => unrendered.get(read, { after });

const gone = query<{ id: string }>(() =>
  selectColumns(media, ['id'], sql`${media.archivedAt} is not null and ${media.renderedAt} is not null`).limit(100),
);

/** Media that are gone and may still have renditions. */
export const goneMedia = (read: Read): string[] => gone.all(read).map(({ id }) => id);

const renditions = query<VariantRow>(() =>
  selectRows(variants, sql`${variants.externalUrl} is null and ${variants.id} > ${named('after')}`)
    .orderBy(variants.id)
    .limit(500),
);

/** Up to 500 renditions of any media with an id after `after`. */
export const renditionsAfter = (read: Read, after: string): VariantRow[] => renditions.all(read, { after });
