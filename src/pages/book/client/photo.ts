// The photo of a member: chosen, sent, shown. Without a script the studio sets it at the desk.

import { fileOf, shrunk, withPicture } from '../../../ui/cut-picture.ts';
import { signInOver } from './session-ended/sign-in-again.ts';

/** What the server takes: bytes, with some room for the form, and pixels of a side. */
const MOST_BYTES = 1_000_000;
const MOST_PIXELS = 1_600;
const TAKEN = ['image/jpeg', 'image/png', 'image/webp'];
const QUALITY = 0.85;

/** A photo of a phone is made smaller here. What the browser cannot read as a picture is left to the server to refuse. */
const smaller = async (file: File): Promise<File> => {
  if (file.size <= MOST_BYTES && TAKEN.includes(file.type)) return file;
  try {
    const made = await withPicture(file, (picture) =>
      fileOf(shrunk(picture, picture, MOST_PIXELS), 'image/jpeg', QUALITY),
    );
    return new File([made], 'photo.jpg', { type: made.type });
  } catch {
    return file;
  }
};

type Outcome = 'done' | 'refused' | 'signed_out';

const send = async (method: 'POST' | 'DELETE', file?: File): Promise<Outcome> => {
  const body = new FormData();
  if (file !== undefined) body.append('file', file);
  const headers = { 'X-Studiod-Page': '1', 'X-Site-ID': document.body.dataset.site ?? '' };
  const { ok, status } = await fetch('/public-api/v2/member/photo', {
    method,
    headers,
    ...(file === undefined ? {} : { body }),
  });
  if (ok) return 'done';
  return status === 401 ? 'signed_out' : 'refused';
};

/** Signs in over the page where the session has ended, and goes on with the photo that was chosen. */
const sendSignedIn = async (method: 'POST' | 'DELETE', file?: File): Promise<Outcome> => {
  const outcome = await send(method, file);
  if (outcome !== 'signed_out') return outcome;
  const memberId = await signInOver();
  if (memberId === document.body.dataset.member) return send(method, file);
  // Someone else has signed in: nothing of the first is left on the page.
  if (memberId !== undefined) location.reload();
  return 'signed_out';
};

/** Shows the photo part of the page as it is now. The rest of the page keeps what is typed. */
const showAgain = async (part: HTMLElement): Promise<void> => {
  const response = await fetch(part.dataset.photo ?? '');
  const page = new DOMParser().parseFromString(await response.text(), 'text/html');
  const next = page.querySelector<HTMLElement>('[data-photo]');
  const said = page.querySelector('main .notice[role="status"]');
  if (next === null) {
    location.assign(part.dataset.photo ?? '');
    return;
  }
  if (said !== null) next.querySelector('h2')?.after(said);
  const hadFocus = part.contains(document.activeElement);
  part.replaceWith(next);
  makeAlive(next);
  if (hadFocus) next.querySelector<HTMLInputElement>('input[type="file"]')?.focus();
};

const makeAlive = (part: HTMLElement): void => {
  const note = part.querySelector<HTMLElement>('[role="alert"]');
  const again = part.querySelector<HTMLButtonElement>('[data-send]');
  const input = part.querySelector<HTMLInputElement>('input[type="file"]');
  const act = async (method: 'POST' | 'DELETE', file?: File): Promise<void> => {
    if (part.hasAttribute('aria-busy')) return;
    part.setAttribute('aria-busy', 'true');
    if (note !== null) note.hidden = true;
    const photo = file && (await smaller(file));
    const outcome = await sendSignedIn(method, photo).catch(() => 'refused' as const);
    part.removeAttribute('aria-busy');
    if (outcome === 'done') await showAgain(part);
    else if (outcome === 'refused' && note !== null) note.hidden = false;
    // Whoever has closed the sheet sends what is chosen with a button.
    if (again !== null) again.hidden = outcome !== 'signed_out' || file === undefined;
  };
  const sendChosen = (): void => {
    const file = input?.files?.[0];
    if (file !== undefined) void act('POST', file);
  };
  input?.addEventListener('change', sendChosen);
  again?.addEventListener('click', sendChosen);
  part.querySelector('[data-remove]')?.addEventListener('click', () => void act('DELETE'));
  part.hidden = false;
};

for (const part of document.querySelectorAll<HTMLElement>('[data-photo]')) makeAlive(part);
