import type { Schemas } from '../api/types.ts';

/** What members read about a class, as a form holds it. */
export interface ClassDetails {
  readonly category: string;
  readonly level: string;
  readonly description: string;
  /** With commas between. */
  readonly bring: string;
  readonly arriveMinutes: string;
  /** Empty: by the category and the name. */
  readonly sign: string;
}

/** The drawings that stand for a class without a picture. */
export const SIGNS = ['flow', 'rest', 'ride', 'strength', 'reformer', 'ropes', 'stretch', 'breath'] as const;

export const NO_DETAILS: ClassDetails = {
  category: '',
  level: '',
  description: '',
  bring: '',
  arriveMinutes: '',
  sign: '',
};

type Sent = Pick<
  Schemas['UpdateSessionRequest'],
  'category' | 'level' | 'description' | 'bring' | 'arriveMinutes' | 'sign'
>;

/** The details of a session or a schedule. */
export const detailsOf = ({
  category,
  level,
  description,
  bring,
  arriveMinutes,
  sign,
}: Schemas['Session'] | Schemas['Schedule']): ClassDetails => ({
  category: category ?? '',
  level: level ?? '',
  description: description ?? '',
  bring: bring.join(', '),
  arriveMinutes: arriveMinutes === null ? '' : String(arriveMinutes),
  sign: sign ?? '',
});

/** The first number of what was typed. */
const minutesOf = (text: string): number | null => {
  const [typed] = /\d{1,4}/.exec(text) ?? [];
  return typed === undefined ? null : Number(typed);
};

/** The details as the interface takes them. */
const sentDetails = ({ category, level, description, bring, arriveMinutes, sign }: ClassDetails): Required<Sent> => ({
  category: category.trim() || null,
  level: level.trim() || null,
  description: description.trim() || null,
  bring: [...new Set(bring.split(',').map((word) => word.trim()))].filter(Boolean),
  arriveMinutes: minutesOf(arriveMinutes),
  sign: SIGNS.find((each) => each === sign) ?? null,
});

/** What of the details has changed, as the interface takes it. */
export const changedDetails = (before: ClassDetails, after: ClassDetails): Sent => {
  const [old, now] = [sentDetails(before), sentDetails(after)];
  return Object.fromEntries(
    Object.entries(now).filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(old[name as keyof Sent])),
  );
};
