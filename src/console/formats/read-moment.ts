import { isDate } from '../base/time/local-time.ts';
import { readDate } from './read-date.ts';
import { isTime, readTime } from './read-time.ts';

/** A date and a time of day in a form: YYYY-MM-DDTHH:mm. */
export const isMoment = (text: string): boolean =>
  isDate(text.slice(0, 10)) && text[10] === 'T' && isTime(text.slice(11));

/**
 * A date with a time of day as people write them; undefined where one of them is missing or can be meant in two ways.
 * @param typed `12/1/2026 9:30 am`, `Dec 1, 18h30`, `2026-12-01T09:30`
 */
export const readMoment = (typed: string, locale: string, today: string): string | undefined => {
  const text = typed.trim();
  // The time is the longest end that is one: of `Dec 1 9:30 pm` neither `pm` nor `30 pm`.
  for (let at = 1; at < text.length; at += 1) {
    // A number alone may be the year.
    if (!/[\s,T]/.test(text[at - 1] ?? '') || !/^\d{1,2}(?:[:.h]|\s?(?:[ap]\.?\s?m|uhr))/i.test(text.slice(at)))
      continue;
    const [date, time] = [readDate(text.slice(0, at).replace(/[\s,T]+$/, ''), locale, today), readTime(text.slice(at))];
    if (typeof date === 'string' && time !== undefined) return `${date}T${time.time}`;
  }
  return undefined;
};
