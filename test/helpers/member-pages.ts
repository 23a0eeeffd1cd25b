import { memberCookie } from '../../src/auth/members/own/cookie.ts';
import { beginDevice } from '../../src/auth/members/own/devices.ts';
import { DAY_MS } from '../../src/kernel/durations.ts';
import { systemRandom } from '../../src/kernel/random.ts';
import { linkOwn } from '../../src/resources/member-links/sign-in.ts';
import { openStudio, type Studio } from './api.ts';
import { addBooking, addClient, addSessionInUtc } from './bookings.ts';
import { keepMails } from './mails.ts';
import { sellPackage } from './sales.ts';

const ROOT = 'http://localhost';

/** The pages for members as a browser sees them in which a client is signed in. It runs no scripts. */
export const pagesOf = async (studio: Pick<Studio, 'app' | 'store'>, clientId: string) => {
  const { token } = await studio.store.write((tx) => {
    linkOwn(tx, ROOT, clientId);
    return beginDevice(tx, systemRandom(), { clientId, kind: 'browser', userAgent: null, address: '127.0.0.1' });
  });
  const [cookie] = memberCookie(token, false).split(';');
  const headers = { cookie: cookie ?? '', origin: ROOT, 'sec-fetch-site': 'same-origin' };
  const seen = async (request: Request) => {
    const response = await studio.app.fetch(request);
    const { status } = response;
    const [renewed] = response.headers.getSetCookie().filter((each) => each.startsWith('studiod_member='));
    if (renewed !== undefined) headers.cookie = renewed.split(';')[0] ?? '';
    return { status, to: response.headers.get('location'), text: await response.text(), headers: response.headers };
  };
  /** @param more headers; a cookie comes beside that of the session. */
  const get = (path: string, { cookie: other, ...more }: Record<string, string> = {}) => {
    const cookies = other === undefined ? headers.cookie : `${headers.cookie}; ${other}`;
    return seen(new Request(ROOT + path, { headers: { ...headers, ...more, cookie: cookies } }));
  };
  const post = (path: string, fields: Record<string, string> | URLSearchParams) =>
    seen(new Request(ROOT + path, { method: 'POST', headers, body: new URLSearchParams(fields) }));
  return { get, post };
};

const FIELD = /<input type="(hidden|radio)" name="(\w+)" value="([^"]*)"([^>]*)>/g;

/** What the form of a page sends as it is. */
export const fieldsIn = (text: string): Record<string, string> =>
  Object.fromEntries(
    [...text.matchAll(FIELD)].flatMap(([, type, name = '', value = '', more = '']) =>
      type === 'radio' && !more.includes('checked') ? [] : [[name, value]],
    ),
  );

/** The page on which a class is booked. */
export const bookStep = (sessionId: string): string => `/book/class/${sessionId}/book`;

/** A studio with the pages for members as Dana Rivera sees them, who is signed in and has no pass yet. */
export const openForDana = async () => {
  const studio = await openStudio({ mail: keepMails().transport });
  const clientId = await addClient(studio, { firstName: 'Dana', lastName: 'Rivera', email: 'dana@example.com' });
  const pages = await pagesOf(studio, clientId);
  const page = async (path: string): Promise<string> => (await pages.get(path)).text;
  return Object.assign(studio, {
    clientId,
    pages,
    /** The text of a page. */
    page,
    /** Presses the button of a page as it is, with some fields changed. */
    press: async (path: string, change: Record<string, string> = {}, to = path) =>
      pages.post(to, { ...fieldsIn(await page(path)), ...change }),
    bookings: async () => (await studio.get(`/v2/bookings?client_id=${clientId}`)).body.data,
    /** Sells Dana ten classes. */
    withPass: () => sellPackage(studio, clientId, { name: 'Ten classes' }),
    /** A class that somebody else has filled. */
    fullClass: async (startsIn = 3 * DAY_MS) => {
      const sessionId = await addSessionInUtc(studio, startsIn, { name: 'Ropes', capacity: 1 });
      const seated = await addBooking(studio, await addClient(studio), sessionId);
      return { sessionId, seated };
    },
  });
};
