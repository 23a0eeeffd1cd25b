import type { TextKey } from '../../../../texts/translate.ts';
import { nowMs } from '../../../clock.ts';
import type { Fields } from '../../../edit/fields.ts';
import type { Me } from '../../../session.ts';
import { minorUnitsOf, typedAmount } from '../../../typed/amounts.ts';
import type { Unit } from '../../../typed/read-length.ts';
import type { Choice } from '../../../ui/select.tsx';
import type { Settings, SettingsBody } from './queries.ts';

/** An answer to a question, in words. */
interface Answer {
  readonly id: string;
  readonly label: TextKey;
  readonly hint?: TextKey;
}

/** What a setting takes. */
type Kind =
  | { readonly kind: 'switch' }
  /** Whether one of several values is among those of the setting. */
  | { readonly kind: 'among'; readonly one: string; readonly others: readonly string[] }
  /** With `empty`, nothing may be typed; it says what that means. */
  | { readonly kind: 'number'; readonly unit?: Unit; readonly empty?: TextKey }
  | { readonly kind: 'percent' }
  | { readonly kind: 'money' }
  | { readonly kind: 'text' | 'email' }
  /** A text to which members agree; each change makes a new version of it. */
  | { readonly kind: 'agreement' }
  /** Origins of websites, one in a line. */
  | { readonly kind: 'websites' }
  | { readonly kind: 'choice'; readonly answers: readonly Answer[] }
  /** Choices that the page makes, such as currencies. */
  | { readonly kind: 'list'; readonly choices: readonly Choice[] };

/** One setting as a page shows it. */
export interface Spec {
  /** Where it is in the settings: `booking.lateCancelWindowMinutes`. */
  readonly path: string;
  readonly name: TextKey;
  /** What it does. */
  readonly hint: TextKey;
  readonly type: Kind;
  /** Its value where nobody has set one, as a form holds it. */
  readonly usual?: string;
  /** Whether it matters, with what the form has. */
  readonly when?: (draft: Fields) => boolean;
  /** Sites have no value of their own. */
  readonly isOfBrand?: boolean;
  /** Who may change it besides `settings:write`. */
  readonly permission?: Me['permissions'][number];
}

/** Settings that belong together. */
export interface Part {
  readonly title: TextKey;
  readonly specs: readonly Spec[];
}

export const isMap = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The value of a setting. */
export const valueAt = (settings: Settings, path: string): unknown =>
  path.split('.').reduce<unknown>((value, name) => (isMap(value) ? value[name] : undefined), settings);

const heldOf = (type: Kind, value: unknown, currency: string): string => {
  const { kind } = type;
  if (kind === 'among') return Array.isArray(value) && value.includes(type.one) ? 'yes' : 'no';
  if (value === null || value === undefined) return '';
  if (kind === 'switch') return value === true ? 'yes' : 'no';
  if (kind === 'money') return typedAmount(Number(value), currency);
  if (kind === 'agreement') return isMap(value) ? String(value.text) : '';
  if (kind === 'websites') return Array.isArray(value) ? value.join('\n') : '';
  return Array.isArray(value) ? value.join(',') : String(value);
};

/** Settings as a form holds them. */
export const fieldsOf = (specs: readonly Spec[], settings: Settings): Fields =>
  Object.fromEntries(
    specs.map(({ path, type }) => [path, heldOf(type, valueAt(settings, path), settings.payment.currency)]),
  );

/** The name of the next version of a text: the day, and a number for further versions of that day. */
const versionAfter = (before: unknown): string => {
  const today = new Date(nowMs()).toISOString().slice(0, 10);
  const last = isMap(before) ? String(before.version) : '';
  if (!last.startsWith(today)) return today;
  const count = Number(/^-(\d+)$/.exec(last.slice(today.length))?.[1] ?? 1);
  return `${today}-${count + 1}`;
};

/** The origin of a website as people write its address: without https, or with a page of it. */
const originOf = (address: string): string => {
  try {
    return new URL(/^\w+:\/\//.test(address) ? address : `https://${address}`).origin;
  } catch {
    return address;
  }
};

/** The values of a setting with one of them, or without it; those that others have are kept. */
const withOne = ({ one, others }: Extract<Kind, { kind: 'among' }>, before: readonly unknown[], isIn: boolean) => {
  const kept = before.filter((each) => each !== one);
  if (isIn) return [one, ...kept];
  return kept.length === 0 ? others : kept;
};

/** What is sent for a field. What cannot be read is sent as it was typed, so that the server says what it wants. */
const sentOf = (type: Kind, typed: string, currency: string, before: unknown): unknown => {
  const { kind } = type;
  const text = typed.trim();
  if (kind === 'among') return withOne(type, Array.isArray(before) ? before : [], text === 'yes');
  if (kind === 'switch') return text === 'yes';
  if (kind === 'money') return minorUnitsOf(text, currency) ?? text;
  if (kind === 'websites')
    return [
      ...new Set(
        text
          .split(/[\s,]+/)
          .filter(Boolean)
          .map(originOf),
      ),
    ];
  if (text === '') return null;
  if (kind === 'agreement') return { version: versionAfter(before), text };
  if (kind === 'number') return /^\d+$/.test(text) ? Number(text) : text;
  if (kind === 'percent') return /^\d+([.,]\d+)?$/.test(text) ? Number(text.replace(',', '.')) : text;
  return text;
};

/** The body of a change, of the fields that have changed. */
export const bodyOf = (specs: readonly Spec[], changed: Fields, before: Settings): SettingsBody => {
  const { currency } = before.payment;
  const body: Record<string, unknown> = {};
  for (const { path, type } of specs) {
    const typed = changed[path];
    if (typed === undefined) continue;
    const names = path.split('.');
    const last = names.pop() ?? '';
    let at = body;
    for (const name of names) {
      const inner: Record<string, unknown> = isMap(at[name]) ? { ...at[name] } : {};
      at[name] = inner;
      at = inner;
    }
    at[last] = sentOf(type, typed, currency, valueAt(before, path));
  }
  return body as SettingsBody;
};
