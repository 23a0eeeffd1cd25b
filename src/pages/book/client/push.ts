// Notifications on this device: the question after joining a waitlist, and the choice in the account.

import { keep, kept, say, send } from './sign-in/passkey-parts.ts';

const SUBSCRIPTIONS = 'member/push-subscriptions';
const WORKER = '/book/sw.js';
const SCOPE = '/book';
/** Where this browser keeps that it has shown how to put the page on the home screen. */
const SHOWN_HOW = 'studiod.push-home';

type State = 'ask' | 'on' | 'denied' | 'home' | 'none';

const isSupported = 'serviceWorker' in navigator && 'PushManager' in globalThis && 'Notification' in globalThis;
const isApple =
  /iP(?:hone|ad|od)/.test(navigator.userAgent) ||
  (/Macintosh/.test(navigator.userAgent) && navigator.maxTouchPoints > 1);
const isOnHomeScreen = matchMedia('(display-mode: standalone)').matches;

const ownSubscription = async (): Promise<PushSubscription | null> => {
  const worker = await navigator.serviceWorker.getRegistration(SCOPE);
  return (await worker?.pushManager.getSubscription()) ?? null;
};

const stateOf = async ({ dataset }: HTMLElement): Promise<State> => {
  // Safari shows notifications of pages that are on the home screen alone.
  if (!isSupported) return isApple && !isOnHomeScreen ? 'home' : 'none';
  if (Notification.permission === 'denied') return 'denied';
  const isKnown = dataset.subscription !== '' && Notification.permission === 'granted';
  return isKnown && (await ownSubscription()) !== null ? 'on' : 'ask';
};

const show = (part: HTMLElement, state: State): void => {
  for (const each of part.querySelectorAll<HTMLElement>('[data-push-state]')) {
    each.hidden = each.dataset.pushState !== state;
  }
};

const isSameKey = ({ options: { applicationServerKey } }: PushSubscription, key: string): boolean => {
  const bytes = String.fromCharCode(...new Uint8Array(applicationServerKey ?? new ArrayBuffer(0)));
  return btoa(bytes).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '') === key;
};

const subscribe = async (key: string): Promise<PushSubscription> => {
  await navigator.serviceWorker.register(WORKER, { scope: SCOPE });
  const { pushManager } = await navigator.serviceWorker.ready;
  const before = await pushManager.getSubscription();
  if (before !== null && isSameKey(before, key)) return before;
  // With another key it belongs to an earlier server at this address.
  await before?.unsubscribe();
  return pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
};

const allow = async (part: HTMLElement): Promise<void> => {
  const { key = '', failed } = part.dataset;
  say(part, undefined);
  try {
    const permission = await Notification.requestPermission();
    if (permission !== 'granted') return show(part, permission === 'denied' ? 'denied' : 'ask');
    const { ok, body } = await send(SUBSCRIPTIONS, (await subscribe(key)).toJSON());
    if (!ok) throw new Error('the subscription was not kept');
    part.dataset.subscription = String(body.id);
    return show(part, 'on');
  } catch {
    return say(part, failed);
  }
};

const turnOff = async (part: HTMLElement): Promise<void> => {
  const { subscription = '', failed } = part.dataset;
  try {
    const response = await fetch(`/public-api/v2/${SUBSCRIPTIONS}/${subscription}`, {
      method: 'DELETE',
      headers: { 'X-Studiod-Page': '1', 'X-Site-ID': document.body.dataset.site ?? '' },
    });
    if (!response.ok && response.status !== 404) throw new Error('the subscription has not ended');
    await (await ownSubscription())?.unsubscribe();
    part.dataset.subscription = '';
    show(part, 'ask');
  } catch {
    say(part, failed);
  }
};

const begin = async (part: HTMLElement): Promise<void> => {
  const state = await stateOf(part);
  if (part.dataset.push === 'once') {
    // A question that cannot be answered here is not asked, and the way to the home screen is shown once.
    if (state !== 'ask' && (state !== 'home' || kept(SHOWN_HOW))) return;
    if (state === 'home') keep(SHOWN_HOW);
  }
  part.querySelector('[data-push-allow]')?.addEventListener('click', () => void allow(part));
  part.querySelector('[data-push-off]')?.addEventListener('click', () => void turnOff(part));
  show(part, state);
  part.hidden = false;
};

for (const part of document.querySelectorAll<HTMLElement>('[data-push]')) void begin(part);
