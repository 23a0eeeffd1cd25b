import { queryClient } from '../../api/queries.ts';
import type { ErrorBody } from '../../api/refusals/refusal-words.ts';
import { makeStore } from '../../base/store.ts';
import { dropWork, showWork } from '../../live/long-work.ts';
import { refreshIn } from '../../live/refresh.ts';
import type { SendingFile } from './send-file.ts';

/** A file on its way to the server. */
export interface FileUpload {
  readonly id: string;
  readonly entryId: string;
  readonly name: string;
  readonly sizeBytes: number;
  readonly sentBytes: number;
  /** `waiting`: the connection is broken, and it goes on automatically. */
  readonly state: 'sending' | 'waiting' | 'failed';
  /** The media that the file becomes, once the server has it. */
  readonly mediaId?: string | undefined;
  /** Why the file was refused, in the language of the page. */
  readonly refusal?: ErrorBody | undefined;
}

/** The first word of the keys of queries that show media. */
export const MEDIA_KEY = 'content-media';

interface Running {
  readonly file: File;
  sending?: SendingFile;
}

const uploads = makeStore<readonly FileUpload[]>([]);
const running = new Map<string, Running>();

const percentOf = ({ sentBytes, sizeBytes }: FileUpload): number =>
  sizeBytes === 0 ? 0 : Math.floor((sentBytes / sizeBytes) * 100);

const showInTray = (upload: FileUpload, isDone = false): void => {
  const { id, name, entryId } = upload;
  const state = isDone ? 'done' : upload.state === 'sending' ? 'running' : upload.state;
  const page = `/content/entries/${entryId}`;
  showWork({ id, label: 'shell.workUpload', name, state, percent: percentOf(upload), page });
};

const change = (id: string, fields: Partial<FileUpload>): void => {
  const before = uploads.get().find((each) => each.id === id);
  if (before === undefined) return;
  const after = { ...before, ...fields };
  uploads.set(uploads.get().map((each) => (each.id === id ? after : each)));
  showInTray(after);
};

const readMedia = (): void => void refreshIn(queryClient, 'content');

const warn = (event: BeforeUnloadEvent): void => event.preventDefault();
const goOnOnline = (): void => {
  for (const { sending } of running.values()) sending?.goOn();
};

/** While files are on their way, leaving the console asks, and a connection that is back is used right away. */
const watch = (): void => {
  window.removeEventListener('beforeunload', warn);
  window.removeEventListener('online', goOnOnline);
  if (running.size === 0) return;
  window.addEventListener('beforeunload', warn);
  window.addEventListener('online', goOnOnline);
};

const end = (id: string): void => {
  running.delete(id);
  uploads.set(uploads.get().filter((each) => each.id !== id));
  watch();
};

const begin = async (upload: FileUpload, file: File): Promise<void> => {
  const { id, entryId, mediaId } = upload;
  const run: Running = { file };
  running.set(id, run);
  watch();
  const { sendFile } = await import('./send-file.ts');
  if (running.get(id) !== run) return;
  run.sending = sendFile({
    file,
    entryId,
    mediaId,
    onMedia: (made) => {
      change(id, { mediaId: made });
      readMedia();
    },
    onProgress: (sentBytes) => change(id, { sentBytes, state: 'sending' }),
    onBreak: () => change(id, { state: 'waiting' }),
    onDone: () => {
      const done = uploads.get().find((each) => each.id === id);
      end(id);
      readMedia();
      if (done !== undefined) showInTray({ ...done, sentBytes: done.sizeBytes }, true);
    },
    onRefused: (refusal) => {
      running.delete(id);
      watch();
      change(id, { state: 'failed', refusal });
      readMedia();
    },
  });
};

const idFor = (entryId: string, { name, size, lastModified }: File): string =>
  [entryId, name, size, lastModified].join(' ');

/**
 * Sends a file for an entry; it goes on while other pages of the console are open. A file that is on its way already is not
 * sent twice.
 * @param mediaId the unfinished upload that the file continues
 */
export const startUpload = (entryId: string, file: File, mediaId?: string): void => {
  const id = idFor(entryId, file);
  if (running.has(id)) return;
  const upload: FileUpload = {
    id,
    entryId,
    name: file.name,
    sizeBytes: file.size,
    sentBytes: 0,
    state: 'sending',
    mediaId,
  };
  uploads.set([...uploads.get().filter((each) => each.id !== id), upload]);
  showInTray(upload);
  void begin(upload, file);
};

/** Stops sending a file, and forgets it. What the server has of it stays there. */
export const dropUpload = (id: string): void => {
  running.get(id)?.sending?.stop();
  end(id);
  dropWork(id);
};

/** The files on their way for an entry. */
export const useUploads = (entryId: string): readonly FileUpload[] =>
  uploads.use().filter((each) => each.entryId === entryId);

/** How much of a file is sent, in whole percent. */
export const sentPercent = percentOf;
