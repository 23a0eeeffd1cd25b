// A receipt as a page to print: it loads nothing and runs nothing.

import { HtmlPage } from '../../../http/operations/files.ts';
import { addressLines } from '../../../kernel/address-lines.ts';
import { type Html, html, styleElement } from '../../../kernel/html.ts';
import { localAt } from '../../../kernel/local-time.ts';
import { amountText, zoneFormats } from '../../../kernel/locale-formats.ts';
import { fillNames } from '../../../texts/isolated.ts';
import { mailLanguageOf, mailLocaleOf, mailTranslator } from '../../../texts/mail.ts';
import { pageTexts } from '../../../texts/pages.ts';
import { lineText } from './purpose-lines.ts';
import type { ReceiptResponse } from './shapes.ts';

const STYLE = `:root{color-scheme:light}body{margin:0 auto;max-width:38rem;padding:2rem 1.25rem;background:#fff;color:#1c1c1a;
font:1rem/1.5 system-ui,sans-serif}header{display:flex;justify-content:space-between;gap:1rem;flex-wrap:wrap}h1{font-size:1.75rem;margin:0 0 .25rem}
p{margin:0}.studio{font-weight:620}table{width:100%;border-collapse:collapse;margin:1.5rem 0}th,td{text-align:left;padding:.5rem 0;border-bottom:1px solid #ddd9d2;vertical-align:top}
th{font-weight:560}td:last-child,th:last-child,.n{text-align:right;font-variant-numeric:tabular-nums;white-space:nowrap}tfoot td,tfoot th{border:0;padding:.25rem 0}
tfoot .total>*{font-size:1.25rem;font-weight:680;border-top:2px solid #1c1c1a;padding-top:.5rem}@page{margin:18mm}@media print{body{padding:0}}`;

const POLICY = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'";

/** The receipt in the language of a locale, at the time of its site. */
export const receiptPage = (receipt: ReceiptResponse, locale: string): HtmlPage => {
  const language = mailLanguageOf(locale);
  const words = pageTexts(language, 'informal').receipts;
  const { site, studio, currency, refunds } = receipt;
  const shownLocale = mailLocaleOf(locale);
  const day = zoneFormats(shownLocale, site.timezone, localAt).at({ dateStyle: 'long' });
  const money = (amount: number): string => amountText(shownLocale, amount, currency);
  const sum = (label: string, amount: number, kind?: Html): Html =>
    html`<tr${kind}><th scope="row" colspan="2">${label}</th><td>${money(amount)}</td></tr>`;
  const discount = receipt.discountAmount !== 0 && sum(words.discount, -receipt.discountAmount);
  const tax = receipt.taxAmount !== 0 && sum(receipt.isTaxIncluded ? words.taxIncluded : words.tax, receipt.taxAmount);
  const method = receipt.card === null ? words[receipt.paymentMethod] : `${words.card} ${receipt.card.last4}`;
  const lines = receipt.lineItems.map(
    ({ description, quantity, unitAmount }) =>
      html`<tr><td>${lineText(description, mailTranslator(shownLocale, 'informal'))}</td><td class="n">${quantity}</td><td>${money(quantity * unitAmount)}</td></tr>`,
  );
  const title = [words.receipt, receipt.number, studio.name].filter(Boolean).join(' · ');
  const page = html`<!doctype html><html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="robots" content="noindex"><title>${title}</title>${styleElement(STYLE)}</head><body><main>
<header><div><h1>${words.receipt}</h1>${receipt.number !== null && html`<p>${fillNames(words.number, { number: receipt.number })}</p>`}<p>${fillNames(words.paid, { day: day(receipt.paidAt) })}</p>${receipt.client !== null && html`<p>${fillNames(words.for, receipt.client)}</p>`}</div>
<div><p class="studio">${studio.name}</p>${[site.name, ...addressLines(site.address)].map((line) => html`<p>${line}</p>`)}</div></header>
<table><thead><tr><th scope="col">${words.item}</th><th scope="col" class="n">${words.quantity}</th><th scope="col">${words.amount}</th></tr></thead>
<tbody>${lines}</tbody><tfoot>${discount}${tax}${sum(words.total, receipt.total, html` class="total"`)}
<tr><th scope="row" colspan="2">${words.paidBy}</th><td>${method}</td></tr>${refunds.map(({ amount, createdAt }) => sum(fillNames(words.refunded, { day: day(createdAt) }), -amount))}</tfoot></table>
</main></body></html>`;
  return new HtmlPage(page.text, POLICY);
};
