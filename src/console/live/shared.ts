import { channelOf } from '../base/storage.ts';
import { type ServerEvent, subscribe } from './events.ts';

/** What tabs post to one another: the tab with the stream its events, and a new tab a question. */
type TabMessage =
  | { readonly kind: 'event'; readonly event: ServerEvent }
  | { readonly kind: 'state'; readonly isOpen: boolean; readonly lastId: string | undefined }
  | { readonly kind: 'hello' | 'stop' };

interface Listener {
  readonly onState: (isOpen: boolean) => void;
  /** Returns whether the stream goes on. */
  readonly onEvent: (event: ServerEvent) => boolean;
}

/**
 * Follows a stream of server-sent events that all tabs of the browser share: the tab that has the lock reads it and tells the
 * others. When that tab closes, the next one goes on where it has stopped. A browser has few connections to a server, and a stream
 * of each tab would leave no connection for requests. A page without https has no locks: there, each tab that someone sees reads a
 * stream of its own, and goes on where it has stopped when it is seen again.
 * @returns what ends it for this tab.
 */
export const subscribeShared = (url: string, { onState, onEvent }: Listener): (() => void) => {
  const name = `studiod.stream ${url}`;
  const channel = channelOf(name);
  const ended = new AbortController();
  let attempt = new AbortController();
  let [isOpen, lastId, isLeading]: [boolean, string | undefined, boolean] = [false, undefined, false];
  const isShared = 'locks' in navigator && 'BroadcastChannel' in globalThis;
  const post = (message: TabMessage): void => {
    if (isShared) channel.postMessage(message);
  };
  const postState = (): void => post({ kind: 'state', isOpen, lastId });
  const setOpen = (next: boolean): void => {
    isOpen = next;
    onState(next);
  };
  /** Waits until someone looks at this tab, who may have signed in again. */
  const stop = (): void => {
    attempt.abort();
    setOpen(false);
    window.addEventListener('focus', join, { once: true, signal: ended.signal });
  };
  const stopAll = (): void => {
    post({ kind: 'stop' });
    stop();
  };
  const lead = (signal: AbortSignal): Promise<void> => {
    if (signal.aborted) return Promise.resolve();
    isLeading = true;
    const changed = (next: boolean) => (): void => {
      setOpen(next);
      postState();
    };
    const end = subscribe(url, {
      lastId,
      onOpen: changed(true),
      onLost: changed(false),
      onRefused: stopAll,
      onEvent: (event) => {
        lastId = event.id;
        post({ kind: 'event', event });
        if (!onEvent(event)) stopAll();
      },
    });
    return new Promise((resolve) => {
      signal.addEventListener('abort', () => {
        isLeading = false;
        end();
        resolve();
      });
    });
  };
  function join(): void {
    if (isLeading) return;
    attempt = new AbortController();
    const { signal } = attempt;
    if (isShared) navigator.locks.request(name, { signal }, () => lead(signal)).catch(() => {});
    else if (document.visibilityState === 'visible') void lead(signal);
  }
  const followSight = (): void => {
    if (document.visibilityState === 'visible') join();
    else {
      attempt.abort();
      setOpen(false);
    }
  };
  if (!isShared) document.addEventListener('visibilitychange', followSight, { signal: ended.signal });
  channel.onmessage = ({ data: message }: MessageEvent<TabMessage>) => {
    if (message.kind === 'stop') stop();
    else if (message.kind === 'event') {
      lastId = message.event.id;
      onEvent(message.event);
    } else if (message.kind === 'state') {
      lastId = message.lastId ?? lastId;
      setOpen(message.isOpen);
    } else if (isLeading) postState();
  };
  post({ kind: 'hello' });
  join();
  return () => {
    ended.abort();
    attempt.abort();
    channel.close();
  };
};
