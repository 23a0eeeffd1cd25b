// Uploads that survive a broken connection: the tus protocol 1.0.0 (content.md "Media").

import { isUtf8 } from 'node:buffer';
import { Server, TUS_VERSION } from '@tus/server';
import type { Call } from '../../../http/operations/call.ts';
import type { Exchange } from '../../../http/operations/operation.ts';
import { leaveBody } from '../../../kernel/bounded-body.ts';
import type { Caller } from '../../../kernel/caller.ts';
import { epochOf } from '../../../kernel/clock.ts';
import { invalidParam } from '../../../kernel/problem.ts';
import type { FileDeps } from '../files.ts';
import { liveMedia } from '../media.ts';
import { CHECKSUM_ALGORITHMS, checksumOf } from './checksum.ts';
import { isRefusal, problemFor, refused } from './faults.ts';
import type { UploadFinisher } from './finisher.ts';
import { createUploadLocker } from './locker.ts';
import { receivedBytes } from './received-files.ts';
import type { ReceivedHashes } from './receiving.ts';
import { UploadStore } from './upload-store.ts';

/** The path of uploads. Its own path is relative in `Location`, so that it is right behind every proxy. */
const UPLOADS_PATH = '/manage/content/media/uploads';

/** How long a request that another one replaces may take to end, in real milliseconds. */
const DRAIN_MS = 500;

export interface TusDeps extends FileDeps {
  readonly hashes: ReceivedHashes;
  readonly finisher: UploadFinisher;
  /** The largest file that may be uploaded, in bytes. */
  readonly maxBytes: number;
}

/** The headers that the protocol reads. The library refuses others that proxies send. */
const READ = /^(?:content-(?:type|length)|tus-[a-z-]+|upload-[a-z-]+)$/;
/** The headers of its responses. This program sets the headers of CORS. */
const WRITTEN = /^(?:location|cache-control|tus-[a-z-]+|upload-[a-z-]+)$/i;

const withOwnHeaders = ({ status, headers }: Response, more: Readonly<Record<string, string>>): Response => {
  const kept = [...headers].filter(([name]) => WRITTEN.test(name));
  return new Response(null, { status, headers: { ...Object.fromEntries(kept), ...more } });
};

/** @throws Problem 400 for a value of `Upload-Metadata` that is not UTF-8: the library would replace parts of it. */
const requireUtf8 = ({ headers }: Request): void => {
  for (const pair of headers.get('upload-metadata')?.split(',') ?? []) {
    const [name = '', value = ''] = pair.split(' ');
    if (isUtf8(Buffer.from(value, 'base64'))) continue;
    throw invalidParam(
      'Upload-Metadata',
      `The value of '${name.slice(0, 40)}' is not Base64 of UTF-8. Encode the text in UTF-8 first.`,
      { reason: 'not_accepted' },
    );
  }
};

type UploadCall = Pick<Call<Caller, unknown, unknown, unknown>, 'caller' | 'id' | 'requireStill'>;

/** Passes each piece of a body on while its sender may send it: an upload takes hours. */
const judgingEach = (requireStill: () => void): TransformStream<Uint8Array, Uint8Array> =>
  new TransformStream({
    transform(piece, controller) {
      requireStill();
      controller.enqueue(piece);
    },
  });

const idOf = (made: unknown): string =>
  typeof made === 'object' && made !== null && 'id' in made ? String(made.id) : '';

/** Answers the requests of the protocol. The function that calls it has checked the caller. */
export const createTus = (deps: TusDeps): Exchange<UploadCall> => {
  const { store, finisher, maxBytes } = deps;
  const locker = createUploadLocker();

  const expiryOf = (id: string): Readonly<Record<string, string>> => {
    const { status, uploadExpiresAt } = liveMedia(store.view(), id) ?? {};
    if (status !== 'uploading' || typeof uploadExpiresAt !== 'string') return {};
    return { 'upload-expires': new Date(epochOf(uploadExpiresAt)).toUTCString() };
  };

  /** The response to a creation that is sent again with its idempotency key. */
  const createdEarlier = async (id: string): Promise<Response> => {
    const { status, uploadLength = null } = liveMedia(store.view(), id) ?? {};
    const offset = status === 'uploading' ? await receivedBytes(deps, id) : uploadLength;
    const headers = { location: `${UPLOADS_PATH}/${id}`, 'upload-offset': `${offset ?? 0}`, ...expiryOf(id) };
    return new Response(null, { status: 201, headers });
  };

  return async ({ caller, id: given, requireStill = () => {} }, request, responseHeaders, conclude, earlier) => {
    if (earlier !== undefined) {
      leaveBody(request);
      return createdEarlier(idOf(earlier));
    }
    const id = given === '' ? store.ids.uuid() : given;
    requireUtf8(request);
    let failure: unknown;
    const uploads = new UploadStore(deps, { caller, checksum: checksumOf(request), conclude });
    const server = new Server({
      path: UPLOADS_PATH,
      datastore: uploads,
      locker,
      relativeLocation: true,
      maxSize: maxBytes,
      lockDrainTimeout: DRAIN_MS,
      namingFunction: () => id,
      getFileIdFromRequest: () => id,
      onUploadFinish: async () => {
        await finisher.received(id);
        return {};
      },
      onResponseError: (_request, error) => {
        failure = error;
        return undefined;
      },
    });
    const headers = new Headers([...request.headers].filter(([name]) => READ.test(name)));
    const { method, url } = request;
    let ended: unknown;
    const judge = (): void => {
      try {
        requireStill();
      } catch (error) {
        ended = error;
        throw error;
      }
    };
    const body = request.body === null ? null : request.body.pipeThrough(judgingEach(judge));
    const response = await server.handleWeb({ method, url, headers, body } as Request);
    if (failure !== undefined || response.status >= 400) {
      leaveBody(request);
      // The library takes it for a broken connection.
      if (ended !== undefined) throw ended;
      if (failure === undefined) responseHeaders['tus-version'] = TUS_VERSION.join(',');
      const problem = failure === undefined ? await refused(response) : problemFor(failure, { id, maxBytes });
      if (method === 'POST' && isRefusal(problem)) await uploads.removeRefused(id);
      throw problem;
    }
    const more = method === 'OPTIONS' ? { 'tus-checksum-algorithm': CHECKSUM_ALGORITHMS.join(',') } : expiryOf(id);
    return withOwnHeaders(response, more);
  };
};
