import type { PublicSessionResponse } from '../../../resources/studio/shapes.ts';
import { type Html, html } from '../html.ts';
import type { BookContext } from '../layout.ts';

interface RowOf {
  readonly href: string;
  readonly state: Html | undefined;
  readonly act: Html | undefined;
}

/** A class of the member: its day leads. */
export const listRow = (context: BookContext, session: PublicSessionResponse, { href, state, act }: RowOf): Html => {
  const { formats, signs } = context;
  const { name, startTime, localDate, instructor } = session;
  const line = [formats.time(startTime), instructor?.displayName].filter(Boolean).join(' · ');
  return html`<li class="class"><time datetime="${startTime}">${formats.weekday(localDate)}<small>${formats.shortDay(localDate)}</small></time>${signs.of(session)}<div class="who"><h3><a href="${href}">${name}</a></h3><p>${line}</p>${state}</div>${act}</li>`;
};

/** The links to the coming and the past classes of a member. */
export const classTabs = ({ t }: BookContext, current: 'coming' | 'past'): Html => {
  const link = (key: typeof current, href: string, text: string): Html =>
    html`<a href="${href}"${key === current ? html` aria-current="page"` : ''}>${text}</a>`;
  return html`<nav class="seg" aria-label="${t('mine.classes')}">${link('coming', '/book/me', t('mine.coming'))}${link('past', '/book/me/past', t('mine.past'))}</nav>`;
};
