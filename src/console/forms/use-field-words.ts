import { useText } from '../base/texts.tsx';
import { isDate } from '../base/time/local-time.ts';
import { instantOf } from '../formats/moment-text.ts';
import { lengthText } from '../formats/read-length.ts';
import { isTime } from '../formats/read-time.ts';
import { isUnread, typedOf } from '../formats/unread.ts';
import { useFormats } from '../formats/use-formats.ts';
import { useMe } from '../session/session.ts';
import type { Choice } from '../ui/choices/select.tsx';
import type { FieldWords } from './edit/conflict-view.tsx';
import { decimalOf, wholeOf } from './record-fields.ts';
import type { Held, Specs } from './specs.ts';

/** What a page reads for fields that take records, by field. */
export type Choices = Readonly<Record<string, readonly Choice[]>>;

/** What a page says of values that it draws itself; undefined where it says nothing else. */
export type OwnWords =
  | Readonly<Record<string, (held: Held) => string | undefined>>
  | ((name: string, held: Held) => string | undefined);

/** The names of declared fields, and what a form holds of them, in words. @param zone by whose clock its moments are; by default the studio's */
export const useFieldWords = (
  specs: Specs,
  choices: Choices = {},
  shown: OwnWords = {},
  zone?: string,
): FieldWords<Held> => {
  const t = useText();
  const { sites, studio } = useMe();
  const timezone = zone ?? studio.timezone;
  const { locale, dayTime, wallTime, list, number } = useFormats(timezone);
  const { date } = useFormats('UTC');
  const oneOf = (spec: Specs[string] | undefined, name: string, held: string): string | undefined => {
    if (spec?.kind === 'choice') {
      const label = spec.answers.find(({ id }) => id === held)?.label ?? (held === '' ? spec.none : undefined);
      return label && t(label);
    }
    if (spec?.kind !== 'pick') return undefined;
    if (held === '') return spec.none && t(spec.none);
    return choices[name]?.find(({ id }) => id === held)?.name ?? (spec.other && t(spec.other));
  };
  const named = (ids: readonly string[], of: readonly Choice[], other: string): string =>
    list(ids.map((id) => of.find((each) => each.id === id)?.name ?? other));
  return {
    // The server names a part of a list by its place, such as `rooms[0].name`.
    nameOf: (name) => {
      const spec = specs[name.replace(/\[\d+\].*$/, '')];
      return spec === undefined ? name : (spec.ownName ?? t(spec.label));
    },
    shownOf: (name, held) => {
      const spec = specs[name];
      const own = typeof shown === 'function' ? shown(name, held) : shown[name]?.(held);
      if (own !== undefined) return own;
      if (typeof held === 'boolean') return t(held ? 'client.yes' : 'client.no');
      if (typeof held !== 'string') {
        if (spec?.kind === 'ids')
          return held.length === 0
            ? t(spec.none)
            : named(held.map(String), choices[name] ?? [], spec.other === undefined ? '?' : t(spec.other));
        if (spec?.kind !== 'sites') return held.length === 0 ? t('client.nothing') : String(held.length);
        return held.length === 0 ? t('plans.allSites') : named(held.map(String), sites, t('plans.otherSite'));
      }
      const one = oneOf(spec, name, held);
      if (one !== undefined) return one;
      if (held === '') return t(spec?.empty ?? 'client.nothing');
      if (isUnread(held)) return typedOf(held);
      if (spec?.kind === 'number' && spec.unit !== undefined && wholeOf(held) !== null)
        return lengthText(locale, Number(held), spec.unit);
      if (spec?.kind === 'time' && isTime(held)) return wallTime(held);
      const count = spec?.kind === 'number' ? decimalOf(held) : null;
      if (count !== null) return number(count);
      if (spec?.kind === 'date' && isDate(held)) return date(`${held}T00:00:00Z`);
      const instant = spec?.kind === 'moment' ? instantOf(held, timezone) : null;
      return instant === null ? held : dayTime(instant);
    },
  };
};
