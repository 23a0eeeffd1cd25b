import type { Translate } from '../../texts/translate.ts';
import type { Schemas } from '../api/types.ts';
import type { Fields } from '../edit/fields.ts';
import { minorUnitsOf, typedAmount } from '../typed/amounts.ts';
import { rulesOf, wrongRules } from './rules.ts';

type Sent = Pick<
  Schemas['CreateSessionRequest'],
  'dropInPrice' | 'creditCost' | 'isPrivate' | 'waitlistEnabled' | 'waitlistCapacity' | 'isVirtual' | 'virtualUrl'
>;

/** Whose rule says whether there is a waiting list. `asIs`: nobody has touched it. */
type WaitlistRule = 'asIs' | 'rules' | 'on' | 'off';

/** On which terms a class is booked, as a form holds them. */
export interface ClassTerms {
  /** Of one visit; empty where it is not sold singly. */
  readonly price: string;
  readonly currency: string;
  readonly credits: string;
  readonly isPrivate: boolean;
  readonly waitlist: WaitlistRule;
  /** Empty: as the rules say; undefined: nobody has touched it. */
  readonly waitlistCapacity: string | undefined;
  readonly isOnline: boolean;
  readonly link: string;
  /** The own rules of booking of a class that repeats; '' follows the studio. */
  readonly rules: Fields;
}

/** The terms of a new class. */
export const newTerms = ({ currency, isDigital }: { currency: string; isDigital: boolean }): ClassTerms => ({
  price: '',
  currency,
  credits: '1',
  isPrivate: false,
  waitlist: 'rules',
  waitlistCapacity: '',
  isOnline: isDigital,
  link: '',
  rules: {},
});

const sharedTerms = (
  { dropInPrice, creditCost, isPrivate, isVirtual, virtualUrl }: Schemas['Session'] | Schemas['Schedule'],
  currency: string,
) => ({
  price: dropInPrice === null ? '' : typedAmount(dropInPrice.amount, dropInPrice.currency),
  currency: dropInPrice?.currency ?? currency,
  credits: String(creditCost),
  isPrivate,
  isOnline: isVirtual,
  link: virtualUrl ?? '',
});

/** The terms of a class that repeats. */
export const termsOfSchedule = (schedule: Schemas['Schedule'], currency: string): ClassTerms => ({
  ...sharedTerms(schedule, currency),
  waitlist: schedule.waitlistEnabled === null ? 'rules' : schedule.waitlistEnabled ? 'on' : 'off',
  waitlistCapacity: schedule.waitlistCapacity === null ? '' : String(schedule.waitlistCapacity),
  rules: rulesOf(schedule.bookingPolicyOverrides),
});

/** The terms of one class. Its waiting list is read with the rules in it, so the form leaves it until it is touched. */
export const termsOfSession = (session: Schemas['Session'], currency: string): ClassTerms => ({
  ...sharedTerms(session, currency),
  waitlist: 'asIs',
  waitlistCapacity: undefined,
  rules: {},
});

const ENABLED = { rules: null, on: true, off: false } as const;

const sentTerms = (terms: ClassTerms): Sent => {
  const { price, currency, credits, isPrivate, waitlist, waitlistCapacity: most, isOnline, link } = terms;
  const amount = price.trim() === '' ? undefined : minorUnitsOf(price, currency);
  return {
    dropInPrice: amount === undefined ? null : { amount, currency },
    creditCost: Number(credits),
    isPrivate,
    ...(waitlist === 'asIs' ? {} : { waitlistEnabled: ENABLED[waitlist] }),
    ...(most === undefined ? {} : { waitlistCapacity: most.trim() === '' ? null : Number(most) }),
    isVirtual: isOnline,
    virtualUrl: isOnline ? link.trim() || null : null,
  };
};

/** What of the terms is changed, without the rules, as the interface takes it. */
export const changedTerms = (before: ClassTerms, after: ClassTerms): Sent => {
  const [old, now] = [sentTerms(before), sentTerms(after)];
  const fields = Object.entries(now).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(old[name as keyof Sent]),
  );
  return Object.fromEntries(fields);
};

/** The terms of a new class without the rules, as the interface takes them: nothing is sent where nothing is said. */
export const sentNewTerms = (terms: ClassTerms): Sent =>
  Object.fromEntries(Object.entries(sentTerms(terms)).filter(([, value]) => value !== null));

/** What is wrong with the terms, in words, by their field or by the path of a rule. */
export type TermsProblems = Readonly<Partial<Record<string, string>>>;

const isUpTo = (text: string, most: number): boolean => /^\s*\d{1,5}\s*$/.test(text) && Number(text) <= most;
const isAddress = (text: string): boolean => /^https?:\/\/\S+$/.test(text.trim());

/** What cannot be taken of the terms. */
export const termsProblems = (terms: ClassTerms, t: Translate): TermsProblems => {
  const { price, currency, credits, waitlistCapacity: most = '', isOnline, link, rules } = terms;
  return {
    ...(price.trim() !== '' && minorUnitsOf(price, currency) === undefined
      ? { price: t('classTerms.wrongPrice') }
      : {}),
    ...(isUpTo(credits, 1_000) ? {} : { credits: t('classTerms.wrongCredits') }),
    ...(most.trim() === '' || isUpTo(most, 10_000) ? {} : { waitlistCapacity: t('classTerms.wrongNumber') }),
    ...(!isOnline || link.trim() === '' || isAddress(link) ? {} : { link: t('classTerms.wrongLink') }),
    ...Object.fromEntries(wrongRules(rules).map((path) => [path, t('classTerms.wrongNumber')])),
  };
};
