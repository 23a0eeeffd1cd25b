import type { Read } from '../../../database/database.ts';
import type { ListCall } from '../../../http/operations/call.ts';
import { businessOperations, readerOperations } from '../../../http/operations/declare.ts';
import { from, like } from '../../../http/operations/example.ts';
import { type Caller, clientIdOf } from '../../../kernel/caller.ts';
import { deletedShape, object, oneOf, optional } from '../../../kernel/schemas.ts';
import { requireUnlocked } from '../../content/entries/access.ts';
import { MEDIA, VARIANTS } from '../../demo-ids.ts';
import type { Reactions } from '../../reactions.ts';
import { resumeOf } from '../../video/queries.ts';
import { findReadable, ManagedMedia } from '../entry.ts';
import type { MediaRow } from '../record.ts';
import { addressesFor, type LinkDeps, playbackOf, variantView } from './playback.ts';
import { variantPage } from './queries.ts';
import {
  CreateMediaVariantRequest,
  MediaPlayback,
  MediaVariant,
  type Playback,
  PROTOCOLS,
  type VariantRow,
} from './record.ts';
import { addVariant, deleteVariant, findVariant } from './variants.ts';

interface PlaybackDeps extends LinkDeps {
  readonly reactions: Pick<Reactions, 'contentViewed'>;
}

const staff = 'content:manage';

const playbackQuery = () => object(() => ({ protocol: optional(oneOf(...PROTOCOLS)) }));

const PlayableMedia = {
  /** @throws Problem 404 unless its entry is published for the caller; 403 `content_locked` */
  find(read: Read, caller: Caller, id: string): MediaRow {
    const { row, entry } = findReadable(read, caller, id);
    if (entry !== null) requireUnlocked(read, caller, entry);
    return row;
  },
};

type VariantCall = Pick<ListCall<Caller, unknown, MediaRow>, 'caller' | 'record' | 'page'>;

const resumeFor = (read: Read, clientId: string, media: MediaRow): Playback['resume'] => {
  const { positionSeconds, percentComplete } = resumeOf(read, clientId, media);
  return { positionSeconds, percentComplete };
};

const variantList = (deps: LinkDeps, read: Read, { caller, record: media, page }: VariantCall) => {
  const addresses = addressesFor(deps, read, caller, media);
  return {
    page: variantPage(read, page, { mediaId: media.id }),
    view: (row: VariantRow) => variantView(row, addresses),
  };
};

/** How members and integrations play media (content.md "Media"). */
export const playbackOperations = (deps: PlaybackDeps) =>
  readerOperations({ tag: 'Content' }, 'content', ({ list, visit }) => [
    visit(
      'GET /v2/content/media/:contentMediaId/playback',
      'getMediaPlayback',
      {
        summary: 'Retrieve playback details for media',
        description:
          'A URL for a player, with captions and variants. It needs no header and is valid for 4 hours. The first ' +
          'playback by a member starts the entry and counts as a view. Fails with 403 `content_locked` if the ' +
          'member cannot open the entry, and with 409 `media_not_ready` if the media is not ready or not available ' +
          'in this protocol.',
        query: playbackQuery(),
        on: PlayableMedia,
        response: MediaPlayback,
        errors: [409],
        staff,
        example: { path: { contentMediaId: from(MEDIA.morningFlow, 'createMedia') } },
      },
      (read, { caller, record: media, query: { protocol } }) => {
        const clientId = clientIdOf(caller);
        const { entryId } = media;
        const response = playbackOf(deps, read, caller, media, protocol);
        return {
          response: { ...response, resume: clientId === undefined ? null : resumeFor(read, clientId, media) },
          record:
            clientId === undefined || entryId === null
              ? undefined
              : (tx) => deps.reactions.contentViewed(tx, { clientId }, entryId),
        };
      },
    ),
    list(
      'GET /v2/content/media/:contentMediaId/variants',
      'listMediaVariants',
      {
        summary: 'List the variants of media',
        description: 'Returns its renditions, best first, and those hosted elsewhere.',
        on: PlayableMedia,
        response: MediaVariant.list,
        staff,
        example: { path: { contentMediaId: from(MEDIA.morningFlow, 'createMedia') } },
      },
      (read, call) => variantList(deps, read, call),
    ),
  ]);

/** A variant in the audit log: with its own address, and no link that opens it. */
const readVariant = (read: Read, mediaId: string, id: string) => {
  const row = findVariant(read, mediaId, id);
  return { ...MediaVariant.view(row), url: row.externalUrl };
};

/** Media for people who manage content: how they play, and their variants at other addresses, such as a CDN. */
export const variantOperations = (deps: LinkDeps) =>
  businessOperations({ tag: 'Content', audited: true }, 'manage', ({ list, read, write }) => [
    read(
      'GET /manage/content/media/:id/playback',
      'getManagedMediaPlayback',
      {
        summary: 'Retrieve playback details for media of any entry',
        description:
          'Also available while the entry is not published. Does not count a view. Fails with 409 ' +
          '`media_not_ready`, as for members.',
        query: playbackQuery(),
        on: ManagedMedia,
        response: MediaPlayback,
        errors: [409],
        staff,
        example: { path: { id: from(MEDIA.morningFlow, 'createMedia') } },
      },
      (read, { caller, record: media, query: { protocol } }) => ({
        ...playbackOf(deps, read, caller, media, protocol),
        resume: null,
      }),
    ),
    list(
      'GET /manage/content/media/:id/variants',
      'listManagedMediaVariants',
      {
        summary: 'List the variants of media',
        description: 'Also available while the entry is not published.',
        on: ManagedMedia,
        response: MediaVariant.list,
        staff,
        example: like(MEDIA.warmUp, 'createMedia'),
      },
      (read, call) => variantList(deps, read, call),
    ),
    write(
      'POST /manage/content/media/:id/variants',
      'createMediaVariant',
      {
        summary: 'Add a variant hosted elsewhere',
        description:
          'For example, the HLS stream of your own CDN. The server never fetches it. With `isDefault`, it is ' +
          'preferred.',
        on: ManagedMedia,
        body: CreateMediaVariantRequest,
        status: 201,
        response: MediaVariant.schema,
        reads: readVariant,
        staff,
        example: {
          ...like(MEDIA.warmUp, 'createMedia'),
          body: { quality: '720p', protocol: 'hls', height: 720, url: 'https://video.example.com/breathing/720.m3u8' },
        },
      },
      (tx, { caller, record: media, body }) =>
        variantView(addVariant(tx, caller, media, body), addressesFor(deps, tx, caller, media)),
    ),
    write(
      'DELETE /manage/content/media/:id/variants/:variantId',
      'deleteMediaVariant',
      {
        summary: 'Delete a variant',
        description: 'Renditions are deleted with their media: deleting one fails with 409 `in_use`.',
        on: ManagedMedia,
        response: deletedShape('media_variant', {}),
        reads: readVariant,
        staff,
        example: {
          path: {
            id: from(MEDIA.warmUp, 'createMediaVariant', '/contentMediaId'),
            variantId: from(VARIANTS.warmUp, 'createMediaVariant'),
          },
        },
      },
      (tx, { caller, record: media, params }) => {
        const { id } = deleteVariant(tx, caller, media, params.variantId ?? '');
        return { id, object: 'media_variant', deleted: true };
      },
    ),
  ]);
