import { type Html, html } from '../../../kernel/html.ts';
import type { MemberPackageResponse } from '../../../resources/packages/shapes.ts';
import type { BookContext } from '../layout.ts';
import { passFormats } from '../passes/pass-of.ts';
import type { MemberVisit } from '../visit.ts';
import { dots } from './dots.ts';

/** The usable passes, in the order in which they are used. */
export const ownPasses = async ({ callApi }: MemberVisit): Promise<readonly MemberPackageResponse[]> =>
  (await callApi('getMemberProfile')).activePackages;

const amount = ({ t }: BookContext, pass: MemberPackageResponse): Html => {
  const { usageLimit, creditsRemaining: left } = pass;
  if (left !== null) return html`${left} <small>${t('booking.left')}</small>`;
  if (usageLimit !== null) {
    const count = Math.max(0, usageLimit.count - usageLimit.used);
    return html`${count} <small>${t('booking.leftIn', { period: usageLimit.period })}</small>`;
  }
  return html`<small>${t('book.anyClass')}</small>`;
};

const until = (context: BookContext, pass: MemberPackageResponse): string => {
  const { t } = context;
  const { expiresAt, autoRenews, nextRenewalAt, end } = pass;
  const formats = passFormats(context, pass);
  if (end !== null && end.endsAt !== null) return t('booking.until', { date: formats.date(end.endsAt) });
  if (autoRenews && nextRenewalAt !== null) return t('booking.renewsOn', { date: formats.date(nextRenewalAt) });
  return expiresAt === null ? t('book.forever') : t('booking.until', { date: formats.date(expiresAt) });
};

export const passCard = (context: BookContext, pass: MemberPackageResponse, level: 'h2' | 'h3'): Html => {
  const { creditsRemaining: left, creditsHeld } = pass;
  const held =
    left === null || creditsHeld === 0
      ? undefined
      : html`<p>${context.t('booking.heldByOffer', { count: creditsHeld })}</p>`;
  const shared = pass.isShareable ? html`<p>${context.t('buying.shared')}</p>` : undefined;
  const row = left === null ? undefined : dots(context, { left, total: pass.creditsTotal ?? 0 });
  const name =
    level === 'h2' ? html`<h2>${pass.name}</h2>` : html`<h3><a href="/book/me/passes/${pass.id}">${pass.name}</a></h3>`;
  return html`<article class="pass"><span class="art" aria-hidden="true">${context.signs.drawing(pass)}</span>${name}<span class="big">${amount(context, pass)}</span>${row}${held}${shared}<p>${until(context, pass)}</p></article>`;
};
