import type { TextKey } from '../../../texts/translate.ts';
import type { Schemas } from '../../api/types.ts';
import { isMoment } from '../../formats/read-moment.ts';
import { fieldsOf, wholeOf } from '../../forms/record-fields.ts';
import type { DraftOf } from '../../forms/specs.ts';

type DiscountCode = Schemas['DiscountCode'];
type NewCode = Schemas['CreateDiscountCodeRequest'];

const USES = ['plans', 'visits', 'all'] as const;

/** What a code is for. */
export const USE_WORDS: Readonly<Record<DiscountCode['appliesTo'], TextKey>> = {
  plans: 'plans.title',
  visits: 'codes.useVisits',
  all: 'codes.useAll',
};

/** What the form has in another way than the code. */
interface Own {
  readonly kind: 'percent' | 'amount';
}
export type CodeDraft = DraftOf<DiscountCode, NewCode, Own>;

const CODE = /^[A-Z0-9-]{3,32}$/;
/** A code takes off either an amount or a percentage, so that all are sent where one changes. */
const OFF = ['percentOff', 'amountOff', 'currency'] as const;
const isAmount = ({ kind }: CodeDraft): boolean => kind === 'amount';

/** Whether a moment is at the other one or before it. Both are by the same clock. */
const isAtOrBefore = (moment: string, other: string): boolean => isMoment(moment) && isMoment(other) && moment <= other;

export const codeFields = fieldsOf<DiscountCode, NewCode, Own>()({
  code: {
    kind: 'text',
    isCode: true,
    label: 'codes.code',
    hint: 'codes.codeHint',
    missing: 'codes.codeWrong',
    send: ({ code }) => ({ code: code.trim().toUpperCase() }),
    problem: ({ code }) => (CODE.test(code.trim().toUpperCase()) ? undefined : 'codes.codeWrong'),
  },
  name: { kind: 'text', label: 'codes.name', hint: 'codes.nameHint', missing: 'codes.nameMissing' },
  kind: {
    kind: 'choice',
    look: 'radio',
    label: 'codes.kind',
    answers: [
      { id: 'percent', label: 'codes.kindPercent' },
      { id: 'amount', label: 'codes.kindAmount' },
    ],
    start: 'percent',
    read: ({ percentOff }) => (percentOff === null ? 'amount' : 'percent'),
    writes: OFF,
    send: null,
  },
  amountOff: {
    kind: 'money',
    currency: 'currency',
    label: 'codes.amountWord',
    labelIn: 'codes.amount',
    hint: 'codes.amountHint',
    row: 'amount',
    when: isAmount,
    otherwise: null,
    writes: OFF,
    problem: ({ amountOff }) => (Number(amountOff) === 0 ? 'plans.priceWrong' : undefined),
  },
  currency: {
    kind: 'currency',
    label: 'plans.currency',
    start: (studio) => studio.currency,
    row: 'amount',
    when: isAmount,
    otherwise: null,
    read: ({ currency }, studio) => currency ?? studio.currency,
    writes: OFF,
  },
  percentOff: {
    kind: 'number',
    label: 'codes.percent',
    hint: 'codes.percentHint',
    when: (draft) => !isAmount(draft),
    otherwise: null,
    writes: OFF,
    problem: ({ percentOff }) => {
      const percent = wholeOf(percentOff);
      return percent === null || percent < 1 || percent > 100 ? 'codes.percentWrong' : undefined;
    },
  },
  appliesTo: {
    kind: 'choice',
    look: 'radio',
    label: 'codes.use',
    answers: USES.map((id) => ({ id, label: USE_WORDS[id] })),
    start: 'plans',
    writes: ['appliesTo', 'planIds'],
  },
  // What was chosen stays in the form while it is for visits alone.
  planIds: {
    kind: 'ids',
    label: 'plans.title',
    hint: 'codes.plansHint',
    none: 'codes.allPlans',
    other: 'codes.otherPlan',
    when: ({ appliesTo }) => appliesTo !== 'visits',
    otherwise: [],
  },
  eligibleSiteIds: { kind: 'sites', label: 'plans.sites', hint: 'plans.sitesHint' },
  startsAt: { kind: 'moment', label: 'codes.startsAt', hint: 'codes.startsAtHint', row: 'times' },
  endsAt: {
    kind: 'moment',
    label: 'codes.endsAt',
    hint: 'codes.endsAtHint',
    row: 'times',
    problem: ({ startsAt, endsAt }) => (isAtOrBefore(endsAt, startsAt) ? 'codes.endsWrong' : undefined),
  },
  maxRedemptions: { kind: 'number', least: 1, label: 'codes.most', hint: 'plans.creditsHint', row: 'limits' },
  maxPerClient: {
    kind: 'number',
    least: 1,
    label: 'codes.perClient',
    hint: 'plans.creditsHint',
    start: '1',
    row: 'limits',
  },
  newClientsOnly: { kind: 'switch', label: 'codes.newOnly', hint: 'codes.newOnlyHint' },
});
