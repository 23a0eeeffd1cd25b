import { after, every, nowMs } from '../now.ts';
import { isBusy, refresh } from './refresh.ts';

const PATH = '/public-api/v2/member/live';

/** Runs `changed` for every change that the server tells, until the stream ends. Throws where there is no stream. */
const followChanges = async (siteId: string, signal: AbortSignal, changed: () => void): Promise<void> => {
  const headers = { 'x-studiod-page': '1', 'x-site-id': siteId, accept: 'text/event-stream' };
  const response = await fetch(PATH, { headers, signal });
  if (!response.ok || response.body === null) throw new Error(`${PATH}: ${response.status}`);
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  for (;;) {
    const { done, value = '' } = await reader.read();
    if (done) return;
    const blocks = (rest + value).split('\n\n');
    rest = blocks.pop() ?? '';
    if (blocks.some((block) => /^data: ?\{.*"(?:bookingId|sessionId)"/m.test(block) || block.includes('reset')))
      changed();
  }
};

const POLL_MS = 30_000;
/** Changes come in groups: a seat that is taken changes a booking and a session. */
const TOGETHER_MS = 300;
/** A busy studio changes all the time. A page is not asked for more often than this. */
const REST_MS = 5_000;
const AGAIN_MS = 5_000;

/** Shows what changes for a member while a page is open: by the stream of changes, and every 30 seconds without one. */
export const keepAlive = (): void => {
  const part = document.querySelector<HTMLElement>('main [data-live], main[data-live]');
  if (part === null || !document.body.classList.contains('signed-in')) return;
  let isDirty = false;
  let isWaiting = false;
  let shownAt = 0;
  let stream: AbortController | undefined;
  let isStreaming = false;

  const show = async (): Promise<void> => {
    isWaiting = false;
    if (isBusy()) return;
    isDirty = false;
    shownAt = nowMs();
    try {
      if (!(await refresh())) stop();
    } catch {
      // Without a connection the page stays as it is.
    }
  };
  const changed = (): void => {
    isDirty = true;
    if (isWaiting) return;
    isWaiting = true;
    after(Math.max(TOGETHER_MS, shownAt + REST_MS - nowMs()), show);
  };
  const reconnect = async (): Promise<void> => {
    const own = new AbortController();
    stream = own;
    isStreaming = true;
    try {
      await followChanges(part.dataset.live ?? '', own.signal, changed);
      if (!own.signal.aborted) after(AGAIN_MS, () => stream === own && !document.hidden && void reconnect());
    } catch {
      isStreaming = false;
    }
  };
  const stop = (): void => {
    stream?.abort();
    stream = undefined;
    isStreaming = true;
  };
  every(POLL_MS, () => {
    if (isDirty || !isStreaming) changed();
  });
  document.addEventListener('close', () => isDirty && changed(), true);
  document.addEventListener('visibilitychange', () => {
    stream?.abort();
    if (document.hidden) return;
    changed();
    void reconnect();
  });
  void reconnect();
};
