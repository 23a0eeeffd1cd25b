// What happens when the session of the member has ended while a page is open: signing in opens over the page, and what was
// typed stays.

import { allowAgain } from '../forms.ts';
import { PagesClosed, SIGNED_IN, whoIsSignedIn } from './signed-in-member.ts';

const SIGN_IN = '/book/sign-in';

const pathOf = (url: string): string => new URL(url, location.href).pathname;

/** Whether a request has been led to signing in. */
export const isSignInPage = ({ redirected, url }: Response): boolean => redirected && pathOf(url) === SIGN_IN;

/** Signs someone in over the page. Undefined where they have closed it. @param page the page of signing in, if it is here already. */
export const signInOver = async (page?: Response): Promise<string | undefined> => {
  const { openSignIn } = await import('./sign-in-sheet.ts');
  return openSignIn(page ?? (await fetch(`${SIGN_IN}?${new URLSearchParams({ next: SIGNED_IN })}`)));
};

/** The button of a form that is seen: Enter in a field may press another one. */
const seenButton = (form: HTMLFormElement, pressed: HTMLElement | null): HTMLElement | null =>
  pressed?.getAttribute('aria-hidden') === 'true'
    ? document.querySelector<HTMLElement>(`button[form="${form.id}"]`)
    : pressed;

/** Says beside a button why nothing has happened yet. */
const sayBeside = (form: HTMLFormElement, pressed: HTMLElement | null, words: string | undefined): void => {
  const button = seenButton(form, pressed);
  const note = document.createElement('p');
  note.className = 'notice';
  note.setAttribute('role', 'status');
  note.dataset.pressAgain = '';
  note.textContent = words ?? '';
  document.querySelector('[data-press-again]')?.remove();
  const bar = button?.closest('.act-bar');
  if (bar !== null && bar !== undefined) bar.prepend(note);
  else if (button === null) form.append(note);
  else button.before(note);
  button?.focus();
};

/** Signs in over the page. Returns whether the act goes on automatically: it costs nothing, and it is the same member. */
const goesOn = async (form: HTMLFormElement, button: HTMLElement | null): Promise<boolean> => {
  const memberId = await signInOver();
  allowAgain(form);
  if (memberId === undefined) return false;
  if (memberId !== document.body.dataset.member) {
    location.reload();
    return false;
  }
  if (form.dataset.free !== undefined) return true;
  sayBeside(form, button, document.body.dataset.again);
  return false;
};

/** Sends a form with the button that was pressed, or without one where the page has another in its place meanwhile. */
const send = (form: HTMLFormElement, pressed: HTMLElement | null): void =>
  form.requestSubmit(pressed instanceof HTMLButtonElement && pressed.form === form ? pressed : null);

/** The session has ended before an act: it is sent again on its own where it costs nothing, and waits for its press otherwise. */
export const pressAgain = async (form: HTMLFormElement, button: HTMLElement | null): Promise<void> => {
  if (await goesOn(form, button)) send(form, button);
};

/** Whether an act can be sent: the member is signed in, or signs in now. */
export const canSend = async (form: HTMLFormElement, button: HTMLElement | null): Promise<boolean> => {
  let memberId: string | null;
  try {
    memberId = await whoIsSignedIn();
  } catch (error) {
    // Whatever else is wrong is shown by the page to which the form leads.
    if (!(error instanceof TypeError || error instanceof PagesClosed)) return true;
    sayBeside(form, button, error instanceof PagesClosed ? error.message : document.body.dataset.offline);
    allowAgain(form);
    return false;
  }
  if (memberId === document.body.dataset.member) return true;
  if (memberId === null) return goesOn(form, button);
  // Someone else has signed in meanwhile, on another page.
  location.reload();
  return false;
};

/** Forms of a member's page are sent once it is known that the member is signed in: leaving the page would lose what was typed. */
export const keepSession = (): void => {
  if (document.body.dataset.member === undefined) return;
  const checked = new WeakSet<HTMLFormElement>();
  document.addEventListener('submit', async (event) => {
    const form = event.target;
    if (event.defaultPrevented || !(form instanceof HTMLFormElement) || form.method !== 'post') return;
    if (checked.delete(form) || pathOf(form.action).startsWith('/book/sign-')) return;
    event.preventDefault();
    const { submitter } = event;
    if (!(await canSend(form, submitter))) return;
    allowAgain(form);
    checked.add(form);
    send(form, submitter);
  });
};
