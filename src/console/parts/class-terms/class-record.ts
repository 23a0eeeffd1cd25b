import type { Schemas } from '../../api/types.ts';
import { minorUnitsOf } from '../../formats/amounts.ts';
import { wholeOf } from '../../forms/record-fields.ts';
import type { DraftOf, Table } from '../../forms/specs.ts';

type Name =
  | ('dropInPrice' | 'creditCost' | 'isPrivate' | 'waitlistCapacity' | 'isVirtual' | 'virtualUrl')
  | ('category' | 'level' | 'description' | 'bring' | 'arriveMinutes' | 'sign');
type Class = Pick<Schemas['Session'], Name> & Pick<Schemas['Schedule'], 'waitlistEnabled'>;
type ClassBody = Pick<Schemas['CreateSessionRequest'], Name | 'waitlistEnabled'>;

/** A waiting list that no one has touched: what is read of one class has the rules in it already. */
export const AS_IS = 'asIs';

/** The longest waiting list that a class may have: as good as none where its rules have a limit. */
export const LONGEST_WAITLIST = 10_000;

/** What a form has in another way than the class. */
export interface OwnTerms {
  /** Of one visit; empty where it is not sold singly. */
  readonly dropInPrice: string;
  readonly currency: string;
  /** Whose rule says whether there is a waiting list. */
  readonly waitlistEnabled: typeof AS_IS | 'rules' | 'on' | 'off';
  /** Empty: as the rules say. */
  readonly waitlistCapacity: string;
}
export type ClassDraft = DraftOf<Class, ClassBody, OwnTerms>;

/** Whether there is a waiting list. */
export const WAITLIST_RULES = [
  { id: 'rules', label: 'classTerms.asStudio' },
  { id: 'on', label: 'classTerms.waitlistOn' },
  { id: 'off', label: 'classTerms.waitlistOff' },
] as const;

/** The drawings that stand for a class without a picture. */
export const SIGNS = [
  { id: 'flow', label: 'classPage.signFlow' },
  { id: 'rest', label: 'classPage.signRest' },
  { id: 'ride', label: 'classPage.signRide' },
  { id: 'strength', label: 'classPage.signStrength' },
  { id: 'reformer', label: 'classPage.signReformer' },
  { id: 'ropes', label: 'classPage.signRopes' },
  { id: 'stretch', label: 'classPage.signStretch' },
  { id: 'breath', label: 'classPage.signBreath' },
] as const;

const ENABLED = { rules: null, on: true, off: false } as const;

const isUpTo = (text: string, most: number): boolean => /^\s*\d{1,5}\s*$/.test(text) && Number(text) <= most;
const isAddress = (text: string): boolean => /^https?:\/\/\S+$/.test(text.trim());

/** The first number of what was typed. */
const minutesOf = (text: string): number | null => {
  const [typed] = /\d{1,4}/.exec(text) ?? [];
  return typed === undefined ? null : Number(typed);
};

const hasPrice = ({ dropInPrice }: ClassDraft): boolean => dropInPrice.trim() !== '';

