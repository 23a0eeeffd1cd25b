import type { Fields } from '../edit/fields.ts';
import { BOOKING } from '../pages/settings/rules/booking-specs.ts';
import type { Part, Spec } from '../pages/settings/shared/specs.ts';
import type { Schedule, ScheduleChange } from '../pages/timetable/queries.ts';

/** The horizon and the waiting list are fields of a schedule itself. */
const ELSEWHERE = ['booking.sessionHorizonDays', 'booking.waitlistEnabled', 'booking.waitlistDefaultCapacity'];

/** The rules of booking that a class that repeats may have of its own, in their parts. */
export const RULE_PARTS: readonly Part[] = BOOKING.map(({ title, specs }) => ({
  title,
  specs: specs.filter(({ path }) => !ELSEWHERE.includes(path)),
})).filter(({ specs }) => specs.length > 0);

const RULE_SPECS: readonly Spec[] = RULE_PARTS.flatMap(({ specs }) => specs);

/** All settings of booking, with the waiting list. */
export const BOOKING_SPECS: readonly Spec[] = BOOKING.flatMap(({ specs }) => specs);

const nameOf = (path: string): string => path.slice(path.indexOf('.') + 1);

/** A rule of its own that says nothing: no limit, or never. */
export const NONE = 'none';

/** Whether a rule may say nothing. A change cannot take such a rule away, since null is one of its values. */
export const maySayNothing = ({ type }: Spec): boolean => type.kind === 'number' && type.empty !== undefined;

const heldOf = (value: unknown): string => {
  if (value === undefined) return '';
  if (value === null) return NONE;
  return typeof value === 'boolean' ? (value ? 'yes' : 'no') : String(value);
};

/** The rules that a schedule sets itself, as a form holds them; '' follows the studio. */
export const rulesOf = (overrides: Schedule['bookingPolicyOverrides']): Fields =>
  Object.fromEntries(
    BOOKING_SPECS.map(({ path }) => [path, heldOf(overrides?.[nameOf(path) as keyof typeof overrides])]),
  );

const sentOf = ({ type }: Spec, typed: string): unknown => {
  const text = typed.trim();
  if (text === '' || text === NONE) return null;
  if (type.kind === 'switch') return text === 'yes';
  return type.kind === 'number' ? Number(text) : text;
};

const hasOwn = (rules: Fields): boolean => RULE_SPECS.some(({ path }) => (rules[path] ?? '') !== '');

/** The rules after a change: all follow the studio, or those that cannot be taken away one by one stay. */
export const settledRules = (before: Fields, draft: Fields): Fields => {
  if (!hasOwn(draft)) return {};
  const kept = RULE_SPECS.filter((spec) => maySayNothing(spec) && (draft[spec.path] ?? '') === '');
  return { ...draft, ...Object.fromEntries(kept.map(({ path }) => [path, before[path] ?? ''])) };
};

/** What of its own rules is changed, as the interface takes it: null follows the studio again. */
export const changedRules = (
  before: Fields,
  draft: Fields,
): { readonly bookingPolicyOverrides?: ScheduleChange['bookingPolicyOverrides'] | null } => {
  const after = settledRules(before, draft);
  if (hasOwn(before) && !hasOwn(after)) return { bookingPolicyOverrides: null };
  const changed = RULE_SPECS.filter(({ path }) => (before[path] ?? '').trim() !== (after[path] ?? '').trim());
  if (changed.length === 0) return {};
  const bookingPolicyOverrides = Object.fromEntries(
    changed.map((spec) => [nameOf(spec.path), sentOf(spec, after[spec.path] ?? '')]),
  );
  return { bookingPolicyOverrides };
};

/** The rules whose number cannot be read, by their paths. */
export const wrongRules = (rules: Fields): readonly string[] =>
  RULE_SPECS.filter(({ path, type }) => {
    const typed = rules[path] ?? '';
    return type.kind === 'number' && typed !== '' && typed !== NONE && !/^\s*\d{1,6}\s*$/.test(typed);
  }).map(({ path }) => path);
