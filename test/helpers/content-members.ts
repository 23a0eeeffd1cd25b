import { ContentMedia, type MediaRow } from '../../src/resources/content-media/record.ts';
import type { ApiResponse, Studio } from './api.ts';
import { addClient } from './bookings.ts';
import { openStudioForMembers } from './members.ts';
import { UNKNOWN } from './sales.ts';

const ROOT = '/v2/member';

/** A studio with members who call the operations below `/v2/member`. */
export const openContentStudio = async (options: Parameters<typeof openStudioForMembers>[0] = {}) => {
  const studio = await openStudioForMembers(options);

  /** A new member. Paths are relative to `/v2/member`. */
  const member = async (fields: Record<string, unknown> = {}) => {
    const id = await addClient(studio, fields);
    const { headers } = await studio.signIn(id);
    const send = (method: string, path: string, body?: unknown): Promise<ApiResponse> =>
      studio.send(method, ROOT + path, body, headers);
    return {
      id,
      headers,
      send,
      get: (path: string) => send('GET', path),
      post: (path: string, body?: unknown) => send('POST', path, body),
      put: (path: string, body?: unknown) => send('PUT', path, body),
      delete: (path: string) => send('DELETE', path),
      /** Sends a request of `/v2/content`. */
      content: (path: string) => studio.send('GET', `/v2/content${path}`, undefined, headers),
    };
  };
  return { ...studio, member };
};

export type ContentStudio = Awaited<ReturnType<typeof openContentStudio>>;
export type ContentMember = Awaited<ReturnType<ContentStudio['member']>>;

export { UNKNOWN };

/** Adds a media, by default a ready video of 100 s. Raises no events. Returns its id. */
export const addMedia = (studio: Studio, fields: Partial<MediaRow> = {}): Promise<string> =>
  studio.store.write((tx) => {
    const row = ContentMedia.make(
      tx,
      {},
      { title: 'Flow', kind: 'video', status: 'ready', mimeType: 'video/mp4', durationSeconds: 100, ...fields },
    );
    ContentMedia.rows.insert(tx, row);
    return row.id;
  });