/** On which terms a class is booked and what members read about it, whether it repeats or takes place once. */
export const classFields: Table<Class, ClassBody, OwnTerms> = {
  isVirtual: {
    kind: 'switch',
    look: 'check',
    label: 'classTerms.online',
    writes: ['isVirtual', 'virtualUrl'],
  },
  virtualUrl: {
    kind: 'text',
    input: 'url',
    label: 'classTerms.link',
    hint: 'classTerms.linkHint',
    when: ({ isVirtual }) => isVirtual,
    otherwise: null,
    isLeftOut: true,
    problem: ({ virtualUrl: link }) => (link.trim() === '' || isAddress(link) ? undefined : 'classTerms.wrongLink'),
  },
  dropInPrice: {
    kind: 'money',
    currency: 'currency',
    mayBeEmpty: true,
    label: 'classTerms.priceWord',
    labelIn: 'classTerms.price',
    hint: 'classTerms.priceHint',
    row: 'price',
    isLeftOut: true,
    read: ({ dropInPrice }) => dropInPrice?.amount,
    writes: ['dropInPrice'],
    send: ({ dropInPrice, currency }) => {
      const amount = minorUnitsOf(dropInPrice, currency);
      return { dropInPrice: amount === undefined ? null : { amount, currency } };
    },
    problem: (draft) =>
      hasPrice(draft) && minorUnitsOf(draft.dropInPrice, draft.currency) === undefined
        ? 'classTerms.wrongPrice'
        : undefined,
  },
  // That of its site, where it has no price yet.
  currency: {
    kind: 'currency',
    label: 'plans.currency',
    start: ({ currency }) => currency,
    read: ({ dropInPrice }, { currency }) => dropInPrice?.currency ?? currency,
    writes: ['dropInPrice'],
    send: null,
  },
  creditCost: {
    kind: 'number',
    label: 'classTerms.credits',
    hint: 'classTerms.creditsHint',
    start: '1',
    row: 'price',
    problem: ({ creditCost }) => (isUpTo(creditCost, 1_000) ? undefined : 'classTerms.wrongCredits'),
  },
  isPrivate: { kind: 'switch', label: 'classTerms.private', hint: 'classTerms.privateHint' },
  waitlistEnabled: {
    kind: 'choice',
    look: 'select',
    label: 'classTerms.waitlist',
    row: 'waitlist',
    answers: WAITLIST_RULES,
    start: 'rules',
    read: ({ waitlistEnabled: isOn }) => (isOn === null ? 'rules' : isOn ? 'on' : 'off'),
    writes: ['waitlistEnabled'],
    send: ({ waitlistEnabled: rule }, before) =>
      rule === AS_IS || (rule === 'rules' && before === undefined) ? {} : { waitlistEnabled: ENABLED[rule] },
  },
  waitlistCapacity: {
    kind: 'number',
    isAsTyped: true,
    label: 'classTerms.waitlistMost',
    row: 'waitlist',
    empty: 'classTerms.asStudio',
    isLeftOut: true,
    send: ({ waitlistCapacity: most }) => (most === AS_IS ? {} : { waitlistCapacity: wholeOf(most) }),
    problem: ({ waitlistCapacity: most }) =>
      most === AS_IS || most.trim() === '' || isUpTo(most, LONGEST_WAITLIST) ? undefined : 'classTerms.wrongNumber',
  },
  description: {
    kind: 'text',
    isLong: true,
    rows: 5,
    label: 'classPage.description',
    hint: 'classPage.descriptionHint',
    isLeftOut: true,
  },
  category: {
    kind: 'text',
    label: 'classPage.category',
    hint: 'classPage.categoryHint',
    row: 'kind',
    isLeftOut: true,
  },
  level: { kind: 'text', label: 'classPage.level', hint: 'classPage.levelHint', row: 'kind', isLeftOut: true },
  bring: { kind: 'words', label: 'classPage.bring', hint: 'classPage.bringHint', isLeftOut: true },
  // Also *10 minutes*.
  arriveMinutes: {
    kind: 'number',
    isAsTyped: true,
    label: 'classPage.arrive',
    hint: 'classPage.arriveHint',
    isLeftOut: true,
    send: ({ arriveMinutes }) => ({ arriveMinutes: minutesOf(arriveMinutes) }),
  },
  sign: {
    kind: 'choice',
    look: 'radio',
    label: 'classPage.sign',
    none: 'classPage.signAuto',
    answers: SIGNS,
    isLeftOut: true,
  },
};

/** Whether it is held online, and the link to it. */
export const LINK = ['isVirtual', 'virtualUrl'] as const;

/** On which terms it is booked. */
export const TERMS = ['dropInPrice', 'creditCost', 'isPrivate', 'waitlistEnabled', 'waitlistCapacity'] as const;

/** What members read about it. */
export const DETAILS = ['description', 'category', 'level', 'bring', 'arriveMinutes', 'sign'] as const;
