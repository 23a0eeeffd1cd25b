import { html } from '../../kernel/html.ts';
import { choicesOf, FOR } from './for-whom.ts';
import { stepTop } from './layout.ts';
import type { BookPage, MemberVisit } from './visit.ts';

/** Asks once for whom the member books. The answer is kept, and can be changed on each page. */
export const forWhomPage = ({ context, url, member }: MemberVisit): BookPage => {
  const { t } = context;
  const at = (clientId: string): string => {
    const query = new URLSearchParams(url.searchParams);
    query.set(FOR, clientId);
    return `${url.pathname}?${query}`;
  };
  const rows = choicesOf(context, member).map(
    ({ clientId, text }) =>
      html`<a class="button" data-size="large" data-wide="" data-sheet="" href="${at(clientId)}"><bdi>${text}</bdi></a>`,
  );
  const title = t('household.forWhom');
  // It is asked one step below the class or plan that it is about.
  const back = url.pathname.slice(0, url.pathname.lastIndexOf('/'));
  const content = html`${stepTop(context, back, title)}<main class="page narrow stack" id="main"><h1>${title}</h1><p class="quiet">${t('household.askText')}</p>${rows}</main>`;
  return { context, title, content, kind: 'flow-page' };
};
