import { allowAgain } from './forms.ts';
import { after } from './now.ts';
import { isSignInPage, pressAgain, signInOver } from './session-ended/sign-in-again.ts';
import { makeSheet, showIn, showNote } from './sheet.ts';

// A link with `data-sheet` opens its page in a sheet over this one. The page itself is the same without a script.

/** After so long, ms, a link whose page is on its way says so. */
const BUSY_AFTER = 150;

const send = async (form: HTMLFormElement, button: HTMLElement | null): Promise<Response> => {
  const fields = new URLSearchParams();
  for (const [name, value] of new FormData(form, button)) fields.append(name, String(value));
  return fetch(form.action, { method: 'POST', body: fields });
};

const submitIn = (sheet: HTMLDialogElement): void => {
  sheet.addEventListener('submit', async (event) => {
    const form = event.target;
    if (event.defaultPrevented || !(form instanceof HTMLFormElement) || form.method !== 'post') return;
    event.preventDefault();
    try {
      const response = await send(form, event.submitter);
      if (isSignInPage(response)) await pressAgain(form, event.submitter);
      else if (response.redirected) location.assign(response.url);
      else if (!showIn(sheet, await response.text(), response.url)) {
        showNote(sheet, document.body.dataset.wrong);
        allowAgain(form);
      }
    } catch {
      showNote(sheet);
      allowAgain(form);
    }
  });
};

const isPlainClick = (event: MouseEvent): boolean =>
  event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey && !event.defaultPrevented;

/** Opens the page of a link in a sheet. Whoever is not signed in signs in first, over the page. */
const openLink = async (link: HTMLAnchorElement): Promise<void> => {
  let response = await fetch(link.href);
  if (isSignInPage(response)) {
    const memberId = await signInOver(response);
    if (memberId === undefined) return;
    // The page beneath is a stranger's, or someone else's.
    if (memberId !== document.body.dataset.member) {
      location.assign(link.href);
      return;
    }
    response = await fetch(link.href);
  }
  // What the link was for is done already.
  if (response.redirected) {
    location.assign(link.href);
    return;
  }
  const text = await response.text();
  const open = link.closest<HTMLDialogElement>('dialog.sheet');
  const sheet = open ?? makeSheet();
  if (open === null) submitIn(sheet);
  if (showIn(sheet, text, link.href)) return;
  // The page says what is refused.
  if (open === null) sheet.remove();
  location.assign(link.href);
};

export const openSheets = (): void => {
  document.addEventListener('click', async (event) => {
    const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[data-sheet]') : null;
    if (link === null || !isPlainClick(event)) return;
    event.preventDefault();
    const shown = after(BUSY_AFTER, () => link.setAttribute('aria-busy', 'true'));
    try {
      await openLink(link);
    } catch {
      location.assign(link.href);
    } finally {
      shown();
      link.removeAttribute('aria-busy');
    }
  });
};
