import { mailbox } from '../clients.ts';
import { FRI, MON, SAT, SUN, THU, TUE, WED } from './classes.ts';
import { historyId } from './ids.ts';

/** How someone pays: packs of ten classes, a new month each time, a membership that renews, or each class alone. */
type Plan =
  | { readonly plan: 'pack' | 'dropIn' }
  /** The days ago on which each month, or the intro, was bought. */
  | { readonly plan: 'monthly' | 'intro'; readonly bought: readonly number[] }
  /** The days ago on which it was bought and renewed. */
  | { readonly plan: 'membership'; readonly bought: readonly [number, ...number[]] };

/** Who came in the weeks before the studio opened in this program. Weeks are counted back: the first is the last one. */
export type Habit = Plan & {
  readonly firstName: string;
  /** The weeks in which they came, each from an older one to a later one. */
  readonly weeks: readonly (readonly [from: number, until: number])[];
  /** The places in `CLASSES`. */
  readonly classes: readonly number[];
  /** How often they come to each of them, from 0 to 1. */
  readonly chance: number;
};

const LATER_NAMES = [
  ['Elena', 'Costa'],
  ['Samuel', 'Wright'],
  ['Clara', 'Nowak'],
  ['Malik', 'Johnson'],
  ['Jonas', 'Weber'],
  ['Leah', 'Goldberg'],
  ['Paulo', 'Mendes'],
  ['Anika', 'Rao'],
  ['Theo', 'Martin'],
  ['Sana', 'Qureshi'],
  ['Ines', 'Moreno'],
  ['Pavel', 'Horak'],
] as const;

/** Twelve clients who are not in the classes of today: members, and people who have stopped coming or have come back. */
export const PAST_CLIENTS = LATER_NAMES.map(([firstName, lastName], index) => ({
  id: historyId('client', index + 1),
  firstName,
  lastName,
  email: `${mailbox(firstName)}.${mailbox(lastName)}@members.example`,
  phone: `+1 212 555 01${String(index + 51).padStart(2, '0')}`,
}));

const pack = { plan: 'pack' } as const;

