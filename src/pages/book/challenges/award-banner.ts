import type { MemberAwardResponse } from '../../../resources/awards/shapes.ts';
import { FREE } from '../free.ts';
import { type Html, html } from '../html.ts';
import { CROSS, TROPHY } from '../icons.ts';
import { ownPath } from '../paths.ts';
import type { Answer, Form, MemberVisit } from '../visit.ts';

interface Banner {
  readonly award: MemberAwardResponse | null;
}

/** The newest award that the member has not put away, where the studio has awards. It stands below the title of a page. */
export const awardBanner = async ({ ask, context, url }: MemberVisit): Promise<Html | undefined> => {
  const { t, studio } = context;
  if (!studio.features.awards) return undefined;
  const { award } = await ask<Banner>('GET', '/v2/member/awards/banner');
  if (award === null) return undefined;
  const { id, name, description } = award;
  return html`<aside class="note award-note" data-tone="brand">${TROPHY}<div class="grow"><b>${t('challenges.newAward', { name })}</b>${description}</div><form method="post" action="/book/me/awards"${FREE}><input type="hidden" name="award" value="${id}"><input type="hidden" name="back" value="${url.pathname}"><button class="button" data-variant="quiet" data-round="" aria-label="${t('challenges.dismiss')}">${CROSS}</button></form></aside>`;
};

/** Puts an award away, so that no page shows it again, and goes back to the page. */
export const dismissAward = async ({ ask }: MemberVisit, form: Form): Promise<Answer> => {
  await ask('PUT', `/v2/member/awards/banner/${encodeURIComponent(form.get('award'))}/dismiss`);
  return { to: ownPath(form.get('back')) ?? '/book/me/awards' };
};
