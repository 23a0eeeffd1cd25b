import type { TextKey } from '../../../texts/translate.ts';
import type { Schemas } from '../../api/types.ts';
import { joined } from '../../forms/record-fields.ts';
import type { Held, Spec } from '../../forms/specs.ts';
import { BOOKING } from '../settings/booking-record.ts';

type Overrides = Schemas['Schedule']['bookingPolicyOverrides'];
type Changed = Exclude<Schemas['UpdateScheduleRequest']['bookingPolicyOverrides'], undefined>;
type RuleName = `bookingPolicyOverrides.${keyof NonNullable<Overrides>}`;

/** The rules that a class that repeats has of its own, as its form holds them; '' follows the studio. */
export type OwnRules = { readonly [Name in RuleName]: string };

/** The waiting list is a field of a class itself. */
const ELSEWHERE = ['booking.waitlistEnabled', 'booking.waitlistDefaultCapacity'];
/** Set for the whole studio alone. */
const HORIZON = 'booking.sessionHorizonDays';

/** A rule of booking: the setting with its path, and the field of a class. */
export interface Rule {
  readonly path: string;
  readonly name: RuleName;
  readonly spec: Spec;
}

/** The field of a class for a rule, such as `booking.bookingWindowDays`. */
const nameOf = (path: string): RuleName => path.replace('booking.', 'bookingPolicyOverrides.') as RuleName;

interface RulePart {
  readonly title: TextKey;
  readonly rules: readonly Rule[];
}

const rulesIn = (specs: Readonly<Record<string, Spec>>): readonly Rule[] =>
  Object.entries(specs).flatMap(([path, spec]) => (path === HORIZON ? [] : [{ path, name: nameOf(path), spec }]));

/** The rules of booking that a class that repeats may have of its own, in their parts. */
export const RULE_PARTS: readonly RulePart[] = BOOKING.map(({ title, fields }) => ({
  title,
  rules: rulesIn(fields.specs).filter(({ path }) => !ELSEWHERE.includes(path)),
})).filter(({ rules }) => rules.length > 0);

/** All settings of booking, with the waiting list. */
export const bookingFields = joined(BOOKING.map(({ fields }) => fields));

const ALL = rulesIn(bookingFields.specs);
const RULES = RULE_PARTS.flatMap(({ rules }) => rules);

/** The fields of all rules, with those of the waiting list. */
export const ALL_RULE_NAMES = ALL.map(({ name }) => name);

/** The fields of the rules that a form shows. */
export const RULE_NAMES = RULES.map(({ name }) => name);

/** A rule of its own that says nothing: no limit, or never. */
export const NONE = 'none';

/** Whether a rule may say nothing. A change cannot take such a rule away, since null is one of its values. */
export const maySayNothing = ({ spec }: Rule): boolean => spec.kind === 'number' && spec.empty !== undefined;

/** What a rule that says nothing means. */
export const meaningOfNone = (name: string): TextKey | undefined => ALL.find((rule) => rule.name === name)?.spec.empty;

const inOverrides = ({ name }: Rule): string => name.slice(name.indexOf('.') + 1);

const heldOf = (value: unknown): string => {
  if (value === undefined) return '';
  if (value === null) return NONE;
  return typeof value === 'boolean' ? (value ? 'on' : 'off') : String(value);
};

const readIn = (rule: Rule, overrides: Overrides): string =>
  heldOf((overrides as Readonly<Record<string, unknown>> | null)?.[inOverrides(rule)]);

/** The rules that a class sets itself. */
export const rulesOf = (overrides: Overrides): OwnRules =>
  Object.fromEntries(ALL.map((rule) => [rule.name, readIn(rule, overrides)])) as OwnRules;

const NO_RULES = rulesOf(null);

/** A rule of its own as a form of the settings holds it; undefined where it follows the studio. */
export const settingIn = (rules: Partial<OwnRules>, path: string): Held | undefined => {
  const own = rules[nameOf(path)] ?? '';
  if (own === '') return undefined;
  if (own === NONE) return '';
  return own === 'on' ? true : own === 'off' ? false : own;
};

const sentOf = ({ spec }: Rule, held: string): unknown => {
  const text = held.trim();
  if (text === '' || text === NONE) return null;
  if (spec.kind === 'switch') return text === 'on';
  return spec.kind === 'number' ? Number(text) : text;
};

/** Whether a class has a rule of its own. */
export const hasOwn = (rules: OwnRules): boolean => ALL.some(({ name }) => rules[name] !== '');

/** The rules after a change: all follow the studio, or those that cannot be taken away one by one stay. */
export const settledRules = (before: OwnRules, draft: OwnRules): OwnRules => {
  if (!hasOwn(draft)) return NO_RULES;
  const kept = RULES.filter((rule) => maySayNothing(rule) && draft[rule.name] === '');
  return { ...draft, ...Object.fromEntries(kept.map(({ name }) => [name, before[name]])) };
};

/** What of its own rules is changed, as the interface takes it: null follows the studio again. */
const changedRules = (before: OwnRules, draft: OwnRules): { readonly bookingPolicyOverrides?: Changed } => {
  const after = settledRules(before, draft);
  if (hasOwn(before) && !hasOwn(after)) return { bookingPolicyOverrides: null };
  const changed = ALL.filter(({ name }) => before[name].trim() !== after[name].trim());
  if (changed.length === 0) return {};
  return {
    bookingPolicyOverrides: Object.fromEntries(
      changed.map((rule) => [inOverrides(rule), sentOf(rule, after[rule.name])]),
    ),
  };
};

const isWrong = (held: string): boolean => held !== '' && held !== NONE && !/^\s*\d{1,6}\s*$/.test(held);

const answersOf = (spec: Spec) =>
  spec.kind === 'choice'
    ? spec.answers
    : ([
        { id: 'on', label: 'settings.on' },
        { id: 'off', label: 'settings.off' },
      ] as const);

interface Row {
  readonly bookingPolicyOverrides: Overrides;
}

const fieldOf = (rule: Rule, isFirst: boolean) => {
  const { name, spec } = rule;
  const shared = {
    label: spec.label,
    empty: 'classTerms.asStudio',
    read: ({ bookingPolicyOverrides }: Row) => readIn(rule, bookingPolicyOverrides),
    writes: ['bookingPolicyOverrides'],
    // They are sent together.
    send: isFirst
      ? (draft: OwnRules, before: Row | undefined) =>
          changedRules(rulesOf(before?.bookingPolicyOverrides ?? null), draft)
      : null,
  } as const;
  if (spec.kind !== 'number')
    return {
      ...shared,
      kind: 'choice',
      look: 'select',
      none: 'classTerms.asStudio',
      answers: answersOf(spec),
    } as const;
  return {
    ...shared,
    kind: 'number',
    isAsTyped: true,
    ...(spec.unit === undefined ? {} : { unit: spec.unit }),
    problem: (draft: OwnRules) => (isWrong(draft[name]) ? 'classTerms.wrongNumber' : undefined),
  } as const;
};

/** The fields of the rules that a class that repeats has of its own. */
export const ruleFields = Object.fromEntries(ALL.map((rule, index) => [rule.name, fieldOf(rule, index === 0)])) as {
  readonly [Name in RuleName]: ReturnType<typeof fieldOf>;
};
