import type { Tx } from '../database/database.ts';
import type { Card } from '../payments-processor/port.ts';
import type { BookingRecord } from './bookings/queries.ts';
import type { FactHome } from './facts/queries.ts';
import type { Fact } from './facts/tables.ts';
import type { PaymentPurpose } from './payments/record.ts';
import type { SessionRow } from './sessions/record.ts';
import type { SiteRow } from './sites/record.ts';

export interface FeePayment {
  readonly paymentId: string;
  readonly bookingId: string;
  readonly purpose: PaymentPurpose;
  readonly amount: number;
  readonly currency: string;
}

/** What the charge of a fee that staff begin stores until it is settled. */
export interface FeeContext {
  readonly bookingId: string;
  /** Whether the client is in arrears for it. */
  readonly isOwed: boolean;
}

/** A fact that was recorded (1) or taken back (-1). */
export interface FactMove {
  readonly fact: Fact;
  readonly sign: 1 | -1;
}

/** What a change does in later families, which supply it in `family.ts`. Runs in the change's transaction. */
export interface Reactions {
  /** Cancels what an archived client has booked ahead, free of charge, ends renewals, and leaves challenges. */
  clientArchived(tx: Tx, clientId: string): void;
  /** Follows the new status, home site or leaderboard visibility of a client, on leaderboards. */
  clientChanged(tx: Tx, clientId: string): void;
  /** Cancels the live bookings of a canceled session, free of charge. Returns how many. */
  sessionCancelled(tx: Tx, session: SessionRow, reason: 'schedule_changed' | 'session_cancelled'): number;
  /** Goes on canceling the bookings of a canceled session, or the bookings ahead of a canceled package, as far as one transaction may. */
  goOnCancelling(tx: Tx, owner: 'session' | 'package', id: string): void;
  /** Updates the time and site that bookings keep of their session. */
  sessionMoved(tx: Tx, session: SessionRow): void;
  /** Offers the seats that a session has got to its waitlist, or takes back the offers that it lacks seats for. */
  capacityChanged(tx: Tx, before: SessionRow, after: SessionRow): void;
  /** Ends the open offers of waitlists that end after the cut-offs by the present settings. */
  cutoffsChanged(tx: Tx): void;
  /** Cancels the bookings ahead that a canceled package pays for. */
  packageCancelled(tx: Tx, packageId: string): void;
  /** Cancels the bookings that a frozen package pays for whose sessions start after `since` and before `until`. */
  packageFrozen(tx: Tx, packageId: string, since: string, until: string): void;
  /** Writes off what is owed for a package. */
  debtWrittenOff(tx: Tx, packageId: string): void;
  /** A card has paid. It becomes the default where the default has only been declined. */
  cardPaid(tx: Tx, methodId: string): void;
  /** Saves what a member has chosen on the device to pay with. */
  methodChosen(tx: Tx, methodId: string, method: Card): void;
  /** Follows what was paid for a booking as a drop-in, or given back. */
  dropInChanged(tx: Tx, bookingId: string): void;
  /** Settles the penalty of a booking with a completed payment. Returns whether the booking has one. */
  feePaid(tx: Tx, payment: FeePayment): boolean;
  /** Reserves the penalty of a booking for a charge; undefined when the booking has none. */
  feeBegun(tx: Tx, payment: FeePayment): FeeContext | undefined;
  /** Records that the sessions of a site have to follow its change. */
  siteChanged(tx: Tx, site: SiteRow, before: SiteRow): void;
  /** Records the check-in of a booking that has just become attended. Returns its id. */
  bookingCheckedIn(tx: Tx, booking: BookingRecord, by?: CheckedInBy): string;
  /** Marks the check-ins of a booking as undone, which is no longer attended. */
  bookingUndone(tx: Tx, booking: BookingRecord): void;
  /** Runs each family in order, after the families before it have written. `home` is the home site of the client. */
  factRecorded(tx: Tx, fact: Fact, home: FactHome): void;
  /** Changes what was derived from a fact that is taken back, in the same order. */
  factTakenBack(tx: Tx, fact: Fact, home: FactHome): void;
  /**
   * The steps of changing what is derived from all facts that an import has recorded of one client or taken back, in the
   * order in which it did. Each family counts once for all of them, and raises nothing.
   */
  factsImported(tx: Tx, clientId: string, moves: readonly FactMove[]): Generator<void, void>;
  /** A client takes part in a challenge, or does so no more. */
  enrollmentChanged(tx: Tx, enrollmentId: string): void;
  /** The points of an enrollment, or when they were last gained, have changed. */
  pointsChanged(tx: Tx, enrollmentId: string): void;
  /** A client has completed a challenge, with a final rank. */
  challengeCompleted(tx: Tx, clientId: string): void;
  /** The reminders of what a client has booked follow what the client has chosen. */
  preferencesChanged(tx: Tx, clientId: string): void;
  /** A member plays a media of an entry: starts the entry, and counts it as viewed. */
  contentViewed(tx: Tx, member: { readonly clientId: string }, entryId: string): void;
  /** Forgets what a member has seen of the media of an entry that is no longer started. */
  contentReset(tx: Tx, clientId: string, entryId: string): void;
}

/** Who checks in a client who has booked. */
export interface CheckedInBy {
  readonly source: 'api' | 'staff';
  readonly staffId: string | null;
}

export type RefundReactions = Pick<Reactions, 'packageCancelled' | 'dropInChanged'>;

export type FactReactions = Pick<Reactions, 'factRecorded' | 'factTakenBack'>;

export type FactFamily = FactReactions & Pick<Reactions, 'factsImported'>;

export type ImportReactions = FactFamily &
  Pick<Reactions, 'clientChanged' | 'cutoffsChanged' | 'enrollmentChanged' | 'pointsChanged'>;
