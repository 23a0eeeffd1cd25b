import { type Html, html } from '../../../kernel/html.ts';
import { FREE } from '../free.ts';
import { CROSS, TROPHY } from '../icons.ts';
import { ownPath } from '../paths.ts';
import type { Form, MemberVisit, PageResult } from '../visit.ts';

/** The newest award that the member has not dismissed, for below the title of a page. */
export const awardBanner = async ({ callApi, context, url }: MemberVisit): Promise<Html | undefined> => {
  const { t, studio } = context;
  if (!studio.features.awards) return undefined;
  const { award } = await callApi('getAwardBanner');
  if (award === null) return undefined;
  const { id, name, description } = award;
  return html`<aside class="notice award-note" data-tone="brand">${TROPHY}<div class="grow"><b>${t('challenges.newAward', { name })}</b>${description}</div><form method="post" action="/book/me/awards"${FREE}><input type="hidden" name="award" value="${id}"><input type="hidden" name="back" value="${url.pathname}"><button class="button" data-variant="quiet" data-icon="" aria-label="${t('challenges.dismiss')}">${CROSS}</button></form></aside>`;
};

export const dismissAward = async ({ callApi }: MemberVisit, form: Form): Promise<PageResult> => {
  await callApi('dismissAwardBanner', { path: { awardId: form.get('award') } });
  return { to: ownPath(form.get('back')) ?? '/book/me/awards' };
};
