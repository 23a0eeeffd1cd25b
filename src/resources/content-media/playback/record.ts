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
  quality: field.text(line(40)).described('As in `720p`.'),
  protocol: field.word(PROTOCOLS).described('`mp4` is one file that is read by ranges.'),
  mimeType: field.text(line(100)).nullable().described('As in `video/mp4`.'),
  width: field.integer(pixels()).nullable().described('In pixels.'),
  height: field.integer(pixels()).nullable().described('In pixels.'),
  bitrateKbps: field.integer(integer(1, 10_000_000)).nullable().described('In kbit/s, on average.'),
  sizeBytes: field.integer(integer(0, Number.MAX_SAFE_INTEGER)).nullable().described('Of all its files together.'),
  url: field.derived(described(url(), 'Where it is played; of a rendition, through a link that expires.')),
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
  url: described(url(), 'An https address. The server never fetches it.'),
}));
export type CreateVariantBody = Static<typeof CreateMediaVariantRequest>;

const resume = shape('MediaResume', () => ({
  positionSeconds: described(Type.Number(), '0 without a position, under 10 s and over 95 %.'),
  percentComplete: described(Type.Number(), 'The share of the media that was seen.'),
}));

/** What a player needs (records.md "Content"). */
export const MediaPlayback = shape('MediaPlayback', () => ({
  object: Type.Literal('media_playback'),
  contentMediaId: recordFields('media_playback').id,
  playbackUrl: described(url(), 'For a player; it needs no header.'),
  protocol: described(oneOf(...PROTOCOLS), 'How the player reads it; `mp4` is one file, by ranges.'),
  tokenExpiresAt: described(nullable(instant()), 'When the links of this response end; null if they do not end.'),
  posterUrl: described(nullable(url()), 'An image of it, or null.'),
  captions: described(Type.Array(caption), 'In WebVTT, by language.'),
  variants: Type.Array(MediaVariant.schema),
  resume: described(nullable(resume), 'Where the member stopped; null without a member.'),
  heartbeatIntervalSeconds: described(Type.Integer(), 'How often to send heartbeats of a video session.'),
}));
export type Playback = Static<typeof MediaPlayback>;
