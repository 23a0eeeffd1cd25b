// Days of the week, and lengths of classes, as people write them (moving.md "Days").

import { WEEKDAYS } from '../../../kernel/schemas.ts';

/** The names of the days in a language, Monday first: each is known by its whole name, and by a beginning of two letters or more. */
const LANGUAGES: Readonly<Record<string, readonly string[]>> = {
  en: ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'],
  de: ['montag', 'dienstag', 'mittwoch', 'donnerstag', 'freitag', 'samstag', 'sonntag'],
  es: ['lunes', 'martes', 'miercoles', 'jueves', 'viernes', 'sabado', 'domingo'],
  fr: ['lundi', 'mardi', 'mercredi', 'jeudi', 'vendredi', 'samedi', 'dimanche'],
};

const bare = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/[^\p{L}]/gu, '')
    .toLowerCase();

/** The longest text that can be days, in characters. */
const LONGEST = 120;

/** The number of the only day that a word can be in a language, 0 for Monday; undefined for another word. */
const dayIn = (names: readonly string[], word: string): number | undefined => {
  const found = word.length < 2 ? [] : names.flatMap((name, index) => (name.startsWith(word) ? index : []));
  return found.length === 1 ? found[0] : undefined;
};

/** The days from one to another, also over the end of a week. */
const range = (from: number, to: number): number[] =>
  Array.from({ length: ((to - from + 7) % 7) + 1 }, (_, index) => (from + index) % 7);

const TO = /\s*(?:-|–|—|\s(?:to|through|thru|bis|a|à|au|al)\s)\s*/iu;
const BETWEEN = /\s*[;,/|&+]\s*|\s+(?:and|und|y|e|et)\s+|\s+/iu;

const daysIn = (names: readonly string[], text: string): number[] | undefined => {
  const days: number[] = [];
  for (const part of text.replace(new RegExp(TO, 'giu'), '-').split(BETWEEN)) {
    const ends = part.split('-').map((word) => dayIn(names, bare(word)));
    const [from, to = from] = ends;
    if (from === undefined || to === undefined || ends.length > 2 || ends.includes(undefined)) return undefined;
    days.push(...range(from, to));
  }
  return days;
};

/** `MWF` and `MTWThF` as American timetables write them; a single S could be either day. */
const LETTERS = ['M', 'Tu|T(?!h)', 'W', 'Th|R', 'F', 'Sa', 'Su|U'];
const ONLY_LETTERS = new RegExp(`^(?:${LETTERS.join('|')}){2,}$`);
const LETTER = new RegExp(LETTERS.map((letters) => `(${letters})`).join('|'), 'g');
/** `MoWeFr`: a capital begins each day. */
const PAIRS = /^(?:\p{Lu}\p{Ll}){2,}$/u;

const runTogether = (text: string): number[] | undefined =>
  ONLY_LETTERS.test(text)
    ? Array.from(text.matchAll(LETTER), ([, ...groups]) => groups.findIndex((group) => group !== undefined))
    : undefined;

/**
 * The days of a cell, such as `Mon-Fri`, `Mon & Wed`, `MWF`, `MoWeFr` and `lunes a viernes`, in the order of the week. Words
 * that two languages understand differently, such as `Di`, are read in `language`.
 * @returns undefined for other text.
 */
export const readDays = (text: string, language: string): string[] | undefined => {
  if (text.length > LONGEST) return undefined;
  const spaced = PAIRS.test(text) ? text.replace(/(?=\p{Lu})/gu, ' ').trim() : text;
  const { [language]: own = [], ...others } = LANGUAGES;
  const first = daysIn(own, spaced);
  const readings =
    first === undefined ? Object.values(others).flatMap((names) => [daysIn(names, spaced) ?? []]) : [first];
  const found = readings
    .filter(({ length }) => length > 0)
    .map((days) => WEEKDAYS.filter((_, day) => days.includes(day)));
  const [days, ...different] = new Map(found.map((days) => [days.join(), days])).values();
  if (different.length > 0) return undefined;
  const letters = days === undefined ? runTogether(text) : undefined;
  return days ?? (letters === undefined ? undefined : WEEKDAYS.filter((_, day) => letters.includes(day)));
};

/** A length such as `60 min`, `1:00`, `1 h` and `1h30` in minutes; other text stays. */
export const readMinutes = (text: string): string => {
  const [, minutes] = /^(\d+)\s*(?:m|min|mins|minutes?|minuten|minutos|')\.?$/iu.exec(text) ?? [];
  if (minutes !== undefined) return minutes;
  const [, clockHours, clockMinutes] = /^(\d{1,2}):([0-5]\d)(?::00)?$/u.exec(text) ?? [];
  if (clockHours !== undefined) return String(Number(clockHours) * 60 + Number(clockMinutes));
  const [, hours, rest = '0'] =
    /^(\d+(?:[.,]\d+)?)\s*(?:h|hr|hrs|hours?|std|stunden?|horas?|heures?)\.?\s*(?:([0-5]?\d)\s*(?:m|min|minutes?)?\.?)?$/iu.exec(
      text,
    ) ?? [];
  return hours === undefined ? text : String(Math.round(Number(hours.replace(',', '.')) * 60) + Number(rest));
};
