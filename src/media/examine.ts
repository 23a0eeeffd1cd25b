// What a file is, by its content. It runs in a worker (inspect.ts): the files come from anyone, and some are large.

import {
  ADTS,
  BlobSource,
  EncodedPacketSink,
  FLAC,
  Input,
  type InputTrack,
  MATROSKA,
  MP3,
  MP4,
  MPEG_TS,
  OGG,
  QTFF,
  UnsupportedInputFormatError,
  WAVE,
  WEBM,
} from 'mediabunny';
import { imageFacts } from './images.ts';
import { type MediaProperties, MediaUnsupported } from './properties.ts';
import { hasRoomForSamples } from './sample-tables.ts';
import { webVttFrom } from './webvtt.ts';

/** The formats of audio and video. Playlists, which name further files, are not among them. */
const FORMATS = [MP4, QTFF, MATROSKA, WEBM, MP3, WAVE, OGG, ADTS, FLAC, MPEG_TS];

/** How many bytes identify the type of a file. */
const HEAD_BYTES = 262_144;
/** The largest WebVTT file, and the largest poster, in bytes. */
const MAX_TEXT_BYTES = 4_194_304;
const MAX_POSTER_BYTES = 10_485_760;

const DAMAGED = 'It is damaged: its video or audio cannot be read.';
const NOTHING = { durationSeconds: null, width: null, height: null, codecs: null, bitrateKbps: null, poster: null };

const isText = (head: Uint8Array): boolean =>
  /^\ufeff?\s*</.test(new TextDecoder('latin1').decode(head.subarray(0, 512)).replace(/^ï»¿/, ''));

const pixels = (value: number | undefined): number | null =>
  value !== undefined && value >= 1 && value <= 65_535 ? Math.round(value) : null;

const posterOf = async (input: Input): Promise<Uint8Array | null> => {
  const { images = [] } = await input.getMetadataTags();
  const image = images.find(({ kind }) => kind === 'coverFront') ?? images[0];
  if (image === undefined || image.data.byteLength > MAX_POSTER_BYTES) return null;
  return imageFacts(image.data) === undefined ? null : image.data;
};

const isEmpty = async (track: InputTrack | null): Promise<boolean> =>
  track === null || (await new EncodedPacketSink(track).getFirstPacket({ metadataOnly: true })) === null;

/** Whether a track has its last packet after the end of the file: it was cut off, and plays for a part of its duration only. */
const isCut = async (track: InputTrack | null): Promise<boolean> => {
  if (track === null) return false;
  const sink = new EncodedPacketSink(track);
  const last = await sink.getPacket(Number.POSITIVE_INFINITY, { metadataOnly: true });
  return last !== null && (await sink.getPacket(Number.POSITIVE_INFINITY)) === null;
};

const timedFacts = async (file: Bun.BunFile): Promise<MediaProperties> => {
  const input = new Input({ formats: FORMATS, source: new BlobSource(file) });
  const [type = ''] = (await input.getMimeType()).toLowerCase().split(';');
  const [video, audio] = [await input.getPrimaryVideoTrack(), await input.getPrimaryAudioTrack()];
  if (video === null && audio === null) throw new MediaUnsupported('It has neither video nor audio.');
  // The last packet of a FLAC file whose first cannot be read would be looked for without end.
  if ((await isEmpty(video)) && (await isEmpty(audio))) throw new MediaUnsupported(DAMAGED);
  if ((await isCut(video)) || (await isCut(audio))) {
    throw new MediaUnsupported('It is incomplete: the end is missing. Copy or export it again.');
  }
  // A transport stream begins at any time, and players count from its beginning.
  const isStream = (await input.getFormat()) === MPEG_TS;
  const duration = (await input.computeDuration()) - (isStream ? await input.getFirstTimestamp() : 0);
  const hasDuration = Number.isFinite(duration) && duration > 0;
  const parameters = [await video?.getCodecParameterString(), await audio?.getCodecParameterString()];
  const codecs = parameters.filter((each) => each !== null && each !== undefined).join(',');
  return {
    kind: video === null ? 'audio' : 'video',
    mimeType:
      video === null ? type.replace(/^video\/(?:quicktime|mp4)$/, 'audio/mp4').replace(/^video\//, 'audio/') : type,
    durationSeconds: hasDuration ? Math.round(duration * 1000) / 1000 : null,
    width: pixels(video?.displayWidth),
    height: pixels(video?.displayHeight),
    codecs: codecs === '' ? null : codecs.slice(0, 200),
    bitrateKbps: hasDuration ? Math.round((file.size * 8) / duration / 1000) : null,
    poster: await posterOf(input).catch(() => null),
  };
};

const captionFacts = async (file: Bun.BunFile): Promise<MediaProperties> => {
  if (file.size > MAX_TEXT_BYTES) throw new MediaUnsupported('It is a WebVTT file larger than 4 MiB.');
  try {
    webVttFrom(await file.text());
  } catch (error) {
    throw new MediaUnsupported(`It is not valid WebVTT. ${error instanceof Error ? error.message : ''}`);
  }
  return { ...NOTHING, kind: 'document', mimeType: 'text/vtt' };
};

/** What a file is. @throws MediaUnsupported */
export const examine = async (path: string): Promise<MediaProperties> => {
  const file = Bun.file(path);
  if (file.size === 0) throw new MediaUnsupported('It is empty.');
  const head = await file.slice(0, HEAD_BYTES).bytes();
  const image = imageFacts(head);
  if (image !== undefined) return { ...NOTHING, kind: 'image', ...image };
  const start = new TextDecoder('latin1').decode(head.subarray(0, 16));
  if (/^%PDF-\d/.test(start)) return { ...NOTHING, kind: 'document', mimeType: 'application/pdf' };
  if (/^(?:ï»¿)?WEBVTT(?:[ \t\r\n]|$)/.test(start)) return captionFacts(file);
  if (isText(head)) throw new MediaUnsupported('It is markup, such as HTML or SVG.');
  if (!hasRoomForSamples(path)) throw new MediaUnsupported(DAMAGED);
  try {
    return await timedFacts(file);
  } catch (error) {
    if (error instanceof MediaUnsupported) throw error;
    if (error instanceof UnsupportedInputFormatError) {
      throw new MediaUnsupported('It is not a video, audio, image, PDF, or WebVTT file in a supported format.');
    }
    throw new MediaUnsupported(DAMAGED);
  }
};
