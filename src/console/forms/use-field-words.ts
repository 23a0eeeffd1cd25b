import type { FieldWords } from '../edit/conflict-view.tsx';
import { useFormats } from '../formats.ts';
import { instantOf } from '../moments.ts';
import { useMe } from '../session.ts';
import { useText } from '../texts.tsx';
import type { Choice } from '../ui/select.tsx';
import type { Held, Specs } from './specs.ts';

/** What a page reads for fields that take records, by field. */
export type Choices = Readonly<Record<string, readonly Choice[]>>;

/** The names of declared fields, and what a form holds of them, in words. */
export const useFieldWords = (specs: Specs, choices: Choices = {}): FieldWords<Held> => {
  const t = useText();
  const { sites, studio } = useMe();
  const { dayTime, list } = useFormats();
  const named = (ids: readonly string[], of: readonly Choice[], other: string): string =>
    list(ids.map((id) => of.find((each) => each.id === id)?.name ?? other));
  return {
    nameOf: (name) => {
      const label = specs[name]?.label;
      return label === undefined ? name : t(label);
    },
    shownOf: (name, held) => {
      const spec = specs[name];
      if (typeof held === 'boolean') return t(held ? 'client.yes' : 'client.no');
      if (typeof held !== 'string') {
        if (spec?.kind === 'ids')
          return held.length === 0 ? t(spec.none) : named(held, choices[name] ?? [], t(spec.other));
        return held.length === 0 ? t('plans.allSites') : named(held, sites, t('plans.otherSite'));
      }
      const answer = spec?.kind === 'choice' ? spec.answers.find(({ id }) => id === held) : undefined;
      if (answer !== undefined) return t(answer.label);
      const instant = spec?.kind === 'moment' ? instantOf(held, studio.timezone) : null;
      if (instant !== null) return dayTime(instant);
      return held === '' ? t('client.nothing') : held;
    },
  };
};
