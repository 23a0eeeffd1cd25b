import type { MediaLinks } from '../../media/links.ts';
import type { MediaStore } from '../../media/store.ts';
import type { createTus } from './uploads/tus.ts';
import type { PosterUrl, PublicMediaUrl } from './view.ts';

/** The files of media, their uploads by tus, and the addresses under which they are read. */
export interface MediaPorts {
  readonly media: MediaStore;
  readonly mediaMaxBytes: number;
  readonly tus: ReturnType<typeof createTus>;
  readonly publicMediaUrl: PublicMediaUrl;
  readonly onMediaReady: () => void;
  readonly posterUrl: PosterUrl;
  readonly links: MediaLinks;
}
