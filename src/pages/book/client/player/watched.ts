/** What is read of a media that plays. */
export interface Played {
  readonly currentTime: number;
  readonly playbackRate: number;
}

/** What is asked of the studio. Each is refused with its status in an error. */
export interface Sessions {
  readonly open: (positionSeconds: number) => Promise<string>;
  readonly beat: (id: string, at: Beat) => Promise<void>;
  readonly close: (id: string, how: 'complete' | 'end', positionSeconds: number) => Promise<void>;
}

export interface Beat {
  readonly positionSeconds: number;
  readonly playbackRate: number;
  readonly state: 'playing' | 'paused';
}

/** A request of a session that the studio refused. */
export class SessionRefused extends Error {
  override readonly name = 'SessionRefused';

  constructor(readonly status: number) {
    super(`status ${status}`);
  }
}

const isOver = (error: unknown): boolean => error instanceof SessionRefused && [404, 409].includes(error.status);

/**
 * Tells the studio what is watched of a media. A session ends after a long pause, and where another device plays the same: then
 * the next report opens another one. Nothing here fails: watching goes on without a connection to the studio.
 */
export const watched = (media: Played, sessions: Sessions) => {
  let opening: Promise<string> | undefined;

  const open = (): Promise<string> => {
    const opened = opening ?? sessions.open(media.currentTime);
    opening = opened;
    opened.catch(() => {
      if (opening === opened) opening = undefined;
    });
    return opened;
  };

  const report = async (state: Beat['state']): Promise<void> => {
    const at = { positionSeconds: media.currentTime, playbackRate: media.playbackRate, state };
    const session = open();
    try {
      await sessions.beat(await session, at);
    } catch (error) {
      if (!isOver(error) || opening !== session) return;
      opening = undefined;
      await open().catch(() => {});
    }
  };

  const close = async (how: 'complete' | 'end'): Promise<void> => {
    const session = opening;
    const { currentTime } = media;
    opening = undefined;
    try {
      if (session !== undefined) await sessions.close(await session, how, currentTime);
    } catch {
      // The session ends automatically, at the last report.
    }
  };

  return {
    /** It plays, from where it is now: what was skipped during a pause does not count. */
    begun: (): Promise<void> =>
      opening === undefined
        ? open().then(
            () => {},
            () => {},
          )
        : report('paused'),
    playing: (): Promise<void> => report('playing'),
    /** What was played up to here counts, and the pause does not. */
    paused: async (): Promise<void> => {
      await report('playing');
      await report('paused');
    },
    close,
  };
};
