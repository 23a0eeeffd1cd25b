// Makes the links and forms of the pages for members alive. Everything works without it.

import { keepAlive } from './alive/keep-alive.ts';
import { hideToasts, sayZone, sayZoneInSheets } from './alive/words.ts';
import { findOnChange, sendOnce } from './forms.ts';
import { keepSession } from './session-ended/sign-in-again.ts';
import { printable, shareable } from './share.ts';
import { openSheets } from './sheets.ts';

/** Keeps what the pages need without a connection (src/pages/book/app/sw.js). It waits for the page, which comes first. */
const keepForOffline = (): void => {
  if (!('serviceWorker' in navigator)) return;
  const register = (): void => {
    navigator.serviceWorker.register('/book/sw.js', { scope: '/book' }).catch(() => {
      // The pages work without it.
    });
  };
  if (document.readyState === 'complete') register();
  else addEventListener('load', register);
};

sendOnce();
findOnChange();
openSheets();
keepSession();
keepForOffline();
keepAlive();
hideToasts();
sayZone();
sayZoneInSheets();
shareable();
printable();
