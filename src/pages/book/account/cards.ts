import { type Html, html } from '../../../kernel/html.ts';
import { addWords } from '../buying/cards.ts';
import { cardEnd, methodName } from '../card-words.ts';
import { CARD } from '../icons.ts';
import { type ApiRefusal, gonePage, orRefused } from '../messages.ts';
import { cardChoices } from '../passes/card.ts';
import type { Pass } from '../passes/pass-of.ts';
import type { BookPage, Form, MemberVisit, PageResult } from '../visit.ts';
import { ACCOUNT, accountPage, actButton, MOST } from './parts.ts';
import { type Card, cardsOf } from './saved-cards.ts';

const PATH = `${ACCOUNT}/cards`;

/** What renews of the member, or of a dependant. */
const renewing = async ({ callApi, member }: MemberVisit, clientId = member.clientId): Promise<readonly Pass[]> => {
  const { data } = await callApi('listMemberPackages', { query: { limit: MOST }, clientId });
  return data.filter(({ autoRenews, status }) => autoRenews && (status === 'active' || status === 'depleted'));
};

/** What renews of the dependants for whom the member acts. */
const renewingForOthers = async (visit: MemberVisit): Promise<readonly Pass[]> => {
  const { dependants = [] } = visit.member.household ?? {};
  return (await Promise.all(dependants.map(({ clientId }) => renewing(visit, clientId)))).flat();
};

const paidBy = (passes: readonly Pass[], { id }: Pick<Card, 'id'>): readonly Pass[] =>
  passes.filter(({ paymentMethodId }) => paymentMethodId === id);

/** A small button that opens a sheet to confirm. */
const askButton = (to: string, text: string, about: string): Html =>
  html`<a class="button" data-size="small" href="${to}" data-sheet="">${text}<span class="visually-hidden"> ${about}</span></a>`;

/** The saved cards, each with the memberships that renew with it. */
export const cardsPage = async (visit: MemberVisit, refused?: ApiRefusal): Promise<BookPage> => {
  const { context, newKey } = visit;
  const { t } = context;
  const [cards, passes, others] = await Promise.all([cardsOf(visit), renewing(visit), renewingForOthers(visit)]);
  const rows = cards.map((each) => {
    const { id, isDefault } = each;
    const about = methodName(each);
    const own = paidBy(passes, each);
    const all = [...own, ...paidBy(others, each)];
    const act = (verb: string, text: string, asks: boolean): Html =>
      asks
        ? askButton(`${PATH}/${id}/${verb}`, text, about)
        : actButton({ to: `${PATH}/${id}/${verb}`, text, about, key: newKey() });
    const small = [
      cardEnd(each, (month) => t('account.cardEnds', { month })),
      ...(isDefault ? [t('account.isDefault')] : []),
      ...all.map(({ name }) => t('account.paysFor', { name })),
    ]
      .filter((part) => part !== '')
      .join(' · ');
    // Also the default, as long as another card pays for something.
    const pays = isDefault && own.length === passes.length;
    return html`<li><div>${CARD}<span class="grow">${about}<small>${small}</small></span>${pays ? undefined : act('default', t(isDefault ? 'account.payAll' : 'account.makeDefault'), own.length < passes.length)}${act('remove', t('account.remove'), all.length > 0)}</div></li>`;
  });
  const content = html`${cards.length === 0 ? html`<p class="quiet">${t('account.noCards')}</p>` : html`<p class="quiet">${t('account.defaultPays')}</p><ul class="rows group">${rows}</ul>`}<p class="group"><a class="button" data-wide="" href="${PATH}/add">${addWords(visit)}</a></p>`;
  return accountPage(visit, { title: t('account.cards'), content, refused });
};

