import { changesBetween, isChanged } from '../../kernel/changes.ts';
import type { Tx } from '../../store/database.ts';
import { unpack, unpackList } from '../../store/json.ts';
import type { ScheduleRow } from '../../store/tables/schedules.ts';
import type { SessionRow } from '../../store/tables/sessions.ts';
import { siteRows } from '../sites/rows.ts';
import { addSession, planOf, sessionFields, slotDate } from './generate.ts';
import { type Occurrence, occurrences } from './recurrence.ts';
import { hasHistory, removeSession, sessionsOfSlots, slotRows } from './rows.ts';

/** What follows in the bookings of a session; families that come later supply it. */
export interface SessionConsequences {
  /** Cancels the live bookings of a session that was cancelled, free of charge; answers how many there were. */
  cancelBookings(tx: Tx, session: SessionRow, reason: 'schedule_changed'): number;
  /** Brings what bookings keep of their session (its start and site) up to date. */
  moveBookings(tx: Tx, session: SessionRow): void;
}

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
const REASON = 'schedule_changed';

const bookedCount = (row: SessionRow): number => row.confirmedCount + row.attendedCount + row.noShowCount;
const liveBookings = (row: SessionRow): number => bookedCount(row) + row.waitlistedCount;
const isFull = (row: SessionRow): boolean => row.capacity !== null && bookedCount(row) >= row.capacity;

/** The columns of a session as its record shows them. */
const shown = (row: SessionRow) => ({
  ...row,
  tags: unpackList(row.tags),
  additionalInstructorIds: unpackList(row.additionalInstructorIds),
  dropInPrice: unpack(row.dropInPrice),
  isVirtual: row.isVirtual === 1,
  isPrivate: row.isPrivate === 1,
  isModified: row.isModified === 1,
  waitlistEnabled: row.waitlistEnabled === null ? null : row.waitlistEnabled === 1,
});

/** Fields that only the bookings of a session may know, or that no record shows. */
const UNTOLD = ['virtualUrl', 'rescheduledAt'];

const tellUpdate = (tx: Tx, before: SessionRow, after: SessionRow): void => {
  const difference = changesBetween(shown(before), shown(after), UNTOLD);
  const told = { sessionId: after.id, bookedCount: bookedCount(after) };
  if (isChanged(difference)) {
    tx.raise('session.updated', after.siteId, { ...told, scheduleId: after.scheduleId, ...difference });
  }
  if (isFull(before) === isFull(after)) return;
  const availableSpots = after.capacity === null ? null : Math.max(0, after.capacity - bookedCount(after));
  const type = isFull(after) ? 'session.full' : 'session.spot_available';
  tx.raise(type, after.siteId, { ...told, capacity: after.capacity, availableSpots });
};

const tellCancelled = (tx: Tx, row: SessionRow, affectedBookings: number): void => {
  const { id: sessionId, scheduleId, startTime } = row;
  tx.raise('session.cancelled', row.siteId, {
    sessionId,
    scheduleId,
    startTime,
    cancelReason: 'SCHEDULE_CHANGED',
    affectedBookings,
  });
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
    readonly consequences: SessionConsequences,
  ) {}

  run(): ChangeOutcome {
    const { tx, schedule, scope } = this;
    const { from, until } = scope;
    const existing = new Map(
      sessionsOfSlots(tx, schedule.id, from, until).map((row) => [slotDate(row.occurrenceKey), row]),
    );
    const goesOn = schedule.status === 'active' || schedule.status === 'paused';
    const mayAdd = schedule.status === 'active' && siteRows.find(tx, schedule.siteId)?.status === 'active';
    for (const slot of goesOn ? occurrences(planOf(tx, schedule), from, until) : []) {
      const date = slotDate(slot.occurrenceKey);
      const row = existing.get(date);
      existing.delete(date);
      if (row !== undefined) this.#keep(row, slot);
      else if (mayAdd && slot.startTime >= scope.notBefore) this.outcome.created.push(addSession(tx, schedule, slot));
    }
    for (const row of existing.values()) this.#drop(row);
    return this.outcome;
  }

  #isEdited(row: SessionRow): boolean {
    return row.isModified === 1 && !this.scope.overwriteModified;
  }

  #keep(row: SessionRow, slot: Occurrence): void {
    const { tx, schedule, scope } = this;
    // Neither what has begun nor a move into the past.
    if (row.startTime < scope.notBefore || slot.startTime < tx.now) return;
    if (row.cancelledAt !== null && row.cancelReason !== REASON) return;
    const fields = this.#isEdited(row)
      ? { occurrenceKey: slot.occurrenceKey }
      : { ...sessionFields(schedule, slot), isModified: 0 };
    this.#apply(row, { ...row, ...fields, cancelledAt: null, cancelReason: null });
  }

  #apply(row: SessionRow, next: SessionRow): void {
    if (Bun.deepEquals(row, next)) return;
    const { tx, outcome } = this;
    const isMoved = next.startTime !== row.startTime || next.siteId !== row.siteId;
    const isRescheduled = isMoved || next.endTime !== row.endTime || next.instructorId !== row.instructorId;
    next.updatedAt = tx.now;
    if (isRescheduled) next.rescheduledAt = tx.now;
    slotRows.update(tx, row.id, next);
    if (isMoved) this.consequences.moveBookings(tx, next);
    tellUpdate(tx, row, next);
    outcome.updated.push(next);
    if (!isRescheduled) return;
    outcome.rescheduled.push(next);
    outcome.bookingsAffected += liveBookings(row);
  }

  #drop(row: SessionRow): void {
    if (row.startTime < this.scope.notBefore || row.cancelledAt !== null || this.#isEdited(row)) return;
    const { tx, outcome } = this;
    if (!hasHistory(tx, row.id)) {
      removeSession(tx, row.id);
      outcome.sessionsCancelled += 1;
      tellCancelled(tx, row, 0);
    } else if (liveBookings(row) > 0 && this.scope.onRemoved === 'keep') {
      this.#detach(row);
    } else {
      this.#cancel(row);
    }
  }

  #detach(row: SessionRow): void {
    const next = { ...row, scheduleId: null, updatedAt: this.tx.now };
    slotRows.update(this.tx, row.id, next);
    tellUpdate(this.tx, row, next);
    this.outcome.updated.push(next);
    this.outcome.bookingsAffected += liveBookings(row);
  }

  #cancel(row: SessionRow): void {
    const { tx, outcome } = this;
    // Cancelled first, so that no seat that is freed now is handed on.
    const next = { ...row, cancelledAt: tx.now, cancelReason: REASON, updatedAt: tx.now };
    slotRows.update(tx, row.id, next);
    const affected = this.consequences.cancelBookings(tx, next, REASON);
    outcome.sessionsCancelled += 1;
    outcome.bookingsAffected += affected;
    tellCancelled(tx, next, affected);
  }
}
