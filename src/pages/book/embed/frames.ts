import { Html } from '../../../kernel/html.ts';
import { BOOK_PATH } from '../paths.ts';

const VIEWS = ['timetable', 'plans'] as const;

/** How a website shows a page in a frame. */
export interface Embed {
  readonly view: (typeof VIEWS)[number];
  /** Light or dark as the website; undefined as the device. */
  readonly scheme: 'light' | 'dark' | undefined;
  /** Whether a window that the frame has opened is done. */
  readonly isDone: boolean;
}

/** Undefined for a page that is shown in a window of its own. */
export const embedOf = ({ searchParams }: URL): Embed | undefined => {
  const view = VIEWS.find((each) => each === searchParams.get('embed'));
  if (view === undefined) return undefined;
  const scheme = (['light', 'dark'] as const).find((each) => each === searchParams.get('scheme'));
  return { view, scheme, isDone: searchParams.get('done') === '1' };
};

/** Own pages that are shown in the frame too: timetables, classes and plans. */
const IN_FRAME = /^\/book(?:\/plans|\/class\/[0-9a-f-]{36}|\/[0-9a-f-]{36})?(?=$|[?])/;

/** The address of a page in the frame; undefined for a page that opens in a window of its own. */
const inFrame = (address: string, { view, scheme }: Embed): string | undefined => {
  if (!IN_FRAME.test(address)) return undefined;
  const { pathname, searchParams } = new URL(address, 'http://localhost');
  const isPlans = pathname === `${BOOK_PATH}/plans`;
  searchParams.set('embed', isPlans ? 'plans' : view === 'plans' ? 'timetable' : view);
  if (scheme !== undefined) searchParams.set('scheme', scheme);
  return `${pathname}?${searchParams}`;
};

/**
 * Links and forms of a page in a frame: pages that are shown in the frame stay in it, and all others, such as signing in, open
 * in a window of their own, which has the cookies of the studio's address.
 */
export const framed = (content: Html, embed: Embed): Html =>
  new Html(
    new HTMLRewriter()
      .on('a[href]', {
        element(link) {
          const address = (link.getAttribute('href') ?? '').replaceAll('&amp;', '&');
          if (address.startsWith('#') || link.getAttribute('target') === '_blank') return;
          const own = inFrame(address, embed);
          if (own === undefined) link.setAttribute('target', '_blank');
          else link.setAttribute('href', own.replaceAll('&', '&amp;'));
        },
      })
      .on('form', { element: (form) => void form.setAttribute('target', '_blank') })
      .transform(content.text),
  );
