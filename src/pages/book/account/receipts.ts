import { addressLines } from '../../../kernel/address-lines.ts';
import { type Html, html } from '../../../kernel/html.ts';
import { lineText } from '../../../resources/payments/receipts/purpose-lines.ts';
import type { ReceiptResponse } from '../../../resources/payments/receipts/shapes.ts';
import type { MemberPaymentResponse } from '../../../resources/payments/shapes.ts';
import { mailLocaleOf, mailTranslator } from '../../../texts/mail.ts';
import { cardName } from '../card-words.ts';
import { RECEIPT } from '../icons.ts';
import type { BookContext } from '../layout.ts';
import { orRefused } from '../messages.ts';
import type { BookPage, MemberVisit } from '../visit.ts';
import { ACCOUNT, accountPage, afterOf, linkRow } from './parts.ts';

const PATH = `${ACCOUNT}/receipts`;

const hasReceipt = ({ status }: MemberPaymentResponse): boolean => status !== 'pending' && status !== 'failed';

export const paymentsOf = ({ callApi }: MemberVisit, limit: number, after?: string) =>
  callApi('listMemberPayments', { query: { limit, starting_after: after } });

/** The description of an item, in words where no one has written one. */
const itemText = ({ locale }: BookContext, description: string): string =>
  lineText(description, mailTranslator(mailLocaleOf(locale), 'informal'));

const nameOf = ({ context }: MemberVisit, payment: MemberPaymentResponse): string => {
  const description = payment.description ?? payment.lineItems[0]?.description;
  return description === undefined ? context.t('account.payment') : itemText(context, description);
};

const rowOf = (visit: MemberVisit, payment: MemberPaymentResponse): Html => {
  const { t, formats } = visit.context;
  const { id, amount, currency, amountRefunded, status, paidAt, createdAt } = payment;
  const when = formats.date(paidAt ?? createdAt);
  const refunded =
    amountRefunded > 0 ? [t('account.refunded', { amount: formats.money(amountRefunded, currency) })] : [];
  const failed =
    status === 'failed' ? [t('account.paymentFailed')] : status === 'pending' ? [t('account.paymentPending')] : [];
  const small = [when, ...refunded, ...failed].join(' · ');
  const value = formats.money(amount, currency);
  const title = nameOf(visit, payment);
  if (hasReceipt(payment)) return linkRow({ to: `${PATH}/${id}`, icon: RECEIPT, title, small, value });
  return html`<li><div>${RECEIPT}<span class="grow">${title}<small>${small}</small></span><span class="value">${value}</span></div></li>`;
};

export const receiptsPage = async (visit: MemberVisit): Promise<BookPage> => {
  const { t } = visit.context;
  const after = afterOf(visit);
  const { data, hasMore } = await paymentsOf(visit, 25, after);
  const last = data.at(-1);
  const more =
    hasMore && last !== undefined
      ? html`<p class="group"><a class="button" data-wide="" href="${PATH}?after=${last.id}">${t('account.older')}</a></p>`
      : undefined;
  const content = html`${data.length === 0 ? html`<p class="quiet">${t('account.noReceipts')}</p>` : html`<ul class="rows group">${data.map((each) => rowOf(visit, each))}</ul>`}${more}`;
  return accountPage(visit, { title: t('account.receipts'), content, back: after === undefined ? ACCOUNT : PATH });
};

const lineOf = (
  { formats }: MemberVisit['context'],
  name: string,
  amount: number,
  currency: string,
  isTotal = false,
): Html =>
  html`<li><div><span class="grow">${isTotal ? html`<b>${name}</b>` : name}</span><span class="value">${isTotal ? html`<b>${formats.money(amount, currency)}</b>` : formats.money(amount, currency)}</span></div></li>`;

const receiptOf = (visit: MemberVisit, receipt: ReceiptResponse): Html => {
  const { context } = visit;
  const { t, formats } = context;
  const { number, paidAt, studio, site, client, lineItems, discountAmount, taxAmount, total, currency, card } = receipt;
  const place = [site.name, ...addressLines(site.address)].join(', ');
  const paidBy = card === null ? t(`account.paidBy_${receipt.paymentMethod}`) : cardName(card);
  return html`<p><b>${studio.name}</b><br>${place}</p><p class="quiet">${[number === null ? undefined : t('account.receiptNumber', { number }), formats.date(paidAt), client?.name].filter(Boolean).join(' · ')}</p>
<ul class="rows group">${lineItems.map(({ description, quantity, amount }) => lineOf(context, quantity === 1 ? itemText(context, description) : `${quantity} × ${itemText(context, description)}`, amount, currency))}${discountAmount > 0 ? lineOf(context, t('account.discount'), -discountAmount, currency) : undefined}${taxAmount > 0 ? lineOf(context, receipt.isTaxIncluded ? t('account.taxIncluded') : t('account.tax'), taxAmount, currency) : undefined}${lineOf(context, t('account.total'), total, currency, true)}${receipt.refunds.map(({ amount, createdAt }) => lineOf(context, t('account.refundedOn', { date: formats.date(createdAt) }), -amount, currency))}</ul>
<p class="quiet">${t('account.paidWith', { way: paidBy })}</p><p class="group"><button class="button" type="button" data-wide="" data-print="" hidden>${t('account.print')}</button></p>`;
};

export const receiptPage = (visit: MemberVisit): Promise<BookPage> => {
  const { t } = visit.context;
  const title = t('account.receipt');
  return orRefused(
    async () => {
      const receipt = await visit.callApi('getMemberReceipt', { path: { id: visit.param('id') } });
      return accountPage(visit, { title, content: receiptOf(visit, receipt), back: PATH });
    },
    (refused) => {
      if (refused.status === 404) throw refused;
      return accountPage(visit, { title, content: html``, back: PATH, refused });
    },
  );
};
