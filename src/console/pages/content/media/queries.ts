import { queryOptions } from '@tanstack/react-query';
import { HOUR_MS } from '../../../../kernel/durations.ts';
import { allOf } from '../../../api/all-pages.ts';
import { client, send, sendTagged, type Tagged } from '../../../api/client.ts';
import type { Schemas } from '../../../api/types.ts';
import { MEDIA_KEY } from '../../../parts/uploads/uploads.ts';

export type Media = Schemas['ContentMedia'];

/** How often media that are being prepared are read again, ms, and others that someone may be sending. */
const PREPARING_MS = 2_000;
const UPLOADING_MS = 10_000;

const isPreparing = ({ status, processingPercent }: Media): boolean =>
  status === 'processing' || processingPercent !== null;

/** After how many ms media are read again, since they change automatically; false for never. */
const readAgain = (media: readonly Media[] = []): number | false => {
  if (media.some(isPreparing)) return PREPARING_MS;
  return media.some(({ status }) => status === 'uploading') ? UPLOADING_MS : false;
};

/** The media of an entry, the newest first. Those that change automatically are read again. */
export const mediaQuery = (entryId: string) =>
  queryOptions({
    queryKey: [MEDIA_KEY, entryId],
    queryFn: () =>
      allOf((after) =>
        send(client.GET('/manage/content/media', { params: { query: { entry_id: entryId, limit: 100, ...after } } })),
      ),
    refetchInterval: ({ state }) => readAgain(state.data),
  });

/** A media, with the tag of its version. */
export const oneMediaQuery = (id: string) => ({
  queryKey: [MEDIA_KEY, 'one', id],
  queryFn: (): Promise<Tagged<Media>> =>
    sendTagged(client.GET('/manage/content/media/{id}', { params: { path: { id } } })),
});

/** How to play a media: as one file, which every browser plays. */
export const playbackQuery = (id: string) =>
  queryOptions({
    queryKey: [MEDIA_KEY, 'playback', id],
    queryFn: () =>
      send(client.GET('/manage/content/media/{id}/playback', { params: { path: { id }, query: { protocol: 'mp4' } } })),
    // Its links end after some hours.
    staleTime: HOUR_MS,
    retry: false,
  });

export const deleteMedia = (id: string) =>
  send(client.DELETE('/manage/content/media/{id}', { params: { path: { id } } }));

/** Adds a media at another address. */
export const addAddress = (entryId: string, externalUrl: string): Promise<Media> =>
  send(client.POST('/manage/content/media', { body: { entryId, externalUrl } }));

export const setCaptions = (id: string, language: string, body: { readonly label: string; readonly text: string }) =>
  send(client.PUT('/manage/content/media/{id}/captions/{language}', { params: { path: { id, language } }, body }));

export const deleteCaptions = (id: string, language: string) =>
  send(client.DELETE('/manage/content/media/{id}/captions/{language}', { params: { path: { id, language } } }));

/** How many bytes an unfinished upload will have. @throws ApiError where it is over */
export const uploadLength = async (id: string): Promise<number> => {
  const request = client.HEAD('/manage/content/media/uploads/{id}', {
    params: { path: { id }, header: { 'Tus-Resumable': '1.0.0' } },
  });
  await send(request);
  return Number((await request).response.headers.get('upload-length'));
};
