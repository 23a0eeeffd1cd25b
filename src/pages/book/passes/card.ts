import { type Html, html } from '../../../kernel/html.ts';
import { accountPage, linkRow } from '../account/parts.ts';
import { type Card, cardsOf } from '../account/saved-cards.ts';
import { addWords } from '../buying/cards.ts';
import { cardEnd, methodName } from '../card-words.ts';
import { CARD } from '../icons.ts';
import { orRefused } from '../messages.ts';
import type { Form, MemberVisit, PageResult } from '../visit.ts';
import { type Pass, passFormats, passOf, passPath } from './pass-of.ts';

/** What the renewals of a pass cost, and which card pays for them. */
export const cardOfPass = async (visit: MemberVisit, pass: Pass): Promise<Html | undefined> => {
  const { t, formats } = visit.context;
  if (!pass.autoRenews || pass.end?.renewalsLeft === 0 || pass.price === 0) return undefined;
  const card = (await cardsOf(visit)).find(({ id }) => id === pass.paymentMethodId);
  const row = linkRow({
    to: `${passPath(visit)}/card`,
    icon: CARD,
    title: card === undefined ? t('passes.noCard') : t('passes.card', { card: methodName(card) }),
    small: t('passes.renewalPrice', { amount: formats.money(pass.price, pass.currency) }),
    value: t('passes.changeCard'),
  });
  return html`<ul class="rows group">${row}</ul>`;
};

export const cardChoices = ({ context: { t } }: MemberVisit, cards: readonly Card[], chosen: string | null): Html =>
  html`${cards.map(
    (each) =>
      html`<label class="choice"><input type="radio" name="card" value="${each.id}" required${each.id === chosen ? html` checked` : ''}><span class="text">${methodName(each)}<small>${cardEnd(each, (month) => t('account.cardEnds', { month }))}</small></span></label>`,
  )}`;

/** Another card for the renewals of a pass, and when it is first charged. */
export const passCardPage = async (visit: MemberVisit, refused?: Parameters<typeof accountPage>[1]['refused']) => {
  const { context, newKey } = visit;
  const { t } = context;
  const [pass, cards] = await Promise.all([passOf(visit), cardsOf(visit)]);
  const formats = passFormats(context, pass);
  const path = `${passPath(visit)}/card`;
  const { nextRenewalAt } = pass;
  const when =
    nextRenewalAt === null
      ? undefined
      : t('passes.cardFrom', {
          name: pass.name,
          date: formats.date(nextRenewalAt),
          amount: formats.money(pass.price, pass.currency),
        });
  const choose =
    cards.length === 0
      ? html`<p class="quiet">${t('account.noCards')}</p>`
      : html`<form class="stack" method="post" action="${path}"><input type="hidden" name="key" value="${newKey()}"><fieldset class="stack"><legend class="visually-hidden">${t('account.cards')}</legend>${cardChoices(visit, cards, pass.paymentMethodId)}</fieldset><button class="button" data-variant="primary" data-size="large" data-wide="" type="submit">${t('passes.useCard')}</button></form>`;
  const add = `/book/me/account/cards/add?${new URLSearchParams({ next: path })}`;
  const content = html`${when === undefined ? undefined : html`<p>${when}</p>`}${choose}<p class="group"><a class="button" data-wide="" href="${add}">${addWords(visit)}</a></p>`;
  return accountPage(visit, {
    title: t('passes.cardTitle', { name: pass.name }),
    content,
    back: passPath(visit),
    refused,
  });
};

export const changePassCard = (visit: MemberVisit, form: Form): Promise<PageResult> =>
  orRefused<PageResult, PageResult>(
    async () => {
      await visit.callApi('changeMemberPackageCard', {
        path: { id: visit.param('id') },
        body: { paymentMethodId: form.get('card') },
        key: form.get('key'),
      });
      return { to: `${passPath(visit)}?saved` };
    },
    (refused) => {
      if (refused.status === 404) throw refused;
      return passCardPage(visit, refused);
    },
  );
