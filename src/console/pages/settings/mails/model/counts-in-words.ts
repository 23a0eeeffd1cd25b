import { numberFormat } from '../../../../../kernel/locale-formats.ts';
import type { CountForm, Segment } from './model.ts';

type Count = Extract<Segment, { kind: 'count' }>;

const formOf = ({ forms }: Count, number: number, language: string): CountForm | undefined => {
  const category = new Intl.PluralRules(language).select(number);
  const of = (key: string) => forms.find((form) => form.key === key);
  return of(`=${number}`) ?? of(category) ?? of('other');
};

/** What a count says for a number: "4 credits". */
export const countSaid = (
  count: Count,
  number: number,
  language: string,
  labelOf: (segment: Exclude<Segment, string>) => string,
): string =>
  (formOf(count, number, language)?.said ?? [])
    .map((segment) => {
      if (typeof segment === 'string') return segment;
      return segment.kind === 'number' ? numberFormat(language).format(number) : labelOf(segment);
    })
    .join('')
    .trim();

/** The smallest number for which a form is; undefined for the form of all others. */
export const numberOf = (key: string, language: string): number | undefined => {
  if (key === 'other') return undefined;
  if (key.startsWith('=')) return Number(key.slice(1));
  const rules = new Intl.PluralRules(language);
  for (const number of [1, 2, 3, 5, 6, 10, 11, 20, 21, 100, 1_000_000, 0])
    if (rules.select(number) === key) return number;
  return undefined;
};
