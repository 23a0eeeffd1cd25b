import type { Tx } from '../../../database/database.ts';
import { changedColumns } from '../../../database/query.ts';
import type { ScheduleRow } from '../../../database/tables/schedules.ts';
import type { SessionRow } from '../../../database/tables/sessions.ts';
import { upperSnake } from '../../../events/catalogue.ts';
import type { Reactions } from '../../reactions.ts';
import { addSession, isInUse, planOf, sessionFields, slotDate } from '../generation/generate.ts';
import { hasHistory, removeSession, sessionsOfSlots, slotRows } from '../queries.ts';
import { type Occurrence, occurrences } from '../recurrence/recurrence.ts';
import { hasMoreSeats, liveBookings, tellCancelled, tellUpdate } from './events.ts';

/** Which sessions a change reaches, and how far it goes. */
export interface ChangeScope {
  /** Slots of these local dates, both included. */
  readonly from: string;
  readonly until: string;
  /** Sessions that start before this instant stay as they are. */
  readonly notBefore: string;
  /** Whether sessions that were edited one by one follow too. */
  readonly overwriteModified: boolean;
  /** What becomes of a session whose slot vanishes while it has live bookings. */
  readonly onRemoved: 'cancel' | 'keep';
}

/** What a change did. */
export interface ChangeOutcome {
  readonly created: SessionRow[];
  readonly updated: SessionRow[];
  /** Of the updated ones, those that have another time, instructor or site now. */
  readonly rescheduled: SessionRow[];
  sessionsCancelled: number;
  /** Live bookings of sessions that were cancelled, detached or rescheduled. */
  bookingsAffected: number;
}

/** Cancelled because its slot vanished; the slot's return brings such a session back. */
export const SLOT_GONE = 'schedule_changed';

/**
 * Stores what has become of a session and takes its bookings along. What was booked before may be cancelled free of
 * charge when the session has another time, instructor or site now; answers whether it has.
 */
export const storeChange = (
  tx: Tx,
  before: SessionRow,
  next: SessionRow,
  reactions: Pick<Reactions, 'sessionMoved'>,
): boolean => {
  const isMoved =
    next.startTime !== before.startTime || next.endTime !== before.endTime || next.siteId !== before.siteId;
  const isRescheduled = isMoved || next.instructorId !== before.instructorId;
  next.updatedAt = tx.now;
  if (isRescheduled) next.rescheduledId = tx.id();
  slotRows.update(tx, before.id, changedColumns(before, next));
  if (isMoved) reactions.sessionMoved(tx, next);
  return isRescheduled;
};

/**
 * Brings the sessions of a schedule in line with what it says now (rules.md "Schedule to sessions"). A slot is known
 * by its date, since a schedule has at most one on each: a session keeps its id while its date stays in the rule.
 */
export class Reconciliation {
  readonly outcome: ChangeOutcome = {
    created: [],
    updated: [],
    rescheduled: [],
    sessionsCancelled: 0,
    bookingsAffected: 0,
  };

  constructor(
    readonly tx: Tx,
    readonly schedule: ScheduleRow,
    readonly scope: ChangeScope,
    readonly reactions: Reactions,
  ) {}

  run(): ChangeOutcome {
    const existing = this.#existing();
    const mayAdd = this.#mayAdd();
    for (const slot of this.#slots()) {
      const date = slotDate(slot.occurrenceKey);
      const row = existing.get(date);
      existing.delete(date);
      if (row !== undefined) this.#keep(row, slot);
      else if (mayAdd) this.#add(slot);
    }
    for (const row of existing.values()) this.#drop(row);
    return this.outcome;
  }

  /**
   * Follows the site on the days that it newly closes or no longer does, and leaves every other day alone. A session
   * that was edited goes too when it takes place on a day that is closed now.
   */
  followClosures(closes: (date: string) => boolean, opens: (date: string) => boolean): ChangeOutcome {
    const existing = this.#existing();
    const mayAdd = this.#mayAdd();
    for (const row of existing.values()) if (closes(row.localDate)) this.#remove(row);
    for (const slot of this.#slots().filter(({ localDate }) => opens(localDate))) {
      const row = existing.get(slotDate(slot.occurrenceKey));
      if (row === undefined && mayAdd) this.#add(slot);
      else if (row !== undefined && row.cancelledAt !== null) this.#keep(row, slot);
    }
    return this.outcome;
  }

