import type { TextKey, Translate } from '../../../../../texts/translate.ts';
import type { Kind } from '../../../../parts/settings/mails/kinds.ts';
import type { Case } from '../model/model.ts';

/** How the values of texts are called. Others have the name that the texts have. */
const VALUES = {
  firstName: 'mailBlocks.valueFirstName',
  studio: 'mailBlocks.valueStudio',
  what: 'mailBlocks.valueClass',
  reason: 'mailBlocks.valueReason',
  day: 'mailBlocks.valueDay',
  weekday: 'mailBlocks.valueWeekday',
  time: 'mailBlocks.valueTime',
  site: 'mailBlocks.valueSite',
  instructor: 'mailBlocks.valueInstructor',
  package: 'mailBlocks.valuePackage',
  used: 'mailBlocks.valueUsed',
  left: 'mailBlocks.valueLeft',
  deadline: 'mailBlocks.valueDeadline',
  fee: 'mailBlocks.valueFee',
  chargedOn: 'mailBlocks.valueChargedOn',
  place: 'mailBlocks.valuePlace',
  until: 'mailBlocks.valueUntil',
  before: 'mailBlocks.valueBefore',
  previousSite: 'mailBlocks.valuePreviousSite',
  previous: 'mailBlocks.valuePrevious',
  amount: 'mailBlocks.valueAmount',
  number: 'mailBlocks.valueNumber',
  card: 'mailBlocks.valueCard',
  month: 'mailBlocks.valueMonth',
  renewals: 'mailBlocks.valueRenewals',
  end: 'mailBlocks.valueEnd',
  minutes: 'mailBlocks.valueMinutes',
  host: 'mailBlocks.valueHost',
  account: 'mailBlocks.valueAccount',
  mandate: 'mailBlocks.valueMandate',
  household: 'mailBlocks.valueHousehold',
  by: 'mailBlocks.valueBy',
} as const satisfies Readonly<Record<string, TextKey>>;

/** What `what` is in emails that are not about a class. */
const WHAT = {
  award_earned: 'mailBlocks.valueAward',
  challenge_starting: 'mailBlocks.valueChallenge',
  receipt: 'mailBlocks.valuePurchase',
  payment_failed: 'mailBlocks.valuePurchase',
  debit_announced: 'mailBlocks.valuePurchase',
} as const satisfies Readonly<Partial<Record<Kind, TextKey>>>;

const CASES = {
  'paid.credits': 'mailBlocks.casePaidCredits',
  'paid.package': 'mailBlocks.casePaidPackage',
  'paid.other': 'mailBlocks.casePaidOther',
  'cancelling.credit': 'mailBlocks.caseCancellingCredit',
  'cancelling.fee': 'mailBlocks.caseCancellingFee',
  'cancelling.both': 'mailBlocks.caseCancellingBoth',
  'cancelling.late': 'mailBlocks.caseCancellingLate',
  'cancelling.other': 'mailBlocks.caseCancellingOther',
  'lateCost.desk': 'mailBlocks.caseLateDesk',
  'lateCost.credit': 'mailBlocks.caseLateCredit',
  'lateCost.fee': 'mailBlocks.caseLateFee',
  'lateCost.both': 'mailBlocks.caseLateBoth',
  'lateCost.other': 'mailBlocks.caseLateOther',
  'near.today': 'mailBlocks.caseNearToday',
  'near.tomorrow': 'mailBlocks.caseNearTomorrow',
  'near.other': 'mailBlocks.caseNearOther',
  'was.waiting': 'mailBlocks.caseWasWaiting',
  'was.other': 'mailBlocks.caseWasOther',
  'credit.restored': 'mailBlocks.caseCreditRestored',
  'credit.forfeited': 'mailBlocks.caseCreditForfeited',
  'credit.waiting': 'mailBlocks.caseWasWaiting',
  'credit.other': 'mailBlocks.caseCreditOther',
  'charge.later': 'mailBlocks.caseChargeLater',
  'charge.due': 'mailBlocks.caseChargeDue',
  'charge.other': 'mailBlocks.caseChargeOther',
  'why.said': 'mailBlocks.caseWhySaid',
  'why.other': 'mailBlocks.caseWhyOther',
  'reason.no_show': 'mailBlocks.caseReasonNoShow',
  'reason.other': 'mailBlocks.caseReasonOther',
  'begun.no': 'mailBlocks.caseBegunNo',
  'begun.other': 'mailBlocks.caseBegunOther',
  'credits.counted': 'mailBlocks.caseCreditsCounted',
  'credits.other': 'mailBlocks.caseCreditsOther',
  'by.card': 'mailBlocks.caseByCard',
  'by.other': 'mailBlocks.caseByOther',
  'change.site': 'mailBlocks.caseChangeSite',
  'change.booking': 'mailBlocks.caseChangeBooking',
  'change.other': 'mailBlocks.caseChangeOther',
  'change.length': 'mailBlocks.caseChangeLength',
  'renews.yes': 'mailBlocks.caseRenews',
  'renews.other': 'mailBlocks.caseRenewsOther',
  'state.booked': 'mailBlocks.caseStateBooked',
  'state.other': 'mailBlocks.caseStateOther',
  'taught.named': 'mailBlocks.caseTaughtNamed',
  'taught.other': 'mailBlocks.caseTaughtOther',
  'cost.host': 'mailBlocks.caseCostHost',
  'cost.free': 'mailBlocks.caseCostFree',
  'cost.other': 'mailBlocks.caseCostOther',
  'waiver.needed': 'mailBlocks.caseWaiverNeeded',
  'waiver.other': 'mailBlocks.caseWaiverOther',
  'hasMandate.yes': 'mailBlocks.caseMandateYes',
  'hasMandate.other': 'mailBlocks.caseMandateOther',
  'from.person': 'mailBlocks.caseFromPerson',
  'from.other': 'mailBlocks.caseFromOther',
} as const satisfies Readonly<Record<string, TextKey>>;

const isValue = (name: string): name is keyof typeof VALUES => Object.hasOwn(VALUES, name);
const isOther = (kind: string): kind is keyof typeof WHAT => Object.hasOwn(WHAT, kind);

/** Whether a case of a value has words. */
export const isCaseInWords = (id: string): id is keyof typeof CASES => Object.hasOwn(CASES, id);

/** How a value is called in the emails of a kind. */
export const valueWords = (t: Translate, kind: Kind, name: string): string => {
  if (name === 'what' && isOther(kind)) return t(WHAT[kind]);
  return isValue(name) ? t(VALUES[name]) : name;
};

/** Whether a value has a name in words. */
export const isValueInWords = isValue;

/** A case in words: "too late to cancel for free, a fee applies". */
export const caseWords = (t: Translate, when: Case): string =>
  Object.entries(when)
    .map(([name, key]) => {
      const id = `${name}.${key}`;
      if (isCaseInWords(id)) return t(CASES[id]);
      return key === 'other' ? t('mailBlocks.otherwise') : key;
    })
    .join(', ');
