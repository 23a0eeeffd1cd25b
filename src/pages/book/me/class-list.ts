import { type Html, html } from '../../../kernel/html.ts';
import type { PublicSessionResponse } from '../../../resources/studio/shapes.ts';
import type { BookContext } from '../layout.ts';
import { zoneBeside } from '../zone.ts';

/** What differs between the classes of a list, so that each row names its own. */
export interface Mixed {
  readonly sites: boolean;
  readonly zones: boolean;
}

export const mixedOf = (contexts: readonly BookContext[]): Mixed => ({
  sites: new Set(contexts.map(({ site }) => site.id)).size > 1,
  zones: new Set(contexts.map(({ site }) => site.timezone)).size > 1,
});

interface RowOf {
  readonly mixed: Mixed;
  readonly href: string;
  readonly state: Html | undefined;
  readonly act: Html | undefined;
}

export const listRow = (
  context: BookContext,
  session: PublicSessionResponse,
  { mixed, href, state, act }: RowOf,
): Html => {
  const { formats, signs, site } = context;
  const { name, startTime, localDate, instructor, isVirtual } = session;
  const rest = [instructor?.displayName, mixed.sites && !isVirtual ? site.name : undefined].filter(Boolean);
  const more = rest.map((each) => ` · ${each}`).join('');
  const time = html`${formats.time(startTime)}${zoneBeside(context, session, mixed.zones)}`;
  return html`<li class="class"><time datetime="${startTime}">${formats.weekday(localDate)}<small>${formats.shortDay(localDate)}</small></time>${signs.of(session)}<div class="who"><h3><a href="${href}">${name}</a></h3><p>${time}${more}</p>${state}</div>${act}</li>`;
};

export const classTabs = ({ t }: BookContext, current: 'coming' | 'past'): Html => {
  const link = (key: typeof current, href: string, text: string): Html =>
    html`<a href="${href}"${key === current ? html` aria-current="page"` : ''}>${text}</a>`;
  return html`<nav class="segmented" aria-label="${t('mine.classes')}">${link('coming', '/book/me', t('mine.coming'))}${link('past', '/book/me/past', t('mine.past'))}</nav>`;
};