/** Asks before a card becomes the default: what will be charged to it, and from when. */
export const defaultPage = (visit: MemberVisit): Promise<PageResult> =>
  orRefused<PageResult, PageResult>(
    async () => {
      const { context, newKey } = visit;
      const { t, formats } = context;
      const [cards, { packages }] = await Promise.all([
        cardsOf(visit),
        visit.previewApi('makePaymentMethodDefault', { path: { id: visit.param('id') } }),
      ]);
      const card = cards.find(({ id }) => id === visit.param('id'));
      if (card === undefined) return gonePage(context);
      const lines = packages.map(({ name, nextRenewalAt, price, currency }) =>
        nextRenewalAt === null
          ? t('account.movesLater', { name })
          : t('account.moves', { name, date: formats.date(nextRenewalAt), amount: formats.money(price, currency) }),
      );
      const content = html`<p>${t('account.feesToo')}</p>${lines.map((line) => html`<p>${line}</p>`)}<form class="stack" method="post" action="${PATH}/${card.id}/default"><input type="hidden" name="key" value="${newKey()}"><button class="button" data-variant="primary" data-size="large" data-wide="" type="submit">${t('account.payWith', { card: methodName(card) })}</button></form>`;
      return accountPage(visit, { title: t('account.payWith', { card: methodName(card) }), content, back: PATH });
    },
    (refused) => refusedHere(visit, refused),
  );

/** The list with the reason for a refusal. Another member's card is a 404. */
const refusedHere = (visit: MemberVisit, refused: ApiRefusal): Promise<PageResult> => {
  if (refused.status === 404) throw refused;
  return cardsPage(visit, refused);
};

export const makeDefault = (visit: MemberVisit, form: Form): Promise<PageResult> =>
  orRefused<PageResult, PageResult>(
    async () => {
      await visit.callApi('makePaymentMethodDefault', { path: { id: visit.param('id') }, key: form.get('key') });
      return { to: `${PATH}?saved` };
    },
    (refused) => refusedHere(visit, refused),
  );

/** What this card pays for, of the member and of the dependants. */
const paidByCard = async (visit: MemberVisit, card: Pick<Card, 'id'>): Promise<readonly Pass[]> =>
  paidBy((await Promise.all([renewing(visit), renewingForOthers(visit)])).flat(), card);

/** Asks which card takes over the passes that this one pays for. */
export const removePage = async (visit: MemberVisit): Promise<BookPage> => {
  const { context, newKey } = visit;
  const { t } = context;
  const [cards, own] = await Promise.all([cardsOf(visit), paidByCard(visit, { id: visit.param('id') })]);
  const card = cards.find(({ id }) => id === visit.param('id'));
  if (card === undefined) return gonePage(context);
  const others = cards.filter((each) => each !== card);
  const name = methodName(card);
  const add = `${PATH}/add?${new URLSearchParams({ next: `${PATH}/${card.id}/remove` })}`;
  const chosen = others.find(({ isDefault }) => isDefault) ?? others[0];
  const choices =
    own.length === 0
      ? undefined
      : html`<fieldset class="stack"><legend>${t('account.paysInstead')}</legend>${cardChoices(visit, others, chosen?.id ?? null)}</fieldset>`;
  const form =
    own.length > 0 && others.length === 0
      ? html`<p class="group"><a class="button" data-variant="primary" data-wide="" href="${add}">${addWords(visit)}</a></p>`
      : html`<form class="stack" method="post" action="${PATH}/${card.id}/remove"><input type="hidden" name="key" value="${newKey()}">${choices}<button class="button" data-variant="primary" data-size="large" data-wide="" type="submit">${t('account.removeCard', { card: name })}</button></form>`;
  const content = html`${own.map((pass) => html`<p>${t('account.renewsWith', { name: pass.name, card: name })}</p>`)}${form}`;
  return accountPage(visit, { title: t('account.removeCard', { card: name }), content, back: PATH });
};

export const removeCard = (visit: MemberVisit, form: Form): Promise<PageResult> =>
  orRefused<PageResult, PageResult>(
    async () => {
      const { callApi } = visit;
      const [id, other, key] = [visit.param('id'), form.get('card'), form.get('key')];
      const own = other === '' ? [] : await paidByCard(visit, { id });
      for (const pass of own) {
        await callApi('changeMemberPackageCard', {
          path: { id: pass.id },
          body: { paymentMethodId: other },
          key: `${key} ${pass.id}`,
          clientId: pass.clientId,
        });
      }
      await callApi('deletePaymentMethod', { path: { id }, key });
      return { to: `${PATH}?saved` };
    },
    (refused) => refusedHere(visit, refused),
  );
