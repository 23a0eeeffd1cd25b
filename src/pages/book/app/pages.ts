import { html } from '../../../kernel/html.ts';
import { type BookContext, logoOf, sitePath } from '../layout.ts';
import type { BookPage, Route } from '../visit.ts';

/** The two pages that a phone keeps are a link away. It is the same for members and strangers, and leads nowhere else. */
const offlinePage = (context: BookContext): BookPage => {
  const { t } = context;
  const title = t('shell.offline');
  const content = html`<main class="page" id="main"><div class="gate-logo">${logoOf(context)}</div><div class="stack"><h1>${title}</h1><p class="lead">${t('app.offline')}</p><p class="row"><a class="button" href="/book/me">${t('shell.myClasses')}</a><a class="link" href="${sitePath(context)}">${t('book.toTimetable')}</a></p></div></main>`;
  return { context, title, content, kind: 'gate' };
};

/** What a phone shows without a connection in place of a page that it has not kept. */
export const appPages: readonly Route[] = [
  {
    path: '/book/offline',
    who: 'all',
    get: ({ context }) => offlinePage(context),
  },
];
