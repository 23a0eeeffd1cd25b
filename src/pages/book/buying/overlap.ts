import { activePackages } from '../../../resources/packages/queries.ts';
import { type Html, html } from '../html.ts';
import type { MemberVisit } from '../visit.ts';
import type { Order, Way } from './order.ts';

/** That a pass without a number of credits, such as an intro, runs on beside a membership that is bought now. */
export const overlapNote = ({ member }: MemberVisit, { context }: Order, way: Way): Html | undefined => {
  const { t, formats, read } = context;
  if (!way.renews || way.plan === undefined || way.plan.activationType !== 'on_purchase') return undefined;
  const running = activePackages(read, member.clientId).find(
    ({ creditsTotal, autoRenews, expiresAt }) =>
      creditsTotal === null && autoRenews === 0 && expiresAt !== null && expiresAt > read.now,
  );
  if (running === undefined || running.expiresAt === null) return undefined;
  const date = formats.date(running.expiresAt);
  return html`<p class="note">${t('buying.overlaps', { pass: running.name, date, plan: way.name })}</p>`;
};
