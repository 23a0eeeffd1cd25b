import type { ResponseOf } from '../../../records/record.ts';
import type { PaymentMethod } from '../../../resources/payment-methods/record.ts';
import type { Refused } from '../ask.ts';
import { cardEnd, cardName } from '../card-words.ts';
import { html } from '../html.ts';
import { CARD } from '../icons.ts';
import { orRefused } from '../messages.ts';
import type { Answer, BookPage, Form, MemberVisit } from '../visit.ts';
import { ACCOUNT, accountPage, actButton, type ListOf, MOST } from './parts.ts';

const PATH = `${ACCOUNT}/cards`;
const METHODS = '/public-api/v2/member/payments/methods';

export type Card = ResponseOf<typeof PaymentMethod>;

export const cardsOf = async ({ ask }: MemberVisit): Promise<readonly Card[]> =>
  (await ask<ListOf<Card>>('GET', METHODS, { query: { limit: MOST } })).data;

/** The saved cards. A card that pays for a running membership says why it stays. */
export const cardsPage = async (visit: MemberVisit, refused?: Refused): Promise<BookPage> => {
  const { context, newKey } = visit;
  const { t } = context;
  const cards = await cardsOf(visit);
  const rows = cards.map(({ id, card, isDefault }) => {
    const about = cardName(card);
    const acts = [
      ...(isDefault ? [] : [{ to: `${PATH}/${id}/default`, text: t('account.makeDefault') }]),
      { to: `${PATH}/${id}/remove`, text: t('account.remove') },
    ];
    return html`<li><div>${CARD}<span class="grow">${about}<small>${t('account.cardEnds', { month: cardEnd(card) })}${isDefault ? html` · ${t('account.isDefault')}` : undefined}</small></span>${acts.map((act) => actButton({ ...act, about, key: newKey() }))}</div></li>`;
  });
  const content = html`${cards.length === 0 ? html`<p class="quiet">${t('account.noCards')}</p>` : html`<p class="quiet">${t('account.defaultPays')}</p><ul class="rows group">${rows}</ul>`}<p class="group"><a class="button" data-wide="" href="${PATH}/add">${t('account.addCard')}</a></p>`;
  return accountPage(visit, { title: t('account.cards'), content, refused });
};

export const makeDefault = (visit: MemberVisit, form: Form): Promise<Answer> =>
  orRefused<Answer, Answer>(
    async () => {
      await visit.ask('POST', `${METHODS}/${visit.param('id')}/default`, { key: form.get('key') });
      return { to: `${PATH}?saved` };
    },
    (refused) => {
      if (refused.status === 404) throw refused;
      return cardsPage(visit, refused);
    },
  );

export const removeCard = (visit: MemberVisit, form: Form): Promise<Answer> =>
  orRefused<Answer, Answer>(
    async () => {
      await visit.ask('DELETE', `${METHODS}/${visit.param('id')}`, { key: form.get('key') });
      return { to: `${PATH}?saved` };
    },
    (refused) => {
      if (refused.status === 404) throw refused;
      return cardsPage(visit, refused);
    },
  );
