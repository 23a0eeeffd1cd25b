import { creatorFinder } from '../auth/creators.ts';
import { actingClient } from '../auth/lookups.ts';
import type { Read } from '../database/database.ts';
import type { Allowance } from '../kernel/allowance.ts';
import { everyMinute, type Job } from '../kernel/periods.ts';
import { createMediaLinks, type LinkHolder } from '../media/links.ts';
import { createRenditions } from '../resources/content-media/playback/renditions.ts';
import { mediaRoutes } from '../resources/content-media/playback/route.ts';
import type { MediaPorts } from '../resources/content-media/ports.ts';
import { POSTER_FILE, type PosterUrl } from '../resources/content-media/view.ts';
import { actAs } from '../resources/staff/actor.ts';
import { isShownToStrangers } from '../resources/studio/library/access.ts';
import type { AppDeps } from './deps.ts';

const findCreator = creatorFinder(actAs);

const isLinkHeld = (
  read: Read,
  { clientId, credentialId, isStranger }: LinkHolder,
  mediaId: string,
  file: string,
): boolean => {
  if (isStranger) return isShownToStrangers(read, mediaId, file);
  if (clientId !== undefined && (actingClient(read, clientId)?.status ?? 'archived') === 'archived') return false;
  if (credentialId === undefined) return true;
  const found = findCreator(read, { credentialId, credentialScopes: null });
  // A person who is suspended or has left has no permissions.
  return typeof found !== 'string' && (found.kind !== 'staff' || found.actor.permissions.size > 0);
};

/** The parts of the application that send the files of media, and make their renditions. */
export const createPlayback = ({
  store,
  seal,
  media,
  ffmpeg,
  rootUrl,
  reportError,
}: Pick<AppDeps, 'store' | 'seal' | 'media' | 'ffmpeg' | 'rootUrl' | 'reportError'>) => {
  const links = createMediaLinks(() => seal.keyFor('media links'));
  const renditions = createRenditions({ store, media, ffmpeg, reportError });
  // Only woken: a job that lasted as long as its renditions would count as stuck.
  const jobs: readonly Job[] = [
    {
      name: 'renditions',
      period: everyMinute,
      run: () => renditions.wake(),
      isIdleUntil: () => renditions.isDone(),
    },
  ];
  const posterUrl: PosterUrl = (read, caller, poster) =>
    rootUrl() + links.filePathFor(poster, POSTER_FILE, caller, read.nowMs);
  const wake = () => renditions.wake();
  return {
    /** For the families, which have the rest from the media. */
    ports: { links, posterUrl, onMediaReady: wake } satisfies Partial<MediaPorts>,
    jobs,
    routes: (consumeAddress: (request: Request) => Allowance) =>
      mediaRoutes({ view: () => store.view(), media, links, isLinkHeld, consumeAddress }),
    wake,
    stop: () => renditions.stop(),
  };
};

export type Playback = ReturnType<typeof createPlayback>;
