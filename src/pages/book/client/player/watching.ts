import type { components } from '../../../../console/api/schema.d.ts';
import { every } from '../now.ts';
import { SessionRefused, watched } from './watched.ts';

type Schemas = components['schemas'];
type Session = Schemas['VideoSession'];
type Start = Schemas['StartVideoSessionRequest'];
type Heartbeat = Schemas['VideoHeartbeatRequest'];
type Close = Schemas['CloseVideoSessionRequest'];

const SESSIONS = '/v2/member/video/sessions';

/** Sends what was watched. It arrives also where the page is left meanwhile. @throws SessionRefused */
const send = async (
  method: 'POST' | 'PUT',
  path: string,
  siteId: string,
  body: Start | Heartbeat | Close,
): Promise<Session> => {
  const headers = { 'x-studiod-page': '1', 'x-site-id': siteId, 'content-type': 'application/json' };
  const response = await fetch(path, { method, headers, keepalive: true, body: JSON.stringify(body) });
  if (!response.ok) throw new SessionRefused(response.status);
  return response.json();
};

/** Told of progress while a media plays, so that it goes on where it stopped, on any device. */
export const watch = (media: HTMLMediaElement): void => {
  const { media: contentMediaId = '', entry: contentEntryId = '', site = '', beat = '15' } = media.dataset;
  let stop: (() => void) | undefined;
  const telling = watched(media, {
    open: async (positionSeconds) => {
      const body: Start = { contentMediaId, contentEntryId, deviceType: 'web', positionSeconds };
      return (await send('POST', SESSIONS, site, body)).id;
    },
    beat: async (id, at) => void (await send('PUT', `${SESSIONS}/${id}/heartbeat`, site, at)),
    close: async (id, how, positionSeconds) =>
      void (await send('PUT', `${SESSIONS}/${id}/${how}`, site, { positionSeconds })),
  });
  media.addEventListener('play', () => {
    void telling.begun();
    stop?.();
    stop = every(Number(beat) * 1_000, () => void telling.playing());
  });
  media.addEventListener('pause', () => {
    stop?.();
    stop = undefined;
    if (!media.ended) void telling.paused();
  });
  media.addEventListener('ended', async () => {
    stop?.();
    stop = undefined;
    await telling.playing();
    await telling.close('complete');
  });
  addEventListener('pagehide', () => {
    if (!media.paused) void telling.playing();
    void telling.close('end');
  });
};
