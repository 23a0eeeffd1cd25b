import { useText } from '../../base/texts.tsx';

/** How the seats of a session are taken. */
export interface SeatCounts {
  readonly here: number;
  readonly expected: number;
  /** Held by offers to the waiting list. */
  readonly held?: number;
  /** Did not come. */
  readonly missing?: number;
  /** null where there is no limit. */
  readonly capacity: number | null;
  readonly waiting?: number;
}

type Seat = 'here' | 'expected' | 'held' | 'missing' | 'free' | 'waits';

/** More seats than this are a meter. */
const MOST_SEATS = 24;
const MOST_WAITING = 6;

const times = (count: number, seat: Seat): Seat[] => Array.from({ length: Math.max(0, count) }, () => seat);

const drawn = (seats: readonly Seat[]) =>
  // biome-ignore lint/suspicious/noArrayIndexKey: seats of a kind are alike
  seats.map((seat, index) => <i key={`${seat}${index}`} data-seat={seat} />);

interface SeatsProps {
  readonly counts: SeatCounts;
  readonly size?: 'small' | 'large';
}

/** The seats of a session, drawn as seats; more than 24 as a meter, and without a limit as a number. Its name says the counts. */
export const Seats = ({ counts, size }: SeatsProps) => {
  const t = useText();
  const { here, expected, held = 0, missing = 0, capacity, waiting = 0 } = counts;
  const taken = here + expected + held + missing;
  const free = capacity === null ? 0 : Math.max(0, capacity - taken);
  const name = [
    here > 0 ? t('words.seatsHere', { count: here }) : '',
    expected > 0 ? t('words.seatsExpected', { count: expected }) : '',
    held > 0 ? t('words.seatsHeld', { count: held }) : '',
    missing > 0 ? t('words.seatsMissing', { count: missing }) : '',
    capacity === null ? '' : t('words.seatsFree', { count: free }),
    waiting > 0 ? t('words.seatsWaiting', { count: waiting }) : '',
  ].filter((part) => part !== '');
  if (capacity === null) return <span className="seats-number">{taken}</span>;
  if (taken + free > MOST_SEATS) {
    return (
      <span className="meter" role="img" aria-label={name.join(', ')}>
        <i style={{ inlineSize: `${(100 * here) / capacity}%` }} />
        <i data-part="expected" style={{ inlineSize: `${(100 * expected) / capacity}%` }} />
      </span>
    );
  }
  const seats: Seat[] = [
    ...times(here, 'here'),
    ...times(expected, 'expected'),
    ...times(held, 'held'),
    ...times(missing, 'missing'),
    ...times(free, 'free'),
  ];
  const line = times(Math.min(waiting, MOST_WAITING), 'waits');
  return (
    <span className="seats" data-size={size} role="img" aria-label={name.join(', ')}>
      {drawn(seats)}
      {line.length > 0 && <span className="gap" />}
      {drawn(line)}
    </span>
  );
};
