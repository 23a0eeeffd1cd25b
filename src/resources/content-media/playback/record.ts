import { Type } from '@sinclair/typebox';
import {
  count,
  described,
  instant,
  integer,
  line,
  nullable,
  oneOf,
  recordFields,
  type Static,
  shape,
  url,
} from '../../../kernel/schemas.ts';
import * as field from '../../../records/fields.ts';
import { type RowOf, record } from '../../../records/record.ts';
import { caption } from '../record.ts';

/** How a media is played: `mp4` is one file that is read by ranges, whatever its container. */
export const PROTOCOLS = ['hls', 'dash', 'mp4'] as const;
export type Protocol = (typeof PROTOCOLS)[number];

const pixels = () => integer(1, 65_535);

/** One form of a media: a rendition that the appliance made, or one at an external address. */
export const MediaVariant = record('media_variant', 'mediaVariants', () => ({
  contentMediaId: field.id().readOnly(),
  quality: field.text(line(40)).described('The quality, such as `720p`.'),
  protocol: field.word(PROTOCOLS).described('`mp4` is a single file that is read in ranges.'),
  mimeType: field.text(line(100)).nullable().described('The MIME type, such as `video/mp4`.'),
  width: field.integer(pixels()).nullable().described('In pixels.'),
  height: field.integer(pixels()).nullable().described('In pixels.'),
  bitrateKbps: field.integer(integer(1, 10_000_000)).nullable().described('The average bit rate, in kbit/s.'),
  sizeBytes: field
    .integer(integer(0, Number.MAX_SAFE_INTEGER))
    .nullable()
    .described('The total size of all its files, in bytes.'),
  url: field.derived(described(url(), 'The URL it is played from; for a rendition, a link that expires.')),
  isDefault: field.flag().default(false).described('Whether playback prefers it.'),
  // Null for a rendition, which is in the folder of its id.
  externalUrl: field.text(url()).nullable().internal(),
  // Of a rendition, as in a master playlist.
  codecs: field.text(line(100)).nullable().internal(),
  bandwidth: field.integer(count()).nullable().internal(),
}));

export type VariantRow = RowOf<typeof MediaVariant>;

export const CreateMediaVariantRequest = shape('CreateMediaVariantRequest', () => ({
  ...MediaVariant.create.properties,
  url: described(url(), 'An https URL. The server never fetches it.'),
}));
export type CreateVariantBody = Static<typeof CreateMediaVariantRequest>;

const resume = shape('MediaResume', () => ({
  positionSeconds: described(Type.Number(), '0 if there is no position, or if it is under 10 s or over 95%.'),
  percentComplete: described(Type.Number(), 'The percentage of the media that was seen.'),
}));

/** What a player needs (records.md "Content"). */
export const MediaPlayback = shape('MediaPlayback', () => ({
  object: Type.Literal('media_playback'),
  contentMediaId: recordFields('media_playback').id,
  playbackUrl: described(url(), 'The URL for a player. It needs no header.'),
  protocol: described(oneOf(...PROTOCOLS), 'How the player reads it. `mp4` is a single file, read in ranges.'),
  tokenExpiresAt: described(
    nullable(instant()),
    'Time at which the links in this response expire. `null` if they do not.',
  ),
  posterUrl: described(nullable(url()), 'The URL of an image, or `null`.'),
  captions: described(Type.Array(caption), 'WebVTT captions by language.'),
  variants: Type.Array(MediaVariant.schema),
  resume: described(nullable(resume), 'Where the member stopped. `null` without a member.'),
  heartbeatIntervalSeconds: described(
    Type.Integer(),
    'The interval between heartbeats of a video session, in seconds.',
  ),
}));
export type Playback = Static<typeof MediaPlayback>;
