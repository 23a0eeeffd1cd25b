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

/** `signed`: played through links that expire; `public`: by everybody who has the link. */
const PLAYBACK_POLICIES = ['signed', 'public'] as const;

/** The language of captions: `en`, `pt-BR`, `zh-Hant`. */
export const LANGUAGE = /^[a-z]{2,3}(?:-[A-Z][a-z]{3})?(?:-(?:[A-Z]{2}|\d{3}))?$/;

const MAX_SECONDS = 7 * 86_400;
const seconds = () => Type.Number({ minimum: 0, maximum: MAX_SECONDS });
export const sha256 = () => matching('^[0-9a-f]{64}$', 'must be a SHA-256 in hexadecimal, 64 small digits and letters');
const pixels = () => integer(1, 65_535);

export const caption = object(() => ({
  language: described(Type.String(), 'As in `pt-BR`.'),
  label: described(Type.String(), 'What a player shows.'),
  url: described(nullable(url()), 'Its WebVTT file; null where playback gives a signed link.'),
}));

/** A file that the appliance holds, or an external address (content.md "Media"). */
export const ContentMedia = record(
  'content_media',
  'contentMedia',
  () => ({
    entryId: field.id().nullable().described('The entry to which it belongs.'),
    kind: field.word(MEDIA_KINDS).optional().described('Of a file, its content decides.'),
    status: field.word(MEDIA_STATUSES).readOnly().described('processing: it cannot be played yet.'),
    errorReason: field
      .text(line(500))
      .nullable()
      .readOnly()
      .described('Why it is errored; `media_unsupported` and what was found.'),
    processingPercent: field.integer(integer(0, 100)).nullable().derived().described('How far its renditions are.'),
    externalUrl: field.text(url()).nullable().described('An https address that the server never fetches.'),
    title: field.text(line(200)).optional().described('By default the name of the file.'),
    mimeType: field.text(line(100)).nullable().described('As in `video/mp4`.'),
    durationSeconds: field.real(seconds()).nullable().described('Null where it does not apply or is unknown.'),
    width: field.integer(pixels()).nullable().described('In pixels.'),
    height: field.integer(pixels()).nullable().described('In pixels.'),
    sizeBytes: field.integer(count()).nullable().readOnly().described('The type of the file; null for external media.'),
    checksumSha256: field
      .computed(nullable(Type.String()), (row: { fileSha256: string | null }) => row.fileSha256)
      .described('The SHA-256 of the file, in hex.'),
    posterUrl: field.derived(
      described(nullable(url()), 'An image of it; null without an image, or where playback gives a signed link.'),
    ),
    captions: field.derived(Type.Array(caption)).described('By language.'),
    chapters: field
      .listOf(500, {
        startSeconds: field.real(seconds()).described('From the beginning.'),
        title: field.text(line(200)).described('What a player shows.'),
      })
      .described('In ascending order.'),
    playbackPolicy: field
      .word(PLAYBACK_POLICIES)
      .default('signed')
      .described('signed: by links that expire; public: by everybody who has the link.'),
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

/** Captions of a media in one language. */
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
