import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { createMediaStore, digestOfFile, type MediaStore } from '../../../../src/media/store.ts';
import { keepFile, useFiles } from '../../../../src/resources/content-media/files.ts';
import { ContentMedia, MediaCaption, type MediaRow } from '../../../../src/resources/content-media/record.ts';
import type { Studio } from '../../../helpers/api.ts';
import { addEntry } from '../../../helpers/content.ts';
import { mediaFile } from '../../../helpers/media.ts';
import { openStudioForMembers } from '../../../helpers/members.ts';
import { createClient } from '../../../helpers/sales.ts';

/** Adds a media with a copy of a file, as an upload does. */
export const addMedia = async (
  { store }: Pick<Studio, 'store'>,
  media: MediaStore,
  path: string,
  given: Partial<MediaRow> = {},
): Promise<MediaRow> => {
  const temporary = join(await media.uploads(), `copy-${store.ids.uuid()}`);
  copyFileSync(path, temporary);
  const fileSha256 = await digestOfFile(temporary);
  await keepFile({ store, media }, temporary, fileSha256);
  return store.write((tx) => {
    const row: MediaRow = {
      ...ContentMedia.make(tx, {}, { title: 'Yoga', kind: 'video', status: 'ready' }),
      fileSha256,
      sizeBytes: Bun.file(media.path(fileSha256)).size,
      mimeType: 'video/mp4',
      ...given,
    };
    ContentMedia.rows.insert(tx, row);
    useFiles(tx, fileSha256);
    return row;
  });
};

export const newMediaStore = (folder: string): MediaStore => createMediaStore({ directory: join(folder, 'media') });

export const APP = 'https://app.yoga.example';
export const ROOT = 'http://localhost';
export const VIDEO = mediaFile('clip.mp4');

/** A studio with a published entry, and a member who plays its media. */
export const openPlayer = async () => {
  const studio = await openStudioForMembers({ memberCorsOrigins: [APP] });
  const clientId = await createClient(studio);
  const { headers: member } = await studio.signIn(clientId);
  const { id: entryId } = await studio.given(addEntry(studio));
  const { store } = studio;
  return {
    ...studio,
    clientId,
    member,
    entryId,
    /** Adds a media of the entry, a video unless `given` says otherwise. */
    add: (given: Partial<MediaRow> = {}): Promise<MediaRow> =>
      addMedia(studio, studio.media, VIDEO, { entryId, durationSeconds: 2, width: 160, height: 120, ...given }),
    addExternal: (externalUrl: string, given: Partial<MediaRow> = {}): Promise<MediaRow> =>
      store.write((tx) => {
        const fields = { title: 'Elsewhere', kind: 'video', status: 'ready', entryId, externalUrl } as const;
        const row: MediaRow = { ...ContentMedia.make(tx, {}, fields), ...given };
        ContentMedia.rows.insert(tx, row);
        return row;
      }),
    addCaptions: ({ id: contentMediaId }: MediaRow, language: string, body: string) =>
      store.write((tx) => {
        const label = `In "${language}"`;
        MediaCaption.rows.insert(tx, MediaCaption.make(tx, { contentMediaId, language, label, body }, {}));
      }),
    playback: ({ id }: { id: string }, query = '', headers: Record<string, string> = member) =>
      studio.get(`/v2/content/media/${id}/playback${query}`, headers),
    /** Requests a file as a player does: without any credential. */
    load: async (url: string, init: RequestInit = {}) => {
      const response = await studio.app.fetch(new Request(url, init));
      const bytes = await response.bytes();
      return { status: response.status, headers: response.headers, bytes, text: new TextDecoder().decode(bytes) };
    },
  };
};
export type Player = Awaited<ReturnType<typeof openPlayer>>;
