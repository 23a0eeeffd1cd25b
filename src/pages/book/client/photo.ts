// The photo of a member: chosen, sent, shown. Without a script the studio sets it at the desk.

import { signInOver } from './over/session.ts';

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
  // Somebody else has signed in: nothing of the first is left on the page.
  if (memberId !== undefined) location.reload();
  return 'signed_out';
};

for (const part of document.querySelectorAll<HTMLElement>('[data-photo]')) {
  const note = part.querySelector<HTMLElement>('[role="alert"]');
  const again = part.querySelector<HTMLButtonElement>('[data-send]');
  const input = part.querySelector<HTMLInputElement>('input[type="file"]');
  const act = async (method: 'POST' | 'DELETE', file?: File): Promise<void> => {
    if (part.hasAttribute('aria-busy')) return;
    part.setAttribute('aria-busy', 'true');
    if (note !== null) note.hidden = true;
    const outcome = await sendSignedIn(method, file).catch(() => 'refused' as const);
    part.removeAttribute('aria-busy');
    if (outcome === 'done') location.assign(part.dataset.photo ?? '');
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
}
