const OF_AGE = 18;

/** Whether someone who was born on a date is of age on another one, both as YYYY-MM-DD. */
export const isOfAge = (born: string, today: string): boolean =>
  `${Number(born.slice(0, 4)) + OF_AGE}`.padStart(4, '0') + born.slice(4) <= today;
