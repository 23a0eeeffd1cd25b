// Signing in, in a sheet over the page: the same pages as without a script.

import { makeSheet, showIn, showNote } from '../sheet.ts';
import { makeCodeAlive } from '../sign-in/code.ts';
import { askGuardianOfMinors } from '../sign-in/guardian.ts';
import { offerPasskey } from '../sign-in/use-passkey.ts';
import { whoIsSignedIn } from './signed-in-member.ts';

/** Pages of signing in and up, which stay in the sheet. */
const isGate = (url: string): boolean => /^\/book\/sign-(?:in|up)(?:\/|$)/.test(new URL(url).pathname);

/** A stranger's page has fewer styles. */
const addStyles = async (text: string): Promise<void> => {
  const page = new DOMParser().parseFromString(text, 'text/html');
  const links = [...page.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')];
  const missing = links.filter(({ href }) => document.querySelector(`link[href="${new URL(href).pathname}"]`) === null);
  await Promise.all(
    missing
      .filter(({ href }) => new URL(href).search === '')
      .map(
        ({ href }) =>
          new Promise((resolve) => {
            const link = document.createElement('link');
            Object.assign(link, { rel: 'stylesheet', href, onload: resolve, onerror: resolve });
            document.head.append(link);
          }),
      ),
  );
};

/** Says why it has opened, to whom it was closed in the middle of something. */
const sayWhy = (sheet: HTMLElement): void => {
  const { over } = document.body.dataset;
  const heading = sheet.querySelector('h1');
  if (over === undefined || heading === null || sheet.querySelector('[name="code"]') !== null) return;
  const why = document.createElement('p');
  why.textContent = over;
  heading.after(why);
};

/** Opens a page of signing in over the page. Resolves with the member who has signed in; undefined once it is closed. */
export const openSignIn = async (first: Response): Promise<string | undefined> => {
  if (!isGate(first.url)) return (await whoIsSignedIn()) ?? undefined;
  const text = await first.text();
  await addStyles(text);
  const sheet = makeSheet();
  sheet.classList.add('sign-in-sheet');
  const { promise, resolve } = Promise.withResolvers<string | undefined>();
  const closed = new AbortController();
  sheet.addEventListener('close', () => {
    closed.abort();
    resolve(undefined);
  });
  const done = async (): Promise<void> => {
    const memberId = await whoIsSignedIn();
    resolve(memberId ?? undefined);
    sheet.close();
  };
  const show = (page: string, address: string): void => {
    if (!showIn(sheet, page, address)) {
      // What is refused before there is a page, such as by the rate limit.
      showNote(sheet, document.body.dataset.wrong);
      if (!sheet.open) sheet.showModal();
      return;
    }
    sayWhy(sheet);
    makeCodeAlive(sheet);
    askGuardianOfMinors(sheet);
    for (const part of sheet.querySelectorAll<HTMLElement>('[data-passkey-use]')) {
      void offerPasskey(part, { done, closed: closed.signal });
    }
  };
  const open = async (response: Response): Promise<void> => {
    if (response.redirected && !isGate(response.url)) await done();
    else show(await response.text(), response.url);
  };
  let isSending = false;
  const run = async (send: () => Promise<Response>): Promise<void> => {
    if (isSending) return;
    isSending = true;
    try {
      await open(await send());
    } catch {
      showNote(sheet);
    } finally {
      isSending = false;
    }
  };
  sheet.addEventListener('submit', (event) => {
    const form = event.target;
    if (!(form instanceof HTMLFormElement)) return;
    event.preventDefault();
    event.stopPropagation();
    const fields = new URLSearchParams();
    for (const [name, value] of new FormData(form, event.submitter)) fields.append(name, String(value));
    void run(() => fetch(form.action, { method: 'POST', body: fields }));
  });
  sheet.addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    if (link === null || link.target !== '' || !isGate(link.href)) return;
    event.preventDefault();
    void run(() => fetch(link.href));
  });
  show(text, first.url);
  return promise;
};
