import { join } from 'node:path';
import type { FormFolder } from '../http/operations/forms.ts';
import { daily, everyMinute, hourly, type Job } from '../kernel/periods.ts';
import { MEDIA_PREFIX } from '../media/links.ts';
import { adoptStrayFiles, removeUnusedFiles } from '../resources/content-media/files.ts';
import type { MediaPorts } from '../resources/content-media/ports.ts';
import { removeExpiredUploads, removeStrayUploads } from '../resources/content-media/uploads/expire.ts';
import { UploadFinisher } from '../resources/content-media/uploads/finisher.ts';
import { ReceivedHashes } from '../resources/content-media/uploads/receiving.ts';
import type { createTus } from '../resources/content-media/uploads/tus.ts';
import type { PublicMediaUrl } from '../resources/content-media/view.ts';
import type { AppDeps } from './deps.ts';

interface MediaDeps extends Pick<AppDeps, 'store' | 'media' | 'mediaMaxBytes' | 'rootUrl' | 'reportError'> {
  /** Called when a file can be played. */
  readonly onReady: () => void;
  readonly signal: AbortSignal;
}

export const createMedia = ({ mediaMaxBytes: maxBytes, ...deps }: MediaDeps) => {
  const { store, media, signal, reportError } = deps;
  const hashes = new ReceivedHashes();
  const uploads = { ...deps, hashes };
  const finisher = new UploadFinisher(uploads);
  let starting: Promise<void> = Promise.resolve();
  const startWith = (work: () => Promise<void>): Promise<void> => {
    starting = starting.then(work).catch((error) => reportError(error, 'media'));
    return starting;
  };
  const publicMediaUrl: PublicMediaUrl = (id, file) => `${deps.rootUrl()}${MEDIA_PREFIX}public/${id}/${file}`;
  const forms: FormFolder = {
    async newFile() {
      await media.requireSpace();
      return join(await media.uploads(), `form-${store.ids.uuid()}`);
    },
  };
  const jobs: readonly Job[] = [
    {
      name: 'received media',
      period: everyMinute,
      run: () => finisher.resume(),
      isIdleUntil: () => !finisher.hasReceived(),
    },
    { name: 'unfinished uploads', period: hourly(13), run: () => removeExpiredUploads(uploads) },
    { name: 'unused media files', period: hourly(19), run: () => removeUnusedFiles(deps, signal) },
    { name: 'media files without a record', period: daily(3, 31), run: () => adoptStrayFiles(deps, signal) },
  ];
  let loaded: ReturnType<typeof createTus> | undefined;
  const tus: ReturnType<typeof createTus> = async (...request) => {
    loaded ??= (await import('../resources/content-media/uploads/tus.ts')).createTus({
      ...uploads,
      finisher,
      maxBytes,
    });
    return loaded(...request);
  };
  return {
    /** For the families, which have the rest from the playback. */
    ports: { media, mediaMaxBytes: maxBytes, tus, publicMediaUrl } satisfies Partial<MediaPorts>,
    forms,
    jobs,
    /** Resolves when the files of earlier requests are gone. The files of later requests would be taken for strays. */
    start: () => startWith(() => removeStrayUploads(deps)),
    /** Not awaited: it hashes large files. */
    catchUp: () => startWith(() => finisher.resume()),
    async stop(): Promise<void> {
      await finisher.stop();
      await starting;
    },
  };
};
