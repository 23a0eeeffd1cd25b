import { businessOperations } from '../../../http/operations/declare.ts';
import type { ProtocolSpec } from '../../../http/operations/protocol.ts';
import { ManagedUpload } from '../entry.ts';
import type { createTus } from './tus.ts';

const RESUMABLE = { 'Tus-Resumable*': 'The version of tus: 1.0.0.' };
const ANSWERED = { 'Tus-Resumable': '1.0.0.' };
const EXPIRES = { 'Upload-Expires': 'Time at which the unfinished upload expires.' };
const OFFSET = { 'Upload-Offset': 'The number of bytes received.' };
const CHECKSUM = {
  'Upload-Checksum': 'An algorithm (sha1, sha256, md5), a space, and the checksum of these bytes in Base64.',
};
const BYTES = 'application/offset+octet-stream';

const protocol = (spec: Omit<ProtocolSpec, 'name' | 'root' | 'everyResponse'>): ProtocolSpec => ({
  name: 'tus 1.0.0',
  root: '/manage/content/media/uploads',
  everyResponse: { 'tus-resumable': '1.0.0' },
  hasMethodOverride: true,
  ...spec,
});

const about =
  'Use a tus client, such as tus-js-client. An interrupted upload resumes where it stopped. The path is the ' +
  '`Location` in the response that created the upload.';

/** Uploads by the tus protocol, of files of any size (content.md "Media"). */
export const uploadOperations = ({ tus }: { readonly tus: ReturnType<typeof createTus> }) =>
  businessOperations({ tag: 'Content' }, 'manage', ({ exchange }) => [
    exchange(
      'OPTIONS /manage/content/media/uploads',
      'getUploadProtocol',
      {
        summary: 'Retrieve the upload protocol',
        description: 'The version and extensions of tus, and the maximum file size.',
        staff: 'content:manage',
        sites: 'brand',
        protocol: protocol({
          request: {},
          response: {
            'Tus-Version': '1.0.0.',
            'Tus-Extension': 'creation, creation-with-upload, expiration, checksum, and termination.',
            'Tus-Max-Size': 'The maximum file size in bytes.',
            'Tus-Checksum-Algorithm': 'The algorithms accepted in Upload-Checksum.',
          },
        }),
      },
      tus,
    ),
    exchange(
      'POST /manage/content/media/uploads',
      'createUpload',
      {
        summary: 'Create an upload',
        audited: true,
        description: `It appears as media with the status uploading. ${about}`,
        staff: 'content:manage',
        sites: 'named',
        errors: [412, 413, 415, 460],
        protocol: protocol({
          request: {
            ...RESUMABLE,
            'Upload-Length*': 'The size of the file in bytes.',
            'Upload-Metadata': '`filename`, `filetype`, `title`, and `entryId`, each with its value in Base64.',
            ...CHECKSUM,
          },
          response: {
            ...ANSWERED,
            Location: 'The path of the upload, which contains the ID of its media.',
            ...EXPIRES,
          },
          receives: BYTES,
        }),
      },
      tus,
    ),
    exchange(
      'HEAD /manage/content/media/uploads/:id',
      'getUpload',
      {
        summary: 'Retrieve the progress of an upload',
        description: about,
        on: ManagedUpload,
        staff: 'content:manage',
        errors: [412],
        protocol: protocol({
          request: RESUMABLE,
          response: { ...ANSWERED, ...OFFSET, 'Upload-Length': 'The size of the file in bytes.', ...EXPIRES },
        }),
      },
      tus,
    ),
    exchange(
      'PATCH /manage/content/media/uploads/:id',
      'continueUpload',
      {
        summary: 'Upload bytes',
        description:
          'The path is the `Location` in the response that created the upload. After the last byte, the media is ' +
          'processing, then ready, or errored if its content is not what it claims to be.',
        on: ManagedUpload,
        staff: 'content:manage',
        errors: [412, 413, 415, 460],
        protocol: protocol({
          request: { ...RESUMABLE, 'Upload-Offset*': 'The number of bytes received.', ...CHECKSUM },
          response: { ...ANSWERED, ...OFFSET, ...EXPIRES },
          receives: BYTES,
        }),
      },
      tus,
    ),
    exchange(
      'DELETE /manage/content/media/uploads/:id',
      'deleteUpload',
      {
        summary: 'Delete an unfinished upload',
        audited: true,
        description:
          'The path is the `Location` in the response that created the upload. The bytes received are removed. A ' +
          'finished upload is deleted as media.',
        on: ManagedUpload,
        staff: 'content:manage',
        errors: [412],
        protocol: protocol({ request: RESUMABLE, response: ANSWERED }),
      },
      tus,
    ),
  ]);
