import { STAFF } from '../../../resources/demo-ids.ts';

/** A class of every week of the history. */
export interface WeeklyClass {
  /** 0 is Monday. */
  readonly weekday: number;
  readonly time: string;
  readonly name: string;
  readonly category: string;
  readonly roomName: string;
  readonly instructorId: string;
  readonly minutes: number;
  readonly capacity: number;
  /** Who stands in for the instructor now and then. */
  readonly substituteId: string;
  /** It has a schedule since the studio opened in this program, a week ago. */
  readonly schedule?: 'morning' | 'strength';
}

const { ana, ben, lucia, kenji, noor } = STAFF;

const MORNING: Omit<WeeklyClass, 'weekday'> = {
  time: '07:00',
  name: 'Morning Flow',
  category: 'Yoga',
  roomName: 'Studio A',
  minutes: 60,
  capacity: 12,
  instructorId: ana,
  substituteId: lucia,
  schedule: 'morning',
};
const STRENGTH: Omit<WeeklyClass, 'weekday'> = {
  time: '18:00',
  name: 'Strength Basics',
  category: 'Strength',
  roomName: 'Gym',
  minutes: 60,
  capacity: 7,
  instructorId: ben,
  substituteId: kenji,
  schedule: 'strength',
};
const REFORMER = {
  time: '09:30',
  name: 'Reformer Basics',
  category: 'Pilates',
  roomName: 'Studio B',
  minutes: 50,
  capacity: 8,
  instructorId: lucia,
  substituteId: ana,
} as const;
const VINYASA = {
  time: '17:30',
  name: 'Vinyasa Flow',
  category: 'Yoga',
  roomName: 'Studio A',
  minutes: 60,
  capacity: 14,
  instructorId: ana,
  substituteId: lucia,
} as const;
const RIDE = { category: 'Cycling', roomName: 'Cycle', minutes: 45, capacity: 20 } as const;
const RIDER = { instructorId: kenji, substituteId: ben } as const;
const YIN = {
  name: 'Yin and Breath',
  category: 'Yoga',
  roomName: 'Studio A',
  minutes: 60,
  capacity: 14,
  instructorId: ana,
  substituteId: lucia,
} as const;
const ROPES = {
  name: 'Climbing: First Ropes',
  category: 'Climbing',
  roomName: 'Wall',
  minutes: 60,
  capacity: 8,
  instructorId: noor,
  substituteId: ben,
} as const;

/** The week of the studio, in the order of its classes. */
export const CLASSES: readonly WeeklyClass[] = [
  { ...MORNING, weekday: 0 },
  { ...RIDE, ...RIDER, weekday: 0, name: 'Evening Ride', time: '18:30' },
  { ...REFORMER, weekday: 1 },
  { ...VINYASA, weekday: 1 },
  { ...MORNING, weekday: 2 },
  { ...RIDE, ...RIDER, weekday: 2, name: 'Lunch Ride', time: '12:15' },
  { ...STRENGTH, weekday: 2 },
  { ...VINYASA, weekday: 3 },
  { ...YIN, weekday: 3, time: '19:30' },
  { ...MORNING, weekday: 4 },
  { ...STRENGTH, weekday: 4 },
  { ...REFORMER, weekday: 5 },
  { ...ROPES, weekday: 5, time: '11:00' },
  { ...YIN, weekday: 6, time: '17:00' },
];

/** Their places in `CLASSES`. */
export const MON = { morning: 0, ride: 1 } as const;
export const TUE = { reformer: 2, vinyasa: 3 } as const;
export const WED = { morning: 4, ride: 5, strength: 6 } as const;
export const THU = { vinyasa: 7, yin: 8 } as const;
export const FRI = { morning: 9, strength: 10 } as const;
export const SAT = { reformer: 11, ropes: 12 } as const;
export const SUN = { yin: 13 } as const;
