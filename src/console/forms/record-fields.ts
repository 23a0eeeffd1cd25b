import { plainAmount } from '../../kernel/currencies.ts';
import type { TextKey } from '../../texts/translate.ts';
import { minorUnitsOf } from '../formats/amounts.ts';
import { instantOf, momentText } from '../formats/moment-text.ts';
import type { Draft, DraftOf, Held, Spec, Specs, Studio, Table } from './specs.ts';

const WHOLE = /^\s*\d{1,7}\s*$/;
const DECIMAL = /^\s*-?\d{1,9}(?:[.,]\d{1,6})?\s*$/;

/** The whole number of a text; null for nothing, and for what cannot be read. */
export const wholeOf = (text: string): number | null => (WHOLE.test(text) ? Number(text) : null);

/** The number of a text, with a point or a comma; null for nothing, and for what cannot be read. */
export const decimalOf = (text: string): number | null =>
  DECIMAL.test(text) ? Number(text.trim().replace(',', '.')) : null;

/** The number of a text, as its field takes it. */
const numberOf = ({ isDecimal }: { readonly isDecimal?: true }, text: string): number | null =>
  isDecimal ? decimalOf(text) : wholeOf(text);

/** The words of a text with commas between. */
const wordsOf = (text: string): string[] =>
  [...new Set(text.split(',').map((word) => word.trim()))].filter((word) => word !== '');

export const textIn = (draft: Draft, name: string): string => {
  const held = draft[name];
  return typeof held === 'string' ? held : '';
};

export const listIn = (draft: Draft, name: string): readonly string[] => {
  const held = draft[name];
  return Array.isArray(held) ? (held as readonly unknown[]).filter((each) => typeof each === 'string') : [];
};

type Map = Readonly<Record<string, unknown>>;

/** The value at a path, such as `address.city`. */
const valueAt = (row: object, path: string): unknown =>
  path
    .split('.')
    .reduce<unknown>(
      (value, name) => (typeof value === 'object' && value !== null ? (value as Map)[name] : undefined),
      row,
    );

/** A group of fields with a value at a path in it. */
const withValue = (group: Map | undefined, path: string, value: unknown): Map => {
  const dot = path.indexOf('.');
  if (dot < 0) return { ...group, [path]: value };
  const name = path.slice(0, dot);
  return { ...group, [name]: withValue(group?.[name] as Map | undefined, path.slice(dot + 1), value) };
};

/** A body with the values of its paths. */
const bodyFrom = (values: Map): Map =>
  Object.entries(values).reduce<Map>((body, [path, value]) => withValue(body, path, value), {});

/** A value of the interface as a form holds it. An amount has its currency in the fields before it. */
const heldOf = (spec: Spec, value: unknown, currency: string, { timezone }: Studio): Held => {
  switch (spec.kind) {
    case 'switch':
      return value === true;
    case 'ids':
    case 'sites':
      return Array.isArray(value) ? value.map(String).toSorted() : [];
    case 'parts':
      return Array.isArray(value) ? value : [];
    case 'words':
      return Array.isArray(value) ? value.join(', ') : '';
    case 'moment':
      return momentText(typeof value === 'string' ? value : null, timezone);
    case 'money':
      return typeof value === 'number' ? plainAmount(value, currency) : '';
    case 'number':
      return value === null || value === undefined || value === spec.none ? '' : String(value);
    default:
      return typeof value === 'string' ? value : '';
  }
};

const isOfSites = (spec: Spec): boolean => spec.kind === 'sites' || (spec.kind === 'ids' && spec.ofSites === true);

