import { type Html, html } from '../../../kernel/html.ts';
import type { LineRule, MemberSessionResponse } from '../../../resources/sessions/shapes.ts';
import { CLOCK, DONE, LEAVE } from '../icons.ts';
import type { BookContext } from '../layout.ts';
import { nearTime } from './class-time.ts';
import { outcomeLine } from './terms.ts';

/** More people in line are not drawn. */
const MOST_DRAWN = 5;

/** The people who wait as dots, with the place of the member among them. */
export const waitingDots = ({ t }: BookContext, place: number): Html => {
  const before = Array.from({ length: Math.min(MOST_DRAWN, place - 1) }, () => html`<i></i>`);
  return html`<div class="line-up" role="img" aria-label="${t('booking.lineUp', { count: place - 1 })}">${before}<b>${place}</b><span aria-hidden="true">${t('booking.order')}</span></div>`;
};

/** What happens with a place that comes free, by the rule of the list. */
const ruleOutcome = (
  context: BookContext,
  { creditCost }: Pick<MemberSessionResponse, 'creditCost'>,
  rule: LineRule,
): Html => {
  const { t } = context;
  if (rule.mode === 'confirmation_window') {
    const hold = rule.holdMinutes ?? 0;
    return outcomeLine(
      DONE,
      t('booking.held', { hours: Math.floor(hold / 60), minutes: hold % 60 }),
      t('booking.heldText'),
    );
  }
  if (rule.mode === 'manual') return outcomeLine(DONE, t('booking.deskDecides'), t('booking.deskDecidesText'));
  const grace = t('booking.atOnceText', { count: creditCost, minutes: rule.graceMinutes });
  return outcomeLine(DONE, t('booking.atOnce'), grace);
};

/** The same for whoever has not taken the place that was held: there is no other offer, but each free place is anybody's. */
export const lapsedOutcomes = ({ t }: BookContext): readonly Html[] => [
  outcomeLine(DONE, t('booking.anyoneFree'), t('booking.anyoneFreeText')),
  outcomeLine(LEAVE, t('booking.leaveAny'), t('booking.leaveAnyText')),
];

/** What waiting means: who gets a place, until when, and that leaving costs nothing. */
export const waitingOutcomes = (
  context: BookContext,
  session: Pick<MemberSessionResponse, 'creditCost'>,
  rule: LineRule | null,
): readonly Html[] => {
  if (rule === null) return [];
  const { t } = context;
  const isManual = rule.mode === 'manual';
  const leave = outcomeLine(LEAVE, t('booking.leaveAny'), t('booking.leaveAnyText'));
  if (!isManual && rule.until <= context.read.now) {
    return [outcomeLine(DONE, t('booking.firstCome'), t('booking.firstComeText')), leave];
  }
  const until = t('booking.listUntil', { time: nearTime(context, rule.until) });
  return [
    ruleOutcome(context, session, rule),
    ...(isManual ? [] : [outcomeLine(CLOCK, until, t('booking.listUntilText'))]),
    leave,
  ];
};
