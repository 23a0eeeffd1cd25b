import type { PublicSessionResponse } from '../../../resources/studio/shapes.ts';

/** The parts of a day, by the local time at which a class starts. */
export const DAY_PARTS = [
  { part: 'morning', key: 'book.morning', until: '12:00' },
  { part: 'afternoon', key: 'book.afternoon', until: '17:00' },
  { part: 'evening', key: 'book.evening', until: '24:00' },
] as const;

export const partOfDay = ({ localStartTime }: Pick<PublicSessionResponse, 'localStartTime'>): string | undefined =>
  DAY_PARTS.find(({ until }) => localStartTime < until)?.part;
