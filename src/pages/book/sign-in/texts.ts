import { type Html, html } from '../../../kernel/html.ts';
import { storedId } from '../../../kernel/ids.ts';
import { membershipSettings } from '../../../resources/settings/queries.ts';
import type { BookContext } from '../layout.ts';
import { gonePage } from '../messages.ts';
import type { BookPage, Visit } from '../visit.ts';
import { gatePage } from './gate.ts';

/** The lines of a paragraph, as they were written. */
const lines = (paragraph: string): Html[] =>
  paragraph.split(/\r?\n/).map((line, index) => (index === 0 ? html`${line}` : html`<br>${line}`));

export const paragraphs = (text: string): Html[] =>
  text
    .split(/\n\s*\n/)
    .filter((each) => each.trim() !== '')
    .map((each) => html`<p>${lines(each.trim())}</p>`);

export const waiverPath = (siteId: string): string => `/book/waiver?site=${siteId}`;

/** The whole waiver of a site, to read at leisure and to print. */
export const waiverPage = (visit: Visit): BookPage => {
  const named = visit.url.searchParams.get('site') ?? '';
  const context: BookContext | undefined = named === '' ? visit.context : visit.at(storedId(named) ?? '');
  const waiver = context && membershipSettings(context.read, context.site.id).waiver;
  if (context === undefined || waiver === null || waiver === undefined) return gonePage(visit.context);
  const { t } = context;
  const title = t('signIn.waiver');
  const content = html`<div><h1>${title}</h1><p>${context.studio.name} · ${context.site.name} · ${t('signIn.version', { version: waiver.version })}</p></div><div class="stack">${paragraphs(waiver.text)}</div><button class="button" type="button" data-wide="" data-print="" hidden>${t('account.print')}</button>`;
  return gatePage(context, { title, content });
};
