import type { Static } from '@sinclair/typebox';
import type { CatalogueEntry } from '../../../resources/content/entries/record.ts';
import type { ContentMedia } from '../../../resources/content-media/record.ts';
import type { ContentStatusResponse } from '../../../resources/library/shapes.ts';
import type { StrangerLock } from '../../../resources/studio/library/access.ts';

// What the API answers to members and strangers, as the pages of the library read it.

type Own = Static<typeof CatalogueEntry>;
type Fields = Pick<
  Own,
  | ('id' | 'slug' | 'title' | 'summary' | 'type' | 'level' | 'durationSeconds' | 'equipment' | 'isLocked')
  | ('thumbnailUrl' | 'posterUrl' | 'mediaIds' | 'primaryMediaId' | 'categoryIds' | 'accessPlanIds')
>;

/** An entry as a member or a stranger reads it. */
export interface Entry extends Fields {
  readonly lockReason: StrangerLock | null;
  /** Lists for strangers leave it out. */
  readonly body?: Own['body'];
  readonly children?: Own['children'];
  /** Strangers, and members where it is public, have the name that the studio shows alone. */
  readonly instructors?: readonly { readonly firstName?: string; readonly displayName: string | null }[];
  readonly categories?: readonly { readonly id: string; readonly name: string }[];
  readonly memberStatus?: ContentStatusResponse | null;
  readonly media?: readonly Media[];
}

export type Media = Pick<Static<typeof ContentMedia.schema>, 'id' | 'kind' | 'status' | 'title' | 'chapters'> & {
  /** Strangers have the poster of the entry alone. */
  readonly posterUrl?: string | null;
};

export interface ListOf<Item> {
  readonly data: readonly Item[];
  readonly hasMore: boolean;
  readonly nextCursor: string | null;
}
