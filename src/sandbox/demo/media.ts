// The media of the demo studio: small files that play, of no more than pictures and tones.

import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Tx } from '../../database/database.ts';
import type { MediaStore } from '../../media/store.ts';
import { captionsFrom, setCaptions } from '../../resources/content-media/captions/captions.ts';
import { addExternalMedia } from '../../resources/content-media/media.ts';
import { MediaVariant } from '../../resources/content-media/playback/record.ts';
import { addVariant } from '../../resources/content-media/playback/variants.ts';
import { ContentMedia, type CreateMediaBody, MediaFile, type MediaKind } from '../../resources/content-media/record.ts';
import { ENTRIES, MEDIA, RENDITIONS, VARIANTS } from '../../resources/demo-ids.ts';
import breathing from './media/breathing.m4a' with { type: 'file' };
import greenBowl from './media/green-bowl.jpg' with { type: 'file' };
import morningFlow from './media/morning-flow.mp4' with { type: 'file' };
import tenSquats from './media/ten-squats.mp4' with { type: 'file' };
import squatsSegment from './media/ten-squats.mpegts' with { type: 'file' };
import { naming } from './naming.ts';
import { SETUP_CALLER } from './setup.ts';

export interface DemoFile {
  readonly id: string;
  readonly path: string;
  readonly sha256: string;
  readonly sizeBytes: number;
  readonly kind: MediaKind;
  readonly mimeType: string;
  readonly durationSeconds?: number;
  readonly size?: readonly [width: number, height: number];
  readonly codecs?: string;
  readonly bitrateKbps?: number;
  readonly fileName: string;
  readonly body: CreateMediaBody;
}

const H264_AAC = 'avc1.4d4015,mp4a.40.2';

export const FILES: readonly DemoFile[] = [
  {
    id: MEDIA.morningFlow,
    path: morningFlow,
    fileName: 'morning-flow.mp4',
    kind: 'video',
    mimeType: 'video/mp4',
    sha256: '4ee63df18542b9cb4338d4c5ca30b4f4832a78addf07a5db8fdfcb5411fb56b9',
    sizeBytes: 94_425,
    durationSeconds: 1200,
    size: [320, 180],
    codecs: H264_AAC,
    bitrateKbps: 1,
    body: {
      title: 'Morning flow at home',
      entryId: ENTRIES.morningFlow,
      chapters: [
        { startSeconds: 0, title: 'Arrive' },
        { startSeconds: 180, title: 'Sun salutations' },
        { startSeconds: 1020, title: 'Rest' },
      ],
    },
  },
  {
    id: MEDIA.tenSquats,
    path: tenSquats,
    fileName: 'ten-squats.mp4',
    kind: 'video',
    mimeType: 'video/mp4',
    sha256: '868e646bad1667c46b0f222c4dd872fab33a3f75f66b537a6bab6988e6d66a61',
    sizeBytes: 48_102,
    durationSeconds: 6,
    size: [320, 180],
    codecs: H264_AAC,
    bitrateKbps: 64,
    body: { title: 'Ten squats', entryId: ENTRIES.tenSquats },
  },
  {
    id: MEDIA.breathing,
    path: breathing,
    fileName: 'breathing.m4a',
    kind: 'audio',
    mimeType: 'audio/mp4',
    sha256: 'fc5ef7ab58b30b908724dbd1b57ca6c1599e66a5e727b8194d502e0898b1640e',
    sizeBytes: 21_863,
    durationSeconds: 8,
    codecs: 'mp4a.40.2',
    bitrateKbps: 22,
    body: { title: 'Breathing before sleep', entryId: ENTRIES.breathing },
  },
  {
    id: MEDIA.greenBowl,
    path: greenBowl,
    fileName: 'green-bowl.jpg',
    kind: 'image',
    mimeType: 'image/jpeg',
    sha256: 'cfdaa507b0241773fbfcc903794acb99650a403ffff492a8f5c11bccd4deda36',
    sizeBytes: 3557,
    size: [640, 360],
    body: { title: 'Green bowl', entryId: ENTRIES.greenBowl },
  },
];