/** What a form holds of a field, as the interface takes it. */
const sentOf = (spec: Spec, name: string, draft: Draft, { timezone, ownSites = [] }: Studio): unknown => {
  const text = textIn(draft, name);
  switch (spec.kind) {
    case 'switch':
      return draft[name] === true;
    case 'ids':
    case 'sites': {
      const ids = listIn(draft, name);
      return ids.length === 0 && isOfSites(spec) ? ownSites : ids;
    }
    case 'parts':
      return draft[name];
    case 'words':
      return wordsOf(text);
    case 'moment':
      return instantOf(text, timezone);
    case 'money':
      return minorUnitsOf(text, textIn(draft, spec.currency)) ?? (spec.isAsTyped ? text : null);
    case 'number':
      if (spec.isAsTyped && text.trim() !== '') return numberOf(spec, text) ?? text.trim();
      return numberOf(spec, text) ?? spec.none ?? null;
    case 'text':
      if (spec.isWhole) return text;
      return spec.missing === undefined && !spec.mayBeEmpty ? text.trim() || null : text.trim();
    case 'choice':
    case 'date':
    case 'pick':
      return text || null;
    default:
      return text;
  }
};

const isGroup = (value: unknown): value is Map => typeof value === 'object' && value !== null && !Array.isArray(value);

/** What fields send together: several may send a part of the same group. */
const withParts = (all: Map, part: Map): Map => ({
  ...all,
  ...Object.fromEntries(
    Object.entries(part).map(([name, value]) => {
      const before = all[name];
      return [name, isGroup(before) && isGroup(value) ? { ...before, ...value } : value];
    }),
  ),
});

/** Whether nothing is typed and nothing chosen. */
const isEmpty = (held: Held | undefined): boolean =>
  typeof held === 'string' ? held.trim() === '' : Array.isArray(held) && held.length === 0;

const isUsed = ({ when }: Spec, draft: Draft): boolean => when?.(draft) ?? true;

const problemOf = (spec: Spec, name: string, draft: Draft): TextKey | undefined => {
  const text = textIn(draft, name);
  if ('missing' in spec && text.trim() === '') return spec.missing;
  if ((spec.kind === 'money' || spec.kind === 'number') && spec.isAsTyped) return undefined;
  if (spec.kind === 'money' && minorUnitsOf(text, textIn(draft, spec.currency)) === undefined)
    return spec.mayBeEmpty && text.trim() === '' ? undefined : 'plans.priceWrong';
  if (spec.kind !== 'number' || text.trim() === '') return undefined;
  const number = numberOf(spec, text);
  return number === null || number < (spec.least ?? 0) ? (spec.wrong ?? 'plans.numberWrong') : undefined;
};

/** A field that the record does not have itself: it says what it writes. */
const isOwn = ({ writes, send }: Spec): boolean => writes !== undefined && send !== undefined;

/** Whether the record has a field by this name, also where it is read and sent in another way. */
export const isInRecord = (name: string, spec: Spec): boolean =>
  !isOwn(spec) || spec.writes?.some((each) => name === each || name.startsWith(`${each}.`)) === true;

/** Whether people read its values where they are not in a form: ids say nothing to them. */
const isRead = (name: string, spec: Spec): boolean =>
  isInRecord(name, spec) && spec.kind !== 'ids' && spec.kind !== 'sites';

/** Whether a new record is sent without a field. */
const isLeftOut = (spec: Spec | undefined, name: string, draft: Draft): boolean =>
  spec?.isLeftOut === true && (isEmpty(draft[name]) || !isUsed(spec, draft));

/** Declared fields, and what follows from them. */
export interface FieldTable<Row, Body, D> {
  readonly specs: Specs;
  /** The names of the fields that the record has, for the audit log and the columns of files. */
  readonly names: Readonly<Record<string, TextKey>>;
  /** A record as its form holds it. */
  valuesOf(row: Row, studio: Studio): D;
  /** The form of a new record. */
  startOf(studio: Studio): D;
  /** What the form says of the record, as the interface takes it. */
  bodyOf(draft: D, studio: Studio): Body;
  /** What of the record to change, after some fields of its form. */
  patchOf(draft: D, changed: readonly string[], studio: Studio, before?: Row): Partial<Body>;
  /** What is wrong with the fields before anything is sent, in their order. */
  problemsOf(draft: D): Partial<Record<string, TextKey>>;
}

/** The declared fields of a record. */
export interface RecordFields<Row, Body, D> extends FieldTable<Row, Body, D> {
  /** The same with some of its fields, such as for a dialog that asks for the first ones. */
  pick<Name extends keyof D & string>(...names: readonly Name[]): RecordFields<Row, Pick<Body, Name & keyof Body>, D>;
}

