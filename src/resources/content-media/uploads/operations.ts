import { businessOperations } from '../../../http/operations/declare.ts';
import type { ProtocolSpec } from '../../../http/operations/protocol.ts';
import { ManagedUpload } from '../entry.ts';
import type { createTus } from './tus.ts';

const RESUMABLE = { 'Tus-Resumable*': 'The version of tus: 1.0.0.' };
const ANSWERED = { 'Tus-Resumable': '1.0.0.' };
const EXPIRES = { 'Upload-Expires': 'When the unfinished upload is forgotten.' };
const OFFSET = { 'Upload-Offset': 'The bytes that are there.' };
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
  "Use a tus client, such as tus-js-client. An upload that breaks off is continued where it ended. Its path is the 'Location' of the response that creates it.";

/** Uploads by the tus protocol, of files of any size (content.md "Media"). */
export const uploadOperations = ({ tus }: { readonly tus: ReturnType<typeof createTus> }) =>
  businessOperations({ tag: 'Content' }, 'manage', ({ exchange }) => [
    exchange(
      'OPTIONS /manage/content/media/uploads',
      'getUploadProtocol',
      {
        summary: 'Retrieve the protocol of uploads',
        description: 'The version and the extensions of tus, and the largest file.',
        staff: 'content:manage',
        sites: 'brand',
        protocol: protocol({
          request: {},
          response: {
            'Tus-Version': '1.0.0.',
            'Tus-Extension': 'creation, creation-with-upload, expiration, checksum and termination.',
            'Tus-Max-Size': 'The largest file in bytes.',
            'Tus-Checksum-Algorithm': 'The algorithms of Upload-Checksum.',
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
        description: `It shows as a media with the status uploading. ${about}`,
        staff: 'content:manage',
        sites: 'named',
        errors: [412, 413, 415, 460],
        protocol: protocol({
          request: {
            ...RESUMABLE,
            'Upload-Length*': 'The size of the file in bytes.',
            'Upload-Metadata': 'filename, filetype, title and entryId, each with its value in Base64.',
            ...CHECKSUM,
          },
          response: { ...ANSWERED, Location: 'The path of the upload, with the id of its media.', ...EXPIRES },
          receives: BYTES,
        }),
      },
      tus,
    ),
    exchange(
      'HEAD /manage/content/media/uploads/:id',
      'getUpload',
      {
        summary: 'Retrieve how much of an upload is there',
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
        summary: 'Send bytes of an upload',
        description:
          "Its path is the 'Location' of the response that creates the upload. After the last byte the media is processing, then ready, or errored where its content is not what it says.",
        on: ManagedUpload,
        staff: 'content:manage',
        errors: [412, 413, 415, 460],
        protocol: protocol({
          request: { ...RESUMABLE, 'Upload-Offset*': 'The bytes that are there.', ...CHECKSUM },
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
          "Its path is the 'Location' of the response that creates the upload. What was received of it is removed. A finished upload is deleted as media.",
        on: ManagedUpload,
        staff: 'content:manage',
        errors: [412],
        protocol: protocol({ request: RESUMABLE, response: ANSWERED }),
      },
      tus,
    ),
  ]);
