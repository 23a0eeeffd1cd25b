import { ERRORS } from '@tus/server';
import { conflict, invalidParam, notFound, Problem } from '../../../kernel/problem.ts';

interface Upload {
  readonly id: string;
  /** The largest file that may be uploaded, in bytes. */
  readonly maxBytes: number;
}

const wrongType = (): Problem =>
  new Problem(415, 'content_type_unsupported', 'Send bytes as application/offset+octet-stream.');

const problems = ({ id, maxBytes }: Upload): ReadonlyMap<unknown, () => Problem> =>
  new Map<unknown, () => Problem>([
    [ERRORS.MISSING_OFFSET, () => invalidParam('Upload-Offset', "Send 'Upload-Offset'.", 'parameter_missing')],
    [ERRORS.INVALID_CONTENT_TYPE, wrongType],
    [ERRORS.FILE_NOT_FOUND, () => notFound('upload', id)],
    [ERRORS.FILE_NO_LONGER_EXISTS, () => notFound('upload', id)],
    [
      ERRORS.INVALID_OFFSET,
      () => conflict('upload_conflict', "The upload is at another offset. Get 'Upload-Offset' with HEAD."),
    ],
    [
      ERRORS.INVALID_TERMINATION,
      () => conflict('upload_conflict', 'The upload is finished. Delete its media instead.'),
    ],
    [
      ERRORS.ERR_LOCK_TIMEOUT,
      () => conflict('upload_conflict', 'Another request is sending bytes of this upload. Try again in a moment.'),
    ],
    [
      ERRORS.ABORTED,
      () =>
        conflict(
          'upload_conflict',
          'The request was interrupted, or another request continues the upload. Get the offset with HEAD, and continue there.',
        ),
    ],
    [
      ERRORS.ERR_SIZE_EXCEEDED,
      () =>
        new Problem(
          413,
          'body_too_large',
          "This is more data than 'Upload-Length'. Send only the rest of the file, or create an upload with its size.",
        ),
    ],
    [
      ERRORS.ERR_MAX_SIZE_EXCEEDED,
      () =>
        new Problem(
          413,
          'body_too_large',
          `A media file can have at most ${maxBytes} bytes (STUDIOD_MEDIA_MAX_BYTES).`,
        ),
    ],
    [
      ERRORS.INVALID_LENGTH,
      () => invalidParam('Upload-Length', "Send the size of the file in 'Upload-Length'.", 'parameter_missing'),
    ],
    [
      ERRORS.INVALID_METADATA,
      () =>
        invalidParam(
          'Upload-Metadata',
          "'Upload-Metadata' must be a list of names and Base64 values, such as: filename cGxheS5tcDQ=",
          { reason: 'not_accepted' },
        ),
    ],
    [
      ERRORS.UNSUPPORTED_CREATION_DEFER_LENGTH_EXTENSION,
      () =>
        invalidParam('Upload-Defer-Length', "Send the size of the file in 'Upload-Length'.", {
          reason: 'not_accepted',
        }),
    ],
    [
      ERRORS.UNSUPPORTED_CONCATENATION_EXTENSION,
      () =>
        invalidParam('Upload-Concat', 'Uploads in parallel parts are not supported. Send the file as one upload.', {
          reason: 'not_accepted',
        }),
    ],
  ]);

/** What the library refuses before it looks at an upload: the version, and headers that are not valid. */
export const refused = async (response: Response): Promise<Problem> => {
  const text = (await response.text()).trim();
  const [, name = 'Upload-Metadata'] = /^Invalid ([\w-]+)/.exec(text) ?? [];
  if (response.status === 412 || name === 'tus-resumable') {
    return new Problem(412, 'tus_version_unsupported', "Send 'Tus-Resumable: 1.0.0'.");
  }
  if (name === 'content-type') return wrongType();
  return invalidParam(name, `The header '${name}' is not valid.`, { reason: 'not_accepted' });
};

/** The error of the library for a request without a length that sends more than fits. It is not in its list. */
const isOverflow = (error: unknown): boolean =>
  error instanceof Error && 'body' in error && error.body === ERRORS.ERR_MAX_SIZE_EXCEEDED.body;

/** The problem for what the library reports about an upload; other errors unchanged. */
export const problemFor = (error: unknown, upload: Upload): unknown =>
  problems(upload).get(isOverflow(error) ? ERRORS.ERR_SIZE_EXCEEDED : error)?.() ?? error;

/** A client that lost its connection, or for which the disk was full, may continue with what arrived. */
export const isRefusal = (error: unknown): boolean =>
  error instanceof Problem && error.status < 500 && error.code !== 'upload_conflict';
