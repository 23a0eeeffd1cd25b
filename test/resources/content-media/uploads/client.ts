import { createHash } from 'node:crypto';
import type { Studio } from '../../../helpers/api.ts';
import { until } from '../../../helpers/process.ts';

export const UPLOADS = '/manage/content/media/uploads';

const encoded = (value: string): string => Buffer.from(value).toString('base64');

interface Sent {
  readonly headers?: Record<string, string>;
  readonly body?: string | Uint8Array | ReadableStream;
}

/** Sends requests of the tus protocol by hand. */
export const tusClient = (studio: Studio, key = studio.mainKey) => {
  const send = async (method: string, path: string, { headers = {}, body }: Sent = {}) => {
    const response = await studio.app.fetch(
      new Request(`http://localhost${path}`, {
        method,
        headers: { 'x-service-api-key': key, 'tus-resumable': '1.0.0', ...headers },
        ...(body === undefined ? {} : { body }),
      }),
    );
    const text = await response.text();
    const code: string | undefined = text === '' ? undefined : JSON.parse(text).error.code;
    return { status: response.status, headers: response.headers, code, text };
  };
  const metadataOf = (metadata: Record<string, string>): string =>
    Object.entries(metadata)
      .map(([name, value]) => `${name} ${encoded(value)}`)
      .join();
  return {
    send,
    create: (length: number, metadata: Record<string, string> = {}, more: Sent = {}) =>
      send('POST', UPLOADS, {
        ...more,
        headers: {
          'upload-length': `${length}`,
          ...(Object.keys(metadata).length === 0 ? {} : { 'upload-metadata': metadataOf(metadata) }),
          ...more.headers,
        },
      }),
    append: (
      path: string,
      offset: number,
      body: string | Uint8Array | ReadableStream,
      headers: Record<string, string> = {},
    ) =>
      send('PATCH', path, {
        headers: { 'content-type': 'application/offset+octet-stream', 'upload-offset': `${offset}`, ...headers },
        body,
      }),
    offset: async (path: string) => Number((await send('HEAD', path)).headers.get('upload-offset') ?? -1),
    /** Uploads a file at once; returns the id of its media. */
    async upload(bytes: Uint8Array, metadata: Record<string, string> = {}): Promise<string> {
      const { headers } = await this.create(bytes.length, metadata);
      const path = headers.get('location') ?? '';
      await this.append(path, 0, bytes);
      return path.slice(UPLOADS.length + 1);
    },
  };
};

export const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** The media when it has been looked at. */
export const finished = async (studio: Studio, id: string): Promise<Record<string, unknown>> => {
  let body: Record<string, unknown> = {};
  await until(async () => {
    ({ body } = await studio.get(`/manage/content/media/${id}`));
    return body.status === 'ready' || body.status === 'errored';
  });
  return body;
};
