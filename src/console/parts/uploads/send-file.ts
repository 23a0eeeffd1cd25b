import { type DetailedError, Upload } from 'tus-js-client';
import { inWords } from '../../api/refusals/in-words.ts';
import type { ErrorBody } from '../../api/refusals/refusal-words.ts';
import { later } from '../../base/time/now.ts';

interface Sending {
  readonly file: File;
  readonly entryId: string;
  /** The upload of the server that the file continues; undefined for a new one. */
  readonly mediaId?: string | undefined;
  /** Called once the server has a media for the file. */
  readonly onMedia: (mediaId: string) => void;
  readonly onProgress: (sentBytes: number) => void;
  /** Called after each break: it goes on automatically. */
  readonly onBreak: () => void;
  readonly onDone: () => void;
  readonly onRefused: (refusal: ErrorBody) => void;
}

export interface SendingFile {
  /** Goes on right away, where it waits. */
  readonly goOn: () => void;
  readonly stop: () => void;
}

const UPLOADS = '/manage/content/media/uploads';
/** After a break it tries again after these times, ms; then after the last one for ever. */
const RETRY_MS = [0, 1_000, 2_000, 5_000];
const LAST_RETRY_MS = 10_000;

const idOf = (url: string | null): string => url?.split('/').at(-1) ?? '';

/** What the server said of a failure; undefined where no response came, and where it may work a moment later. */
const refusalOf = (error: Error | DetailedError): ErrorBody | undefined => {
  const response = 'originalResponse' in error ? error.originalResponse : null;
  if (response === null) return undefined;
  try {
    const { error: refusal } = JSON.parse(response.getBody());
    return refusal.code === 'upload_conflict' ? undefined : refusal;
  } catch {
    return response.getStatus() >= 500 ? undefined : { code: 'internal_error', message: String(response.getStatus()) };
  }
};

/**
 * Sends a file by tus. A break of the connection only makes it wait; the browser remembers the upload, so that the same file
 * for the same entry goes on where it was, also after the page was loaded again.
 */
export const sendFile = (sending: Sending): SendingFile => {
  const { file, entryId, mediaId } = sending;
  let isStopped = false;
  let endWait: (() => void) | undefined;
  const goOn = (): void => {
    endWait?.();
    endWait = undefined;
    if (!isStopped) upload.start();
  };
  const upload = new Upload(file, {
    endpoint: `${location.origin}${UPLOADS}`,
    ...(mediaId === undefined ? {} : { uploadUrl: `${location.origin}${UPLOADS}/${mediaId}` }),
    headers: { 'X-Studiod-Console': '1' },
    metadata: { filename: file.name, filetype: file.type, entryId },
    retryDelays: RETRY_MS,
    removeFingerprintOnSuccess: true,
    fingerprint: async () => ['studiod', entryId, file.name, file.size, file.lastModified].join('-'),
    onUploadUrlAvailable: () => sending.onMedia(idOf(upload.url)),
    onProgress: (sent) => sending.onProgress(sent),
    onSuccess: () => sending.onDone(),
    onShouldRetry: (error) => {
      const isRefused = refusalOf(error) !== undefined;
      if (!isRefused) sending.onBreak();
      return !isRefused;
    },
    onError: (error) => {
      const refusal = refusalOf(error);
      if (refusal !== undefined) return void inWords(refusal).then(sending.onRefused);
      sending.onBreak();
      endWait = later(goOn, LAST_RETRY_MS);
    },
  });
  const begin = async (): Promise<void> => {
    const [previous] = mediaId === undefined ? await upload.findPreviousUploads() : [];
    if (previous !== undefined) upload.resumeFromPreviousUpload(previous);
    if (!isStopped) upload.start();
  };
  void begin();
  return {
    goOn: () => {
      if (endWait !== undefined) goOn();
    },
    stop: () => {
      isStopped = true;
      endWait?.();
      void upload.abort();
    },
  };
};
