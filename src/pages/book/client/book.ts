// Makes the links and forms of the pages for members alive. Everything works without it.

import { keepAlive } from './alive/keep-alive.ts';
import { hideToasts, sayZone, sayZoneInSheets } from './alive/words.ts';
import { findOnChange, sendOnce } from './forms.ts';
import { keepForOffline } from './offline.ts';
import { keepSession } from './over/session.ts';
import { printable, shareable } from './share.ts';
import { openSheets } from './sheets.ts';

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
