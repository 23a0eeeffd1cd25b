import type { Read } from '../../../database/database.ts';
import { unpack, unpackList } from '../../../records/json.ts';
import type { PayRate } from '../../staff/record.ts';
import type { ClassLine } from '../classes.ts';
import { addClass, type ClassNumbers, filled, Tally } from '../numbers.ts';

/** What instructors are paid, by their ids. */
export type PayRates = ReadonlyMap<string, PayRate>;

/** What an instructor has taught, and what is paid for it in one currency. */
export interface TaughtNumbers extends ClassNumbers {
  substituted: number;
  minutes: number;
  /** In minor units; null where no class has a rate. */
  payAmount: number | null;
}

/** What was taught by an instructor on a day of a closed month. */
export interface FrozenLine extends Readonly<TaughtNumbers> {
  readonly date: string;
  readonly instructorId: string | null;
  readonly payCurrency: string | null;
}

export const taughtTally = () =>
  new Tally<TaughtNumbers>(() => ({
    classes: 0,
    visits: 0,
    noShows: 0,
    booked: 0,
    seats: 0,
    seatsTaken: 0,
    substituted: 0,
    minutes: 0,
    payAmount: null,
  }));

const RATES = 'select "id", "payRate" from "staff" where "payRate" is not null';

export const payRates = (read: Read): PayRates => {
  const rates = new Map<string, PayRate>();
  for (const { id, payRate } of read.db.query<{ id: string; payRate: string }, []>(RATES).all()) {
    const rate = unpack<PayRate>(payRate);
    if (rate !== null) rates.set(id, rate);
  }
  return rates;
};

/** What is paid for a class, rounded individually so that classes add up. */
const payFor = (rate: PayRate, { durationMinutes, visits }: ClassLine): number => {
  if (rate.type === 'hourly') return Math.round((rate.amount * durationMinutes) / 60);
  return rate.type === 'per_head' ? rate.amount * visits : rate.amount;
};

/** Its parts: the instructor, empty for no one, and the currency of the pay, empty without a rate. */
export const keyOf = (instructorId: string | null, payCurrency: string | null | undefined): string =>
  `${instructorId ?? ''} ${payCurrency ?? ''}`;

export const partsOf = (key: string) => {
  const [instructorId = '', payCurrency = ''] = key.split(' ');
  return { instructorId, payCurrency: payCurrency === '' ? null : payCurrency };
};

export const addTaught = (to: Tally<TaughtNumbers>, line: ClassLine, rates: PayRates, date = ''): void => {
  const { instructorId, originalInstructorId } = line;
  const rate = rates.get(instructorId ?? '');
  const numbers = to.of(`${keyOf(instructorId, rate?.currency)} ${date}`);
  addClass(numbers, line);
  numbers.minutes += line.durationMinutes;
  if (originalInstructorId !== null && originalInstructorId !== instructorId) numbers.substituted += 1;
  if (rate !== undefined) numbers.payAmount = (numbers.payAmount ?? 0) + payFor(rate, line);
};

export const addLine = (to: Tally<TaughtNumbers>, line: FrozenLine): void => {
  const numbers = to.of(`${keyOf(line.instructorId, line.payCurrency)} `);
  numbers.classes += line.classes;
  numbers.visits += line.visits;
  numbers.noShows += line.noShows;
  numbers.booked += line.booked;
  numbers.seats += line.seats;
  numbers.seatsTaken += line.seatsTaken;
  numbers.substituted += line.substituted;
  numbers.minutes += line.minutes;
  if (line.payAmount !== null) numbers.payAmount = (numbers.payAmount ?? 0) + line.payAmount;
};

export const frozenLines = (text: string): FrozenLine[] => unpackList<FrozenLine>(text);

/** The lines of a tally by instructor and day. */
export const linesOf = (tally: Tally<TaughtNumbers>): FrozenLine[] =>
  tally.keys().map((key) => {
    const { instructorId, payCurrency } = partsOf(key);
    const date = key.slice(key.lastIndexOf(' ') + 1);
    return { date, instructorId: instructorId === '' ? null : instructorId, payCurrency, ...tally.of(key) };
  });

/** What a caller sees of what was taught. */
export const taughtShown =
  (withPay: boolean) =>
  ({ substituted, minutes, payAmount, ...numbers }: Readonly<TaughtNumbers>) => ({
    ...filled(numbers),
    substituted,
    minutes,
    ...(withPay ? { payAmount } : {}),
  });
