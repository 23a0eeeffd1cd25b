// Keeps, for times without a connection, the look of the pages, the last timetable and a member's own classes, as they were.
// It keeps no other page: nothing of plans, cards, payments, receipts, the account or signing in.

const SHELL = 'studiod-shell';
const PAGES = 'studiod-pages';
const OFFLINE = '/book/offline';
/** Beside the pages of a member: who that is. */
const WHOSE = '/book/whose';
/** Files have other names after each release. */
const MOST_FILES = 40;
/** The newest tickets that were looked at. */
const MOST_TICKETS = 20;
const DAY_MS = 86_400_000;

const isShell = ({ pathname }) => pathname.startsWith('/console/files/') || pathname === '/console/theme.css';

/** The browser opens the page of a purchase by itself: what it says of where the visitor comes from has to arrive. */
const isOurs = ({ pathname, searchParams }) =>
  /^\/book(?:$|\/)/.test(pathname) && !pathname.startsWith('/book/me/purchases/') && !searchParams.has('embed');

/** A ticket, with what it says just after booking. */
const isTicket = (pathname) => /^\/book\/me\/bookings\/[0-9a-f-]{36}$/.test(pathname);

/** The timetables of the sites, and a member's own classes with their tickets. */
const isKept = ({ pathname, searchParams }) =>
  (/^\/book(?:\/me|\/[0-9a-f-]{36})?$/.test(pathname) || isTicket(pathname)) && !searchParams.has('embed');

/** Who is signed in on a page, as its body says; undefined for a stranger. */
const memberIn = (html) => /<body[^>]* data-member="([^"]+)"/.exec(html)?.[1];

const keepPage = async (url, response) => {
  const html = await response.clone().text();
  // What is refused knows nobody, and says nothing of who is signed in.
  if (response.status !== 200) return;
  // Whoever has signed out, or has signed in over somebody else, finds nothing of them.
  const memberId = memberIn(html);
  const whose = await (await (await caches.open(PAGES)).match(WHOSE))?.text();
  if (memberId === undefined || memberId !== whose) await caches.delete(PAGES);
  if (response.redirected || !isKept(url)) return;
  const pages = await caches.open(PAGES);
  await pages.put(url.pathname, response);
  if (memberId !== undefined) await pages.put(WHOSE, new Response(memberId));
  const tickets = (await pages.keys()).filter((each) => isTicket(new URL(each.url).pathname));
  for (const old of tickets.slice(0, -MOST_TICKETS)) await pages.delete(old);
};

/** Says that another day was asked for than the one that is kept; '' where it is the same. */
const otherDay = (html, locale, { searchParams }) => {
  const asked = searchParams.get('day');
  const shown = /day=(\d{4}-\d\d-\d\d)[^"]*" aria-current="date"/.exec(html)?.[1];
  if (asked === null || shown === undefined || asked === shown) return '';
  const words = /data-no-day="([^"]*)"/.exec(html)?.[1] ?? '{day}';
  const format = { weekday: 'long', day: 'numeric', month: 'long', timeZone: 'UTC' };
  const date = new Date(`${asked}T12:00:00Z`);
  return Number.isNaN(date.getTime())
    ? ''
    : ` ${words.replace('{day}', new Intl.DateTimeFormat(locale, format).format(date))}`;
};

/** The page as it was, with its time. */
const pageAsItWas = async (kept, url) => {
  const html = await kept.text();
  const language = /<html lang="([\w-]+)"/.exec(html)?.[1] ?? 'en';
  const locale = /data-locale="([\w-]+)"/.exec(html)?.[1] ?? language;
  const words = /data-as-of="([^"]*)"/.exec(html)?.[1] ?? 'As of {time}.';
  const at = new Date(kept.headers.get('date') ?? Date.now());
  const isOld = Date.now() - at > DAY_MS;
  const has12Hours = new Intl.DateTimeFormat(locale, { hour: 'numeric' }).resolvedOptions().hour12;
  const format = {
    hour: has12Hours ? 'numeric' : '2-digit',
    minute: '2-digit',
    ...(isOld ? { weekday: 'long', day: 'numeric', month: 'long' } : {}),
  };
  const time = new Intl.DateTimeFormat(locale, format).format(at);
  const note = `<p class="notice offline" role="status">${words.replace('{time}', time)}${otherDay(html, locale, url)}</p>`;
  return new Response(html.replace(/(<a class="skip".*?<\/a>)/s, `$1${note}`), { headers: kept.headers });
};

