import type { TextKey } from '../../texts/translate.ts';
import type { Fields } from '../edit/fields.ts';
import { joined } from '../forms/record-fields.ts';
import type { Held, Spec } from '../forms/specs.ts';
import { BOOKING } from '../pages/settings/rules/booking-record.ts';
import type { Schedule, ScheduleChange } from '../pages/timetable/queries.ts';

/** The horizon and the waiting list are fields of a schedule itself. */
const ELSEWHERE = ['booking.sessionHorizonDays', 'booking.waitlistEnabled', 'booking.waitlistDefaultCapacity'];

/** A rule of booking: the setting with its path. */
export interface Rule {
  readonly path: string;
  readonly spec: Spec;
}

interface RulePart {
  readonly title: TextKey;
  readonly rules: readonly Rule[];
}

/** The rules of booking that a class that repeats may have of its own, in their parts. */
export const RULE_PARTS: readonly RulePart[] = BOOKING.map(({ title, fields }) => ({
  title,
  rules: Object.entries(fields.specs).flatMap(([path, spec]) => (ELSEWHERE.includes(path) ? [] : [{ path, spec }])),
})).filter(({ rules }) => rules.length > 0);

const RULES: readonly Rule[] = RULE_PARTS.flatMap(({ rules }) => rules);

/** All settings of booking, with the waiting list. */
export const bookingFields = joined(BOOKING.map(({ fields }) => fields));

const nameOf = (path: string): string => path.slice(path.indexOf('.') + 1);

/** A rule of its own that says nothing: no limit, or never. */
export const NONE = 'none';

/** Whether a rule may say nothing. A change cannot take such a rule away, since null is one of its values. */
export const maySayNothing = ({ spec }: Rule): boolean => spec.kind === 'number' && spec.empty !== undefined;

const heldOf = (value: unknown): string => {
  if (value === undefined) return '';
  if (value === null) return NONE;
  return typeof value === 'boolean' ? (value ? 'yes' : 'no') : String(value);
};

/** The rules that a schedule sets itself, as a form holds them; '' follows the studio. */
export const rulesOf = (overrides: Schedule['bookingPolicyOverrides']): Fields =>
  Object.fromEntries(
    Object.keys(bookingFields.specs).map((path) => [path, heldOf(overrides?.[nameOf(path) as keyof typeof overrides])]),
  );

/** An own rule as a form of the settings holds it. */
export const settingOf = (rule: string): Held => {
  if (rule === NONE) return '';
  return rule === 'yes' ? true : rule === 'no' ? false : rule;
};

const sentOf = ({ spec }: Rule, typed: string): unknown => {
  const text = typed.trim();
  if (text === '' || text === NONE) return null;
  if (spec.kind === 'switch') return text === 'yes';
  return spec.kind === 'number' ? Number(text) : text;
};

const hasOwn = (rules: Fields): boolean => RULES.some(({ path }) => (rules[path] ?? '') !== '');

/** The rules after a change: all follow the studio, or those that cannot be taken away one by one stay. */
export const settledRules = (before: Fields, draft: Fields): Fields => {
  if (!hasOwn(draft)) return {};
  const kept = RULES.filter((rule) => maySayNothing(rule) && (draft[rule.path] ?? '') === '');
  return { ...draft, ...Object.fromEntries(kept.map(({ path }) => [path, before[path] ?? ''])) };
};

/** What of its own rules is changed, as the interface takes it: null follows the studio again. */
export const changedRules = (
  before: Fields,
  draft: Fields,
): { readonly bookingPolicyOverrides?: ScheduleChange['bookingPolicyOverrides'] | null } => {
  const after = settledRules(before, draft);
  if (hasOwn(before) && !hasOwn(after)) return { bookingPolicyOverrides: null };
  const changed = RULES.filter(({ path }) => (before[path] ?? '').trim() !== (after[path] ?? '').trim());
  if (changed.length === 0) return {};
  const bookingPolicyOverrides = Object.fromEntries(
    changed.map((rule) => [nameOf(rule.path), sentOf(rule, after[rule.path] ?? '')]),
  );
  return { bookingPolicyOverrides };
};

/** The rules whose number cannot be read, by their paths. */
export const wrongRules = (rules: Fields): readonly string[] =>
  RULES.filter(({ path, spec }) => {
    const typed = rules[path] ?? '';
    return spec.kind === 'number' && typed !== '' && typed !== NONE && !/^\s*\d{1,6}\s*$/.test(typed);
  }).map(({ path }) => path);