  /** The sessions that there are, by the date of their slot. */
  #existing(): Map<string, SessionRow> {
    const rows = sessionsOfSlots(this.tx, this.schedule.id, this.scope.from, this.scope.until);
    return new Map(rows.map((row) => [slotDate(row.occurrenceKey), row]));
  }

  /** The slots that there should be. */
  #slots(): Occurrence[] {
    const { tx, schedule, scope } = this;
    const goesOn = schedule.status === 'active' || schedule.status === 'paused';
    return goesOn ? occurrences(planOf(tx, schedule), scope.from, scope.until) : [];
  }

  #mayAdd(): boolean {
    return isInUse(this.tx, this.schedule);
  }

  #add(slot: Occurrence): void {
    const { tx, schedule, scope, outcome } = this;
    if (slot.startTime >= scope.notBefore) outcome.created.push(addSession(tx, schedule, slot));
  }

  #isEdited(row: SessionRow): boolean {
    return row.isModified === 1 && !this.scope.overwriteModified;
  }

  #keep(row: SessionRow, slot: Occurrence): void {
    const { tx, schedule, scope } = this;
    // Neither what has begun nor a move into the past.
    if (row.startTime < scope.notBefore || slot.startTime <= tx.now) return;
    if (row.cancelledAt !== null && row.cancelReason !== SLOT_GONE) return;
    const fields = this.#isEdited(row)
      ? { occurrenceKey: slot.occurrenceKey }
      : { ...sessionFields(schedule, slot), isModified: 0 };
    this.#apply(row, { ...row, ...fields, cancelledAt: null, cancelReason: null });
  }

  #apply(row: SessionRow, next: SessionRow): void {
    if (Bun.deepEquals(row, next)) return;
    const { tx, outcome } = this;
    const isRescheduled = storeChange(tx, row, next, this.reactions);
    tellUpdate(tx, row, next);
    if (hasMoreSeats(row, next)) this.reactions.seatsFreed(tx, row);
    outcome.updated.push(next);
    if (!isRescheduled) return;
    outcome.rescheduled.push(next);
    outcome.bookingsAffected += liveBookings(row);
  }

  #drop(row: SessionRow): void {
    if (!this.#isEdited(row)) this.#remove(row);
  }

  #remove(row: SessionRow): void {
    if (row.startTime < this.scope.notBefore || row.cancelledAt !== null) return;
    const { tx, outcome } = this;
    if (!hasHistory(tx, row.id)) {
      removeSession(tx, row.id);
      outcome.sessionsCancelled += 1;
      tellCancelled(tx, row, upperSnake(SLOT_GONE), 0);
    } else if (liveBookings(row) > 0 && this.scope.onRemoved === 'keep') {
      this.#detach(row);
    } else {
      this.#cancel(row);
    }
  }

  #detach(row: SessionRow): void {
    const next = { ...row, scheduleId: null, updatedAt: this.tx.now };
    slotRows.update(this.tx, row.id, changedColumns(row, next));
    tellUpdate(this.tx, row, next);
    this.outcome.updated.push(next);
    this.outcome.bookingsAffected += liveBookings(row);
  }

  #cancel(row: SessionRow): void {
    const { tx, outcome } = this;
    // Cancelled first, so that no seat that is freed now is handed on.
    const next = { ...row, cancelledAt: tx.now, cancelReason: SLOT_GONE, updatedAt: tx.now };
    slotRows.update(tx, row.id, changedColumns(row, next));
    const affected = this.reactions.sessionCancelled(tx, next, SLOT_GONE);
    outcome.sessionsCancelled += 1;
    outcome.bookingsAffected += affected;
    tellCancelled(tx, next, upperSnake(SLOT_GONE), affected);
  }
}
