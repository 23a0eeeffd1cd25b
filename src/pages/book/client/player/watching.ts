import { ask } from '../ask.ts';
import { every } from '../clock.ts';

interface Session {
  readonly id: string;
}

/** Told of progress while a media plays, so that it goes on where it stopped, on any device. */
export const watch = (media: HTMLMediaElement): void => {
  const { media: contentMediaId = '', entry: contentEntryId = '', site = '', beat = '15' } = media.dataset;
  let opening: Promise<Session> | undefined;
  let stop: (() => void) | undefined;

  const open = (): Promise<Session> => {
    const body = { contentMediaId, contentEntryId, deviceType: 'web', positionSeconds: media.currentTime };
    opening ??= ask<Session>('POST', '/v2/member/video/sessions', site, body).catch((error: unknown) => {
      opening = undefined;
      throw error;
    });
    return opening;
  };

  const report = async (state: 'playing' | 'paused'): Promise<void> => {
    try {
      const { id } = await open();
      const body = { positionSeconds: media.currentTime, state, playbackRate: media.playbackRate };
      await ask('PUT', `/v2/member/video/sessions/${id}/heartbeat`, site, body);
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
      await ask('PUT', `/v2/member/video/sessions/${id}/${how}`, site, { positionSeconds: media.currentTime });
    } catch {
      // The session ends by itself, at the last report.
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