const fieldsFrom = (specs: Specs): RecordFields<object, object, Draft> => {
  const all = Object.entries(specs);
  const sentIn = (draft: Draft, studio: Studio, before?: object, of = all): Map => {
    const parts = of.map(([name, spec]) => {
      if (spec.send !== undefined) return spec.send?.(draft, before, studio);
      const isUnused = spec.otherwise !== undefined && !isUsed(spec, draft);
      return { [name]: isUnused ? spec.otherwise : sentOf(spec, name, draft, studio) };
    });
    return parts.reduce<Map>((all, part) => withParts(all, part ?? {}), {});
  };
  return {
    specs,
    names: Object.fromEntries(all.flatMap(([name, spec]) => (isRead(name, spec) ? [[name, spec.label]] : []))),
    valuesOf: (row, studio) => {
      const valueIn = (name: string, spec: Spec): unknown =>
        spec.read === undefined ? valueAt(row, name) : spec.read(row, studio);
      const currencyOf = (spec: Spec): string => {
        const of = spec.kind === 'money' ? specs[spec.currency] : undefined;
        return spec.kind === 'money' && of !== undefined ? String(valueIn(spec.currency, of)) : '';
      };
      return Object.fromEntries(
        all.map(([name, spec]) => [name, heldOf(spec, valueIn(name, spec), currencyOf(spec), studio)]),
      );
    },
    startOf: (studio) =>
      Object.fromEntries(
        all.map(([name, spec]) => {
          const { start } = spec;
          if (start === undefined)
            return [name, heldOf(spec, isOfSites(spec) ? studio.ownSites : undefined, '', studio)];
          return [name, typeof start === 'function' ? start(studio) : start];
        }),
      ),
    bodyOf: (draft, studio) =>
      bodyFrom(
        Object.fromEntries(
          Object.entries(sentIn(draft, studio)).filter(([name]) => !isLeftOut(specs[name], name, draft)),
        ),
      ),
    patchOf: (draft, changed, studio, before) => {
      const names = changed.flatMap((name): readonly string[] => specs[name]?.writes ?? [name]);
      const always = all.filter(([, { isAlways }]) => isAlways);
      return bodyFrom({
        ...Object.fromEntries(Object.entries(sentIn(draft, studio, before)).filter(([name]) => names.includes(name))),
        ...sentIn(draft, studio, before, always),
      });
    },
    // What is not shown cannot be put right.
    problemsOf: (draft) =>
      Object.fromEntries(
        all.flatMap(([name, spec]): (readonly [string, TextKey])[] => {
          if (!isUsed(spec, draft)) return [];
          const problem = spec.problem?.(draft) ?? problemOf(spec, name, draft);
          if (problem !== undefined) return [[name, problem]];
          const parts = spec.problems?.(draft) ?? [];
          return parts.flatMap((each, index) => (each === undefined ? [] : [[`${name}.${index}`, each] as const]));
        }),
      ),
    pick: (...names: readonly string[]) => fieldsFrom(Object.fromEntries(all.filter(([name]) => names.includes(name)))),
  };
};

/** The fields of several tables of a record, in their order. */
export const joined = <Row, Body, D>(tables: readonly FieldTable<Row, Body, D>[]): RecordFields<Row, Body, D> =>
  fieldsFrom(Object.assign({}, ...tables.map(({ specs }) => specs))) as unknown as RecordFields<Row, Body, D>;

/**
 * Declares the fields of a record, each once, in the order of its form. What each holds is checked against the types of the
 * interface: a name that the record or its body does not have is a field of `Own`, which says how it is read and sent.
 */
export const fieldsOf =
  <Row, Body, Own = unknown>() =>
  (table: Table<Row, Body, Own>): RecordFields<Row, Body, DraftOf<Row, Body, Own>> =>
    fieldsFrom(table as unknown as Specs) as unknown as RecordFields<Row, Body, DraftOf<Row, Body, Own>>;
