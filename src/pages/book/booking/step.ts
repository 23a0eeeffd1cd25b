import type { BookingOptionsResponse } from '../../../resources/booking-options/shapes.ts';
import type { Refused } from '../call-api.ts';
import type { MemberVisit } from '../visit.ts';
import type { OwnSession } from './sessions.ts';

/** The step in which a class is booked: who books, which class, and how it can be paid. */
export interface Step {
  readonly visit: MemberVisit;
  readonly own: OwnSession;
  readonly options: BookingOptionsResponse;
  /** Why the last try was refused. */
  readonly refused?: Pick<Refused, 'code'> | undefined;
  /** Whether the last try was refused for the reason that the page says anyway. */
  readonly isSaid?: boolean;
}
