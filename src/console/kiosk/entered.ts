import { type Arrival, callApi, type KioskArrivals, type KioskCheckIn, KioskError } from './api.ts';
import { checkInByCode } from './queue.ts';

/** What the names on the screen were found for. */
export interface Found {
  readonly text: string;
  readonly arrivals: readonly Arrival[];
}

/** What a text that was entered is: a code that has checked someone in, someone who is expected, a code to try, or names to choose from. */
type Entered =
  | { readonly kind: 'in'; readonly response: KioskCheckIn }
  | { readonly kind: 'person'; readonly arrival: Arrival }
  | { readonly kind: 'code' }
  | { readonly kind: 'names'; readonly found: Found }
  /** Without a connection no one knows whether letters are a name. */
  | { readonly kind: 'unknown' };

/** No name has a digit. */
export const hasDigit = (text: string): boolean => /\d/.test(text);

/** Finds who is expected by the first letters of a name. */
export const findArrivals = async (text: string): Promise<Found> => {
  const { arrivals } = await callApi<KioskArrivals>(`/arrivals?q=${encodeURIComponent(text)}`);
  return { text, arrivals };
};

/**
 * What was entered: cards have any form, so what is no name can only be a code. A name may be one, too, which is tried first.
 * @param seen the names on the screen.
 */
export const enteredOf = async (text: string, seen: Found | undefined): Promise<Entered> => {
  if (hasDigit(text)) return { kind: 'code' };
  try {
    const found = seen?.text === text ? seen : await findArrivals(text);
    const [first, ...others] = found.arrivals;
    if (first === undefined) return { kind: 'code' };
    const response = await checkInByCode(text);
    if (response !== undefined) return { kind: 'in', response };
    return others.length === 0 ? { kind: 'person', arrival: first } : { kind: 'names', found };
  } catch (error) {
    return error instanceof KioskError && error.status !== 0 ? { kind: 'code' } : { kind: 'unknown' };
  }
};

/** A scanner types a card within a second; this many letters without a digit are a card then. */
const SCAN_MS = 1_000;
const FEWEST_LETTERS = 4;

interface Typing {
  readonly value: string;
  /** When its first letter was typed, and when the key after the last. */
  readonly from: number;
  readonly to: number;
}

/** Whether Tab is the end of a card, and not a person who goes on to the names. */
export const isScanned = ({ value, from, to }: Typing): boolean =>
  hasDigit(value) || (value.trim().length >= FEWEST_LETTERS && to - from < SCAN_MS);