const PLAYLIST = `#EXTM3U
#EXT-X-VERSION:3
#EXT-X-TARGETDURATION:6
#EXT-X-MEDIA-SEQUENCE:0
#EXT-X-PLAYLIST-TYPE:VOD
#EXTINF:6.000000,
00000.ts
#EXT-X-ENDLIST
`;

const SEGMENT_BYTES = 57_716;

const CAPTIONS: readonly (readonly [language: string, label: string, text: string])[] = [
  ['en', 'English', 'WEBVTT\n\n00:00:02.000 --> 00:00:06.000\nSit up, and close your eyes.\n'],
  ['es', 'Español', 'WEBVTT\n\n00:00:02.000 --> 00:00:06.000\nSiéntate y cierra los ojos.\n'],
];

const createFile = (tx: Tx, { id, sha256, sizeBytes, kind, mimeType, size, body, ...found }: DemoFile): void => {
  const { durationSeconds = null, codecs = null, bitrateKbps = null, fileName } = found;
  const [width = null, height = null] = size ?? [];
  MediaFile.rows.insert(tx, { id: sha256, sizeBytes, unusedSince: null, createdAt: tx.now, updatedAt: tx.now });
  const row = {
    ...ContentMedia.make(tx, body, { id, title: body.title ?? fileName, kind, status: 'ready' }),
    fileSha256: sha256,
    sizeBytes,
    fileName,
    mimeType,
    durationSeconds,
    width,
    height,
    codecs,
    bitrateKbps,
    // A sandbox works on no video of its own.
    renderedAt: tx.now,
  };
  ContentMedia.rows.insert(tx, row);
  if (id !== MEDIA.morningFlow) return;
  for (const [language, label, text] of CAPTIONS) setCaptions(tx, row, language, { label, body: captionsFrom(text) });
};

/** Creates the media of the demo studio. Their files are placed by `placeDemoMedia`. */
export const createMedia = (tx: Tx): void => {
  for (const file of FILES) createFile(tx, file);
  const rendition = { quality: '180p', protocol: 'hls', mimeType: 'application/vnd.apple.mpegurl' } as const;
  const facts = { width: 320, height: 180, bitrateKbps: 77, sizeBytes: SEGMENT_BYTES, codecs: H264_AAC };
  MediaVariant.rows.insert(
    tx,
    MediaVariant.make(
      tx,
      { ...rendition, isDefault: true },
      { id: RENDITIONS.tenSquats, contentMediaId: MEDIA.tenSquats, ...facts, bandwidth: 90_000 },
    ),
  );
  const elsewhere = 'https://video.demo-studio.example/warm-up';
  const warmUp = { externalUrl: `${elsewhere}.mp4`, title: 'Warm-up', mimeType: 'video/mp4', durationSeconds: 240 };
  const media = addExternalMedia(naming(tx, MEDIA.warmUp), SETUP_CALLER, warmUp);
  const hls = { quality: '720p', protocol: 'hls', height: 720, url: `${elsewhere}/720.m3u8` } as const;
  addVariant(naming(tx, VARIANTS.warmUp), SETUP_CALLER, media, hls);
};

/** Puts the files of the demo studio into its store. It is a trial: nothing waits for the disk. */
export const placeDemoMedia = async (media: MediaStore): Promise<void> => {
  const rendition = join(media.renditions(MEDIA.tenSquats), RENDITIONS.tenSquats);
  const placed: readonly (readonly [to: string, from: Bun.BunFile | string])[] = [
    ...FILES.map(({ path, sha256 }) => [media.path(sha256), Bun.file(path)] as const),
    [join(rendition, '00000.ts'), Bun.file(squatsSegment)],
    [join(rendition, 'index.m3u8'), PLAYLIST],
  ];
  for (const [to, from] of placed) {
    await mkdir(dirname(to), { recursive: true, mode: 0o700 });
    await writeFile(to, typeof from === 'string' ? from : await from.bytes(), { mode: 0o600 });
  }
};
