// Apart from examine.ts, so that only the examining thread loads the library that reads media.

export interface MediaProperties {
  readonly kind: 'video' | 'audio' | 'image' | 'document';
  readonly mimeType: string;
  readonly durationSeconds: number | null;
  readonly width: number | null;
  readonly height: number | null;
  /** As in `avc1.64001f,mp4a.40.2`. */
  readonly codecs: string | null;
  readonly bitrateKbps: number | null;
  /** A picture of it that the file has inside, such as a cover. */
  readonly poster: Uint8Array | null;
}

/** Unsupported file type. The message says what was found. */
export class MediaUnsupported extends Error {}