const openPage = async (event, url) => {
  try {
    const response = await fetch(event.request);
    const isPage = response.headers.get('content-type')?.startsWith('text/html');
    if (isPage) event.waitUntil(keepPage(url, response.clone()).catch(() => {}));
    return response;
  } catch (error) {
    const kept = isKept(url) ? await (await caches.open(PAGES)).match(url.pathname, { ignoreVary: true }) : undefined;
    if (kept !== undefined) return pageAsItWas(kept, url);
    const page = await (await caches.open(SHELL)).match(OFFLINE, { ignoreVary: true });
    if (page === undefined) throw error;
    return page;
  }
};

const openFile = async (request) => {
  const shell = await caches.open(SHELL);
  const kept = await shell.match(request);
  if (kept !== undefined) return kept;
  const response = await fetch(request);
  if (response.ok) {
    await shell.put(request, response.clone());
    const files = (await shell.keys()).filter(({ url }) => !url.endsWith(OFFLINE));
    for (const old of files.slice(0, -MOST_FILES)) await shell.delete(old);
  }
  return response;
};

const signOut = async (request) => {
  await caches.delete(PAGES);
  return fetch(request);
};

/** The styles and scripts that a page names. */
const keepFiles = async (html) => {
  const files = html.match(/(?<=(?:href|src)=")\/console\/(?:files\/[^"]+|theme\.css[^"]*)/g) ?? [];
  await Promise.allSettled([...new Set(files)].map((file) => openFile(new Request(file))));
};

addEventListener('install', (event) => {
  const prepare = async () => {
    const shell = await caches.open(SHELL);
    await shell.add(new Request(OFFLINE, { credentials: 'omit' }));
    await keepFiles(await (await shell.match(OFFLINE)).text());
    await skipWaiting();
  };
  event.waitUntil(prepare());
});
/** The page that was open before there was a worker, with its files: nobody may come a second time with a connection. */
const keepOpen = async ({ url: address }) => {
  const url = new URL(address);
  if (!isKept(url)) return;
  const response = await fetch(url.pathname);
  const html = await response.clone().text();
  await keepPage(url, response);
  await keepFiles(html);
};

addEventListener('activate', (event) => {
  const begin = async () => {
    await clients.claim();
    const open = await clients.matchAll({ type: 'window', includeUncontrolled: true });
    await Promise.allSettled(open.map(keepOpen));
  };
  event.waitUntil(begin());
});

addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (url.origin !== location.origin) return;
  if (request.method === 'POST' && url.pathname.endsWith('/sign-out')) event.respondWith(signOut(request));
  if (request.method !== 'GET') return;
  if (isShell(url)) event.respondWith(openFile(request));
  else if (request.mode === 'navigate' && isOurs(url)) {
    event.respondWith(openPage(event, url));
  }
});

/** The page that a notification opens: a page of ours, whatever it says. */
const pageOf = ({ data }) => {
  const url = new URL(data?.url ?? '/book/me', location.origin);
  return url.origin === location.origin && isOurs(url) ? url.href : new URL('/book/me', location.origin).href;
};

addEventListener('push', (event) => {
  if (event.data === null) return;
  const { title, body, url, tag } = event.data.json();
  const icon = '/book/icon-192.png';
  event.waitUntil(registration.showNotification(title, { body, tag, icon, badge: icon, data: { url } }));
});

addEventListener('notificationclick', (event) => {
  const { notification } = event;
  notification.close();
  const open = async () => {
    const url = pageOf(notification);
    const pages = await clients.matchAll({ type: 'window' });
    const page = pages.find(({ visibilityState }) => visibilityState === 'visible') ?? pages[0];
    if (page === undefined) return clients.openWindow(url);
    // Only a tap of a person may focus it.
    await page.focus().catch(() => {});
    return page.navigate(url).catch(() => clients.openWindow(url));
  };
  event.waitUntil(open());
});
