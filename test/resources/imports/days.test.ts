import { expect, test } from 'bun:test';
import { readDays, readMinutes } from '../../../src/resources/imports/cells/days.ts';
import { listedIn } from '../../../src/resources/imports/cells/readers.ts';

test.each([
  ['Mon', 'MO'],
  ['Monday', 'MO'],
  ['MO', 'MO'],
  ['Mon-Fri', 'MO TU WE TH FR'],
  ['Mon – Wed', 'MO TU WE'],
  ['Monday to Wednesday', 'MO TU WE'],
  ['Sat-Mon', 'MO SA SU'],
  ['Mon & Wed', 'MO WE'],
  ['Mon, Wed and Fri', 'MO WE FR'],
  ['Mon/Wed', 'MO WE'],
  ['Tues. + Thurs.', 'TU TH'],
  ['MWF', 'MO WE FR'],
  ['TTh', 'TU TH'],
  ['MTWThF', 'MO TU WE TH FR'],
  ['MTWRF', 'MO TU WE TH FR'],
  ['MoWeFr', 'MO WE FR'],
  ['Montag bis Freitag', 'MO TU WE TH FR'],
  ['Mo, Mi', 'MO WE'],
  ['lunes a viernes', 'MO TU WE TH FR'],
  ['lunes y miércoles', 'MO WE'],
  ['lundi, mercredi et dimanche', 'MO WE SU'],
])('%s is %s to a studio that speaks English', (text, days) => {
  expect(readDays(text, 'en')?.join(' ')).toBe(days);
});

test('a word that languages understand differently is a day in the language of the studio', () => {
  expect(['de', 'fr', 'en'].map((language) => readDays('Di', language)?.join())).toEqual(['TU', 'SU', undefined]);
  expect(['de', 'es', 'en'].map((language) => readDays('Do', language)?.join())).toEqual(['TH', 'SU', undefined]);
});

test.each(['M', 'MSF', 'Someday', 'Mon-', 'Mon-Tue-Wed', '', 'T', 'S-S', 'Monday x'])('%p is no days', (text) => {
  expect(readDays(text, 'en')).toBeUndefined();
});

test('lengths in minutes and hours; other text stays', () => {
  const given = [
    '60',
    '60 min',
    "45'",
    '90 Minuten',
    '1:00',
    '01:15:00',
    '1 h',
    '1h30',
    '1.5 hours',
    '1,5 Std.',
    '1:75',
  ];
  expect(given.map(readMinutes)).toEqual(['60', '60', '45', '90', '60', '75', '60', '90', '90', '90', '1:75']);
});

test('lists are separated by commas, semicolons and bars; quotes keep a value whole', () => {
  expect(listedIn('vip, morning;late | x')).toEqual(['vip', 'morning', 'late', 'x']);
  expect(listedIn('"Yoga, hot";a "b" c, "say ""hi"""')).toEqual(['Yoga, hot', 'a "b" c', 'say "hi"']);
  expect(listedIn(' ,; |')).toEqual([]);
  expect(listedIn('"open, b')).toEqual(['"open', 'b']);
});
