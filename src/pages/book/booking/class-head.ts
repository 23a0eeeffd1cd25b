import { type Html, html } from '../../../kernel/html.ts';
import type { MemberSessionResponse } from '../../../resources/sessions/shapes.ts';
import { forWhomLine } from '../for-whom.ts';
import type { BookContext } from '../layout.ts';
import { placeOf } from '../public/class-row.ts';
import { zoneNote } from '../zone.ts';
import { whenOf } from './class-time.ts';
import { shownSession } from './sessions.ts';

/** Who teaches, and where with the site. */
const whereOf = (context: BookContext, session: MemberSessionResponse): string =>
  [placeOf(context, shownSession(session)), session.isVirtual ? undefined : context.site.name]
    .filter((each) => each !== undefined && each !== '')
    .join(', ');

/** When, what and where: the head of a step with a class. @param title what the step is called, by default the class. */
export const classHead = (context: BookContext, session: MemberSessionResponse, title?: string): Html =>
  html`<div class="class-head">${forWhomLine(context)}<p class="when">${whenOf(context, session)}</p>${zoneNote(context, session.startTime)}<h1>${title ?? session.name}</h1><p class="quiet">${title === undefined ? undefined : `${session.name} · `}${whereOf(context, session)}</p></div>`;
