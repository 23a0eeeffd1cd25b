import { Type } from '@sinclair/typebox';
import { matching } from '../../kernel/patterns.ts';
import { count, described, integer, line, nullable, object, url } from '../../kernel/schemas.ts';
import * as field from '../../records/fields.ts';
import { type CreateOf, type PatchOf, type RowOf, record } from '../../records/record.ts';

/** What a media is, decided by its content. */
export const MEDIA_KINDS = ['video', 'audio', 'image', 'document'] as const;
export type MediaKind = (typeof MEDIA_KINDS)[number];

/** `processing`: it cannot be played yet. */
export const MEDIA_STATUSES = ['uploading', 'processing', 'ready', 'errored'] as const;

/** `signed`: played through links that expire; `public`: by everyone who has the link. */
const PLAYBACK_POLICIES = ['signed', 'public'] as const;

/** The language of captions: `en`, `pt-BR`, `zh-Hant`. */
export const LANGUAGE = /^[a-z]{2,3}(?:-[A-Z][a-z]{3})?(?:-(?:[A-Z]{2}|\d{3}))?$/;

const MAX_SECONDS = 7 * 86_400;
const seconds = () => Type.Number({ minimum: 0, maximum: MAX_SECONDS });
export const sha256 = () => matching('^[0-9a-f]{64}$', 'must be a SHA-256 in hexadecimal, 64 small digits and letters');
const pixels = () => integer(1, 65_535);

export const caption = object(() => ({
  language: described(Type.String(), 'The language, such as `pt-BR`.'),
  label: described(Type.String(), 'The text shown by the player.'),
  url: described(nullable(url()), 'The URL of the WebVTT file. `null` if playback provides a signed link.'),
}));

/** A file that the appliance holds, or an external address (content.md "Media"). */
export const ContentMedia = record(
  'content_media',
  'contentMedia',
  () => ({
    entryId: field.id().nullable().described('The entry it belongs to.'),
    kind: field.word(MEDIA_KINDS).optional().described('For a file, determined by its content.'),
    status: field.word(MEDIA_STATUSES).readOnly().described('`processing`: it cannot be played yet.'),
    errorReason: field
      .text(line(500))
      .nullable()
      .readOnly()
      .described('Why it is errored: `media_unsupported` and what was found.'),
    processingPercent: field.integer(integer(0, 100)).nullable().derived().described('The progress of its renditions.'),
    externalUrl: field.text(url()).nullable().described('An https URL that the server never fetches.'),
    title: field.text(line(200)).optional().described('The title. Defaults to the name of the file.'),
    mimeType: field.text(line(100)).nullable().described('The MIME type, such as `video/mp4`.'),
    durationSeconds: field
      .real(seconds())
      .nullable()
      .described('The duration, in seconds. `null` if not applicable or unknown.'),
    width: field.integer(pixels()).nullable().described('In pixels.'),
    height: field.integer(pixels()).nullable().described('In pixels.'),
    sizeBytes: field
      .integer(count())
      .nullable()
      .readOnly()
      .described('The size of the file, in bytes. `null` for external media.'),
    checksumSha256: field
      .computed(nullable(Type.String()), (row: { fileSha256: string | null }) => row.fileSha256)
      .described('The SHA-256 of the file, in hex.'),
    posterUrl: field.derived(
      described(
        nullable(url()),
        'The URL of an image. `null` without an image, or if playback provides a signed link.',
      ),
    ),
    captions: field.derived(Type.Array(caption)).described('The captions by language.'),
    chapters: field
      .listOf(500, {
        startSeconds: field.real(seconds()).described('Seconds from the beginning.'),
        title: field.text(line(200)).described('The text shown by the player.'),
      })
      .described('The chapters in ascending order.'),
    playbackPolicy: field
      .word(PLAYBACK_POLICIES)
      .default('signed')
      .described('`signed`: through links that expire; `public`: for anyone with the link.'),
    fileSha256: field.text(line(64)).nullable().internal(),
    fileName: field
      .text(line(255))
      .nullable()
      .internal()
      .moves(nullable(line(255)), 'The name that the file was uploaded with.'),
    codecs: field
      .text(line(200))
      .nullable()
      .internal()
      .moves(nullable(line(200))),
    bitrateKbps: field.integer(count()).nullable().internal().moves(nullable(count())),
    posterSha256: field
      .text(line(64))
      .nullable()
      .internal()
      .moves(nullable(sha256()), 'The SHA-256 of the file of its poster.'),
    uploadLength: field.integer(count()).nullable().internal(),
    uploadKeptBytes: field.integer(count()).nullable().internal(),
    uploadType: field.text(line(255)).nullable().internal(),
    uploadExpiresAt: field.instant().nullable().internal(),
    uploadCredentialId: field.id().nullable().internal(),
    archivedAt: field.instant().nullable().internal(),
    renderedAt: field.instant().nullable().internal(),
    renderAttempts: field.integer(count()).default(0).internal(),
  }),
  { label: 'media' },
);

export type MediaRow = RowOf<typeof ContentMedia>;
export type CreateMediaBody = CreateOf<typeof ContentMedia>;
export type UpdateMediaBody = PatchOf<typeof ContentMedia>;

export const MediaCaption = record('media_caption', 'mediaCaptions', () => ({
  contentMediaId: field.id(),
  language: field.text(Type.String({ pattern: LANGUAGE.source })),
  label: field.text(line(100)),
  body: field.text(Type.String()).described('In WebVTT.'),
}));

export type CaptionRow = RowOf<typeof MediaCaption>;

/** A file of the media store. Its id is its SHA-256. */
export const MediaFile = record('media_file', 'mediaFiles', () => ({
  sizeBytes: field.integer(count()),
  unusedSince: field.instant().nullable().described('When the last reference to it ended.'),
}));

export type MediaFileRow = RowOf<typeof MediaFile>;
