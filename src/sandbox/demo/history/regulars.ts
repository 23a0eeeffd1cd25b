import { mailbox } from '../clients.ts';
import { FRI, MON, SAT, SUN, THU, TUE, WED } from './classes.ts';
import { historyId } from './ids.ts';
import { HABITS, type Habit, PAST_CLIENTS } from './people.ts';

const NAMES = [
  'Amara Diallo',
  'Benedikt Kraus',
  'Camille Laurent',
  'Diego Herrera',
  'Emi Sato',
  'Farah Karimi',
  'Gabriel Santos',
  'Helena Duarte',
  'Isaac Stone',
  'Jana Vesela',
  'Kemal Aydin',
  'Lila Bennett',
  'Maya Shapiro',
  'Niko Virtanen',
  'Orla Byrne',
  'Pedro Alves',
  'Quentin Blanc',
  'Rosa Jimenez',
  'Stefan Ilic',
  'Tara Singh',
  'Umar Faruqi',
  'Vera Sokolova',
  'Willa Monroe',
  'Ximena Vargas',
  'Yara Nassar',
  'Zach Turner',
  'Adele Fontaine',
  'Bruno Ferri',
  'Celia Ramos',
  'Dominic Hayes',
  'Esther Mwangi',
  'Felipe Rojas',
  'Greta Lindholm',
  'Henrik Dahl',
  'Imani Okoye',
  'Joel Kaplan',
  'Katya Orlova',
  'Leo Marchetti',
  'Mina Park',
  'Nadia Rahman',
  'Oscar Nilsson',
  'Rafael Lima',
  'Simone Baptiste',
  'Thea Jorgensen',
  'Ursula Hahn',
  'Vikram Joshi',
  'Yusuf Demir',
  'Zara Hussain',
  'Alma Ortega',
  'Boris Zeman',
  'Cora Whitfield',
  'Dev Kapoor',
  'Elias Berg',
  'Fiona Gallagher',
  'Gwen Parry',
  'Hugo Lefevre',
  'Iris Vandermeer',
  'Jasper Cole',
  'Keiko Arai',
  'Lars Holm',
] as const;

/** No last four digits are those of someone else. */
const phoneOf = (index: number): string => (index < 25 ? `+1 917 555 01${index + 26}` : `+1 646 555 01${index + 38}`);

/** Sixty more who have come for months. */
const REGULARS = NAMES.map((name, index) => {
  const [firstName = '', lastName = ''] = name.split(' ');
  const email = `${mailbox(firstName)}.${mailbox(lastName)}@members.example`;
  return {
    id: historyId('client', PAST_CLIENTS.length + index + 1),
    firstName,
    lastName,
    email,
    phone: phoneOf(index),
  };
});

/** The clients who are known since before the opening in this program. */
export const LATER_CLIENTS = [...PAST_CLIENTS, ...REGULARS];

/** When people have time: before work, at noon, in the evening, or on their free days. */
const WHEN = [
  [MON.morning, WED.morning, FRI.morning, SAT.ride],
  [MON.vinyasa, WED.vinyasa, THU.yin, SAT.vinyasa],
  [TUE.ride, THU.ride, MON.ride, SUN.vinyasa],
  [TUE.morning, THU.morning, FRI.vinyasa, SUN.yin],
  [MON.reformer, WED.reformer, FRI.reformer, SAT.ropes],
  [MON.strength, WED.strength, FRI.strength, SUN.ropes],
  [TUE.vinyasa, THU.vinyasa, FRI.ride, SAT.morning],
  [MON.lunch, WED.lunch, FRI.lunch, SAT.vinyasa],
  [TUE.ropes, THU.ropes, WED.ride, SUN.vinyasa],
  [TUE.yin, WED.yin, FRI.yin, SUN.morning],
  [TUE.reformer, THU.reformer, SAT.reformer, SUN.yin],
  [MON.yin, WED.ride, FRI.ride, SAT.ride],
  [TUE.lunch, THU.lunch, MON.morning, SUN.ropes],
  [MON.ride, TUE.vinyasa, THU.yin, SAT.ropes],
] as const;
const CHANCE = [0.9, 0.8, 0.95, 0.8, 0.9] as const;
/** How many weeks ago they began. */
const SINCE = [13, 13, 9, 13, 13, 11, 13, 6, 13] as const;
/** Who has stopped coming. */
const [STOPS_EVERY, STOPPED] = [10, 5] as const;

const MONTH_DAYS = 29;
/** The newest month began before the studio opened in this program, and is not over. */
const [NEWEST, APART] = [8, 21] as const;

/** The days ago on which a month began, each before the one before it ends. */
const monthsSince = (days: number, index: number): number[] => {
  const newest = NEWEST + ((index * 8) % APART);
  const before = Math.max(0, Math.ceil((days - newest) / MONTH_DAYS));
  return Array.from({ length: before + 1 }, (_, place) => newest + (before - place) * MONTH_DAYS);
};

const habitOf = ({ firstName }: { readonly firstName: string }, index: number): Habit => {
  const since = SINCE[index % SINCE.length] ?? 13;
  const stops = index % STOPS_EVERY === STOPS_EVERY - 1;
  const classes = WHEN[index % WHEN.length] ?? [];
  const chance = CHANCE[index % CHANCE.length] ?? 0.8;
  const own = { firstName, classes, chance, weeks: [[since, stops ? STOPPED : 1]] } as const;
  if (index % 5 > 2) return { ...own, plan: 'pack' };
  const [first = NEWEST, ...later] = monthsSince(7 * since + 2, index);
  return index % 5 < 2
    ? { ...own, plan: 'membership', bought: [first, ...later] }
    : { ...own, plan: 'monthly', bought: [first, ...later] };
};

export const ALL_HABITS: readonly Habit[] = [...HABITS, ...REGULARS.map(habitOf)];

/** @param index in `ALL_HABITS`. */
export const isRegular = (index: number): boolean => index >= HABITS.length;