/** The habits of those who still come, and of those who do not. */
export const HABITS: readonly Habit[] = [
  {
    ...pack,
    firstName: 'Dana',
    weeks: [[13, 1]],
    classes: [TUE.vinyasa, THU.yin, SAT.reformer, SUN.yin],
    chance: 0.72,
  },
  {
    plan: 'monthly',
    bought: [95, 66, 37],
    firstName: 'Omar',
    weeks: [[13, 1]],
    classes: [MON.ride, WED.lunch, THU.vinyasa, SAT.ropes],
    chance: 0.75,
  },
  {
    plan: 'monthly',
    bought: [60, 31],
    firstName: 'Priya',
    weeks: [[8, 1]],
    classes: [MON.morning, TUE.vinyasa, THU.vinyasa, SAT.ropes],
    chance: 0.75,
  },
  {
    plan: 'monthly',
    bought: [66, 37],
    firstName: 'Lena',
    weeks: [[9, 2]],
    classes: [TUE.reformer, SAT.reformer, SUN.yin],
    chance: 0.7,
  },
  {
    ...pack,
    firstName: 'Marcus',
    weeks: [[13, 1]],
    classes: [MON.morning, WED.morning, FRI.morning, SUN.yin],
    chance: 0.55,
  },
  {
    ...pack,
    firstName: 'Sofía',
    weeks: [[13, 1]],
    classes: [TUE.reformer, SAT.reformer, THU.yin, MON.ride],
    chance: 0.7,
  },
  {
    ...pack,
    firstName: 'Noah',
    weeks: [[13, 1]],
    classes: [MON.ride, WED.strength, FRI.strength, TUE.lunch],
    chance: 0.65,
  },
  {
    ...pack,
    firstName: 'Chloé',
    weeks: [[13, 1]],
    classes: [TUE.vinyasa, THU.vinyasa, SUN.yin, FRI.morning],
    chance: 0.65,
  },
  { ...pack, firstName: 'Ivan', weeks: [[11, 1]], classes: [TUE.reformer, WED.strength, WED.lunch], chance: 0.75 },
  { ...pack, firstName: 'Grace', weeks: [[13, 1]], classes: [MON.morning, THU.yin, SUN.yin, SAT.ropes], chance: 0.6 },
  {
    ...pack,
    firstName: 'Tomas',
    weeks: [[6, 1]],
    classes: [WED.strength, SAT.reformer, MON.ride, TUE.vinyasa],
    chance: 0.8,
  },
  { ...pack, firstName: 'Luca', weeks: [[8, 1]], classes: [WED.morning, WED.lunch, MON.ride, SUN.yin], chance: 0.75 },
  {
    ...pack,
    firstName: 'Hannah',
    weeks: [[7, 1]],
    classes: [TUE.reformer, WED.lunch, SAT.reformer, MON.ride],
    chance: 0.8,
  },
  {
    ...pack,
    firstName: 'Freya',
    weeks: [[4, 1]],
    classes: [MON.morning, TUE.vinyasa, THU.yin, SAT.ropes, SUN.yin],
    chance: 0.85,
  },
  {
    ...pack,
    firstName: 'Arjun',
    weeks: [[7, 1]],
    classes: [MON.ride, THU.vinyasa, WED.lunch, FRI.morning],
    chance: 0.75,
  },
  {
    ...pack,
    firstName: 'Zoe',
    weeks: [[4, 1]],
    classes: [SAT.ropes, TUE.reformer, THU.vinyasa, MON.ride, SUN.yin],
    chance: 0.85,
  },
  {
    ...pack,
    firstName: 'Ethan',
    weeks: [[8, 1]],
    classes: [SAT.ropes, FRI.strength, WED.strength, THU.vinyasa],
    chance: 0.75,
  },
  { ...pack, firstName: 'Mei', weeks: [[12, 1]], classes: [WED.lunch, SUN.yin, THU.yin, MON.morning], chance: 0.65 },
  { ...pack, firstName: 'Kofi', weeks: [[5, 1]], classes: [MON.ride, SAT.ropes, WED.lunch, THU.vinyasa], chance: 0.8 },
  {
    ...pack,
    firstName: 'Nora',
    weeks: [[13, 1]],
    classes: [FRI.morning, THU.yin, SAT.reformer, TUE.vinyasa],
    chance: 0.65,
  },
  { plan: 'dropIn', firstName: 'Aisha', weeks: [[3, 2]], classes: [THU.yin, TUE.vinyasa], chance: 0.7 },
  { ...pack, firstName: 'Victor', weeks: [[13, 6]], classes: [MON.morning, WED.morning, TUE.vinyasa], chance: 0.65 },
  { ...pack, firstName: 'Ruth', weeks: [[13, 5]], classes: [SAT.reformer, SUN.yin], chance: 0.75 },
  {
    plan: 'membership',
    bought: [102, 72, 42, 12],
    firstName: 'Elena',
    weeks: [[13, 1]],
    classes: [MON.morning, WED.morning, THU.vinyasa, SUN.yin],
    chance: 0.75,
  },
  {
    plan: 'membership',
    bought: [69, 39, 9],
    firstName: 'Samuel',
    weeks: [[9, 1]],
    classes: [MON.ride, WED.strength, FRI.strength, SAT.ropes],
    chance: 0.7,
  },
  {
    plan: 'membership',
    bought: [45, 15],
    firstName: 'Clara',
    weeks: [[6, 1]],
    classes: [TUE.reformer, TUE.vinyasa, SAT.reformer, SUN.yin],
    chance: 0.75,
  },
  {
    plan: 'membership',
    bought: [18],
    firstName: 'Malik',
    weeks: [[2, 1]],
    classes: [WED.lunch, MON.ride, THU.vinyasa, FRI.morning],
    chance: 0.75,
  },
  { ...pack, firstName: 'Jonas', weeks: [[13, 7]], classes: [WED.strength, FRI.strength], chance: 0.9 },
  {
    plan: 'monthly',
    bought: [93, 64],
    firstName: 'Leah',
    weeks: [[13, 6]],
    classes: [TUE.vinyasa, THU.vinyasa, SUN.yin],
    chance: 0.7,
  },
  { plan: 'dropIn', firstName: 'Paulo', weeks: [[11, 6]], classes: [WED.lunch], chance: 0.7 },
  {
    plan: 'intro',
    bought: [72],
    firstName: 'Anika',
    weeks: [[10, 10]],
    classes: [TUE.reformer, TUE.vinyasa, SAT.reformer, SUN.yin],
    chance: 0.95,
  },
  {
    ...pack,
    firstName: 'Theo',
    weeks: [
      [13, 11],
      [5, 1],
    ],
    classes: [MON.ride, WED.lunch, FRI.morning],
    chance: 0.7,
  },
  {
    ...pack,
    firstName: 'Sana',
    weeks: [
      [12, 10],
      [3, 1],
    ],
    classes: [THU.yin, SUN.yin, TUE.vinyasa],
    chance: 0.9,
  },
  {
    ...pack,
    firstName: 'Pavel',
    weeks: [[3, 1]],
    classes: [MON.ride, FRI.strength, SAT.ropes, WED.morning, THU.yin],
    chance: 0.95,
  },
  {
    plan: 'monthly',
    bought: [19],
    firstName: 'Ines',
    weeks: [[2, 1]],
    classes: [TUE.vinyasa, FRI.morning, SUN.yin, WED.morning],
    chance: 0.8,
  },
];
