import { STAFF } from '../../../resources/demo-ids.ts';

/** A class of every week. */
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

type Kind = Omit<WeeklyClass, 'weekday'>;

const YOGA = { category: 'Yoga', roomName: 'Studio A', minutes: 60, instructorId: ana, substituteId: lucia } as const;
const RIDE = { category: 'Cycling', roomName: 'Cycle', minutes: 45, capacity: 20, instructorId: kenji } as const;

const morning: Kind = { ...YOGA, name: 'Morning Flow', time: '07:00', capacity: 12, schedule: 'morning' };
const vinyasa: Kind = { ...YOGA, name: 'Vinyasa Flow', time: '17:30', capacity: 14 };
const yin: Kind = { ...YOGA, name: 'Yin and Breath', time: '19:30', capacity: 14 };
const lunch: Kind = { ...RIDE, name: 'Lunch Ride', time: '12:15', substituteId: ben };
const ride: Kind = { ...RIDE, name: 'Evening Ride', time: '18:30', substituteId: lucia };
const reformer: Kind = {
  name: 'Reformer Basics',
  time: '09:30',
  category: 'Pilates',
  roomName: 'Studio B',
  minutes: 50,
  capacity: 8,
  instructorId: lucia,
  substituteId: ana,
};
const strength: Kind = {
  name: 'Strength Basics',
  time: '18:00',
  category: 'Strength',
  roomName: 'Gym',
  minutes: 60,
  capacity: 7,
  instructorId: ben,
  substituteId: noor,
  schedule: 'strength',
};
const ropes: Kind = {
  name: 'Climbing: First Ropes',
  time: '18:00',
  category: 'Climbing',
  roomName: 'Wall',
  minutes: 60,
  capacity: 8,
  instructorId: noor,
  substituteId: ben,
};

/** Days with strength in the evening, and with climbing. */
const EVEN = { morning, reformer, lunch, vinyasa, strength, ride, yin };
const ODD = { morning, reformer, lunch, vinyasa, ropes, ride, yin };
/** At the weekend people come later in the morning, and few in the evening. */
const LATE = { vinyasa: { ...vinyasa, time: '10:00' }, ropes: { ...ropes, time: '11:15' } };
const SATURDAY = {
  morning,
  reformer: { ...reformer, time: '08:30' },
  ride: { ...ride, name: 'Weekend Ride', time: '09:00', substituteId: ben },
  ...LATE,
};
const SUNDAY = { morning, ...LATE, yin: { ...yin, time: '17:00' } };

/** The week of the studio, in the order of its classes. */
const WEEK = [EVEN, ODD, EVEN, ODD, EVEN, SATURDAY, SUNDAY] as const;

export const CLASSES: readonly WeeklyClass[] = WEEK.flatMap((day, weekday) =>
  Object.values<Kind>(day).map((each) => ({ ...each, weekday })),
);

/** The places in `CLASSES` of the classes of a day. */
const placesOn = <Day extends Readonly<Record<string, Kind>>>(weekday: number, day: Day): Record<keyof Day, number> => {
  const first = CLASSES.findIndex((each) => each.weekday === weekday);
  const places = Object.keys(day).map((name, index) => [name, first + index] as const);
  return Object.fromEntries(places) as Record<keyof Day, number>;
};

export const MON = placesOn(0, EVEN);
export const TUE = placesOn(1, ODD);
export const WED = placesOn(2, EVEN);
export const THU = placesOn(3, ODD);
export const FRI = placesOn(4, EVEN);
export const SAT = placesOn(5, SATURDAY);
export const SUN = placesOn(6, SUNDAY);
