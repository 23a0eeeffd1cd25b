import type { components } from '../../../../console/api/schema.d.ts';
import { every } from '../now.ts';

type Schemas = components['schemas'];
type Session = Schemas['VideoSession'];
type Start = Schemas['StartVideoSessionRequest'];
type Heartbeat = Schemas['VideoHeartbeatRequest'];
type Close = Schemas['CloseVideoSessionRequest'];

const SESSIONS = '/v2/member/video/sessions';

/** Sends what was watched. It arrives also where the page is left meanwhile. Throws for every response that is no success. */
const send = async (
  method: 'POST' | 'PUT',
  path: string,
  siteId: string,
  body: Start | Heartbeat | Close,
): Promise<Session> => {
  const headers = { 'x-studiod-page': '1', 'x-site-id': siteId, 'content-type': 'application/json' };
  const response = await fetch(path, { method, headers, keepalive: true, body: JSON.stringify(body) });
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status}`);
  return response.json();
};

/** Told of progress while a media plays, so that it goes on where it stopped, on any device. */
export const watch = (media: HTMLMediaElement): void => {
  const { media: contentMediaId = '', entry: contentEntryId = '', site = '', beat = '15' } = media.dataset;
  let opening: Promise<Session> | undefined;
  let stop: (() => void) | undefined;

  const open = (): Promise<Session> => {
    const body: Start = { contentMediaId, contentEntryId, deviceType: 'web', positionSeconds: media.currentTime };
    opening ??= send('POST', SESSIONS, site, body).catch((error: unknown) => {
      opening = undefined;
      throw error;
    });
    return opening;
  };

  const report = async (state: 'playing' | 'paused'): Promise<void> => {
    try {
      const { id } = await open();
      const body: Heartbeat = { positionSeconds: media.currentTime, state, playbackRate: media.playbackRate };
      await send('PUT', `${SESSIONS}/${id}/heartbeat`, site, body);
    } catch {
      // The next one says it again. Watching goes on without a connection to the studio.
    }
  };

  const close = async (how: 'complete' | 'end'): Promise<void> => {
    const session = opening;
    if (session === undefined) return;
    opening = undefined;
    try {
      const { id } = await session;
      await send('PUT', `${SESSIONS}/${id}/${how}`, site, { positionSeconds: media.currentTime } satisfies Close);
    } catch {
      // The session ends automatically, at the last report.
    }
  };

  media.addEventListener('play', () => {
    open().catch(() => {});
    stop?.();
    stop = every(Number(beat) * 1_000, () => void report('playing'));
  });
  media.addEventListener('pause', () => {
    stop?.();
    stop = undefined;
    if (!media.ended) void report('paused');
  });
  media.addEventListener('ended', async () => {
    stop?.();
    stop = undefined;
    await report('playing');
    await close('complete');
  });
  addEventListener('pagehide', () => {
    if (!media.paused) void report('playing');
    void close('end');
  });
};
