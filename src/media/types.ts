/** The types that browsers show or play. Others are downloads, so nothing here can run a script. */
const SHOWN: Readonly<Record<string, string>> = {
  'video/mp4': 'mp4',
  'video/quicktime': 'mov',
  'video/webm': 'webm',
  'video/x-matroska': 'mkv',
  'video/mp2t': 'ts',
  'audio/mp2t': 'ts',
  'audio/x-matroska': 'mka',
  'audio/mpeg': 'mp3',
  'audio/mp4': 'm4a',
  'audio/aac': 'aac',
  'audio/ogg': 'ogg',
  'audio/webm': 'weba',
  'audio/wav': 'wav',
  'audio/flac': 'flac',
  'video/ogg': 'ogv',
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/webp': 'webp',
  'image/gif': 'gif',
  'image/avif': 'avif',
  'application/pdf': 'pdf',
  'application/vnd.apple.mpegurl': 'm3u8',
  'text/vtt': 'vtt',
};

export interface SentType {
  readonly contentType: string;
  readonly extension: string;
  /** Whether a browser may show it; otherwise it is a download. */
  readonly isShown: boolean;
}

/** @param mimeType as it was found in the content; parameters such as codecs are left out. */
export const sentTypeOf = (mimeType: string | null): SentType => {
  const [name = ''] = (mimeType ?? '').toLowerCase().split(';');
  const type = name.trim();
  const extension = Object.hasOwn(SHOWN, type) ? SHOWN[type] : undefined;
  if (extension === undefined) {
    return { contentType: 'application/octet-stream', extension: 'bin', isShown: false };
  }
  const charset = type === 'text/vtt' ? '; charset=utf-8' : '';
  return { contentType: type + charset, extension, isShown: true };
};

export const IMAGE_HEAD_BYTES = 16;

const IMAGES: readonly (readonly [start: RegExp, mimeType: string])[] = [
  [/^\xff\xd8\xff/, 'image/jpeg'],
  [/^\x89PNG/, 'image/png'],
  [/^GIF8/, 'image/gif'],
  [/^RIFF.{4}WEBP/s, 'image/webp'],
  [/^.{4}ftypavi/s, 'image/avif'],
];

/** The type of a stored image by its first bytes. */
export const imageTypeOf = (head: Uint8Array): string | null => {
  const text = Buffer.from(head).toString('latin1');
  return IMAGES.find(([start]) => start.test(text))?.[1] ?? null;
};
