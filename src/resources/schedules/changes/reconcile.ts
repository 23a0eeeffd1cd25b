import type { Tx } from '../../../database/database.ts';
import { upperSnake } from '../../../events/payload-fields.ts';
import { epochOf, isoInstant } from '../../../kernel/clock.ts';
import { SCHEDULE_CHANGED } from '../../../kernel/session-reasons.ts';
import { unpack } from '../../../records/json.ts';
import { setColumns } from '../../../records/store-changes.ts';
import { forgetPicture } from '../../own-pictures.ts';
import type { Reactions } from '../../reactions.ts';
import { liveBookings } from '../../sessions/booking/seats.ts';
import { Session, type SessionRow } from '../../sessions/record.ts';
import { differsFromSlot } from '../generation/differs.ts';
import { addSession, addsSessions, planOf, sessionFields, slotDate } from '../generation/generate.ts';
import { hasHistory, sessionsOfSlots } from '../queries.ts';
import type { ScheduleRow, SiteBefore } from '../record.ts';
import { isClosed, type Occurrence, occurrences } from '../recurrence/recurrence.ts';
import { changedFields, changedTerms } from './changed-fields.ts';
import { raiseCancelled, raiseUpdated } from './session-events.ts';
import { storeChange } from './store-change.ts';
import { recordZoneChange } from './zone-changes.ts';

/** Which sessions a change of a schedule affects, and how. */
export interface ChangeScope {
  readonly from: string;
  readonly until: string;
  /** Sessions that start before this instant stay as they are. */
  readonly notBefore: string;
  /** Whether sessions that were edited one by one change too. */
  readonly overwriteModified: boolean;
  /** Whether a session without a slot that has live bookings is canceled, or stays without the schedule. */
  readonly onRemoved: 'cancel' | 'keep';
  /**
   * The schedule before the change, so that sessions get only what changes: those before the date of an earlier change
   * that takes effect later keep the rest. Absent where all of them follow the schedule as it is.
   */
  readonly earlierTerms?: ScheduleRow;
  /** Whether edited sessions get the new picture too where they had the one before: this server keeps one of a schedule. */
  readonly movesPicture?: boolean;
}

/** What a change did to one session, or left as it was because it was edited individually. */
export interface SessionChange {
  readonly kind: 'created' | 'updated' | 'cancelled' | 'detached' | 'kept';
  /** null for a new one. */
  readonly before: SessionRow | null;
  readonly after: SessionRow | null;
  readonly affected: number;
}

export interface ChangeOutcome {
  readonly changes: SessionChange[];
  readonly created: SessionRow[];
  readonly updated: SessionRow[];
  sessionsCancelled: number;
  /** Live bookings of sessions that were canceled, detached or rescheduled. */
  bookingsAffected: number;
}

export const nothingDone = (): ChangeOutcome => ({
  changes: [],
  created: [],
  updated: [],
  sessionsCancelled: 0,
  bookingsAffected: 0,
});

export interface Step {
  /** Its place in the order of steps. */
  readonly key: string;
  run(): ChangeOutcome;
}

const byDate = <Item extends { readonly occurrenceKey: string }>(items: readonly Item[]): Map<string, Item> =>
  new Map(items.map((item) => [slotDate(item.occurrenceKey), item]));

const keepsSessions = ({ status }: ScheduleRow): boolean => status === 'active' || status === 'paused';

/** Cancels a session whose slot was removed, with its bookings. Returns how many of them there are. */
export const cancelRemoved = (tx: Tx, row: SessionRow, reactions: Pick<Reactions, 'sessionCancelled'>): number => {
  // Stored before its bookings are canceled, so that their seats are not offered to the waitlist.
  const next = setColumns(tx, Session, row, { cancelledAt: tx.now, cancelReason: SCHEDULE_CHANGED });
  const affected = reactions.sessionCancelled(tx, next, SCHEDULE_CHANGED);
  raiseCancelled(tx, next, upperSnake(SCHEDULE_CHANGED), affected);
  return affected;
};

/**
 * Updates the sessions of a schedule after a change of it or of its site (rules.md "Schedule to sessions"). The date
 * identifies a slot, since a schedule has at most one on each: a session keeps its id while its date is in the rule.
 */
export class Reconciliation {
  #outcome = nothingDone();
  /** Sessions that have started stay, and so do those before the scope. */
  readonly #notBefore: string;

  constructor(
    readonly tx: Tx,
    readonly schedule: ScheduleRow,
    readonly scope: ChangeScope,
    readonly reactions: Reactions,
  ) {
    this.#notBefore = isoInstant(Math.max(epochOf(scope.notBefore), tx.nowMs));
  }

  /** What is done for the slots up to a local date, and then for the sessions without a slot. */
  steps(end: string): Step[] {
    const { existing, slots } = this.#window(end);
    const earlier = this.#slotsBefore(end);
    const mayAdd = this.#mayAdd();
    const ofSlots = [...slots].map(([date, slot]) =>
      this.#step(`1 ${date}`, () => {
        const row = existing.get(date);
        // One that was canceled comes back only with a slot that is new.
        const isThere = row !== undefined && row.cancelledAt === null;
        if (!isThere && !this.#isMissing(date, row, earlier)) return;
        if (row !== undefined) this.#keep(row, slot, earlier?.get(date));
        else if (mayAdd) this.#add(slot);
      }),
    );
    const others = [...existing].filter(([date]) => !slots.has(date));
    const ofOthers = others.map(([date, row]) =>
      this.#step(`2 ${date}`, () => {
        const isReset = row.isModified === 1 && this.scope.overwriteModified;
        if (earlier === undefined || earlier.has(date) || isReset) this.#drop(row);
        else this.#keepOffSlot(row);
      }),
    );
    return [...ofSlots, ...ofOthers];
  }

  /** The slots that the schedule had before the change, by their dates; undefined where they do not matter. */
  #slotsBefore(until: string): Map<string, Occurrence> | undefined {
    const { earlierTerms, from } = this.scope;
    if (earlierTerms === undefined) return undefined;
    // What the site closes is left to the slots after the change.
    const plan = { ...planOf(this.tx, earlierTerms), closures: [] };
    return byDate(keepsSessions(earlierTerms) ? occurrences(plan, from, until) : []);
  }

  /** Whether a slot whose session is not there, or canceled, gets it: it is new, or sessions were not created for it before the change. */
  #isMissing(date: string, row: SessionRow | undefined, earlier: ReadonlyMap<string, Occurrence> | undefined): boolean {
    const { earlierTerms } = this.scope;
    const slot = earlier?.get(date);
    if (earlierTerms === undefined || slot === undefined || slot.startTime < this.#notBefore) return true;
    if (date > (earlierTerms.generatedUntil ?? '') || !addsSessions(this.tx, earlierTerms)) return true;
    return [slot.localDate, row?.localDate ?? ''].some((day) => this.#wasClosed(earlierTerms, day));
  }

  /** Whether a schedule that moves leaves a site that was closed on a day. */
  #wasClosed(earlierTerms: ScheduleRow, day: string): boolean {
    if (earlierTerms.siteId === this.schedule.siteId) return false;
    const siteBefore = unpack<SiteBefore>(earlierTerms.siteBefore);
    return isClosed(siteBefore?.closures ?? planOf(this.tx, earlierTerms).closures, day);
  }

  /** Removes sessions of days that close, also edited sessions; restores sessions of days that open. */
  closureSteps(end: string, closes: (date: string) => boolean, opens: (date: string) => boolean): Step[] {
    const { existing, slots } = this.#window(end);
    const mayAdd = this.#mayAdd();
    const closed = [...existing].filter(([, row]) => closes(row.localDate));
    const opened = [...slots].filter(([, slot]) => opens(slot.localDate));
    return [
      ...closed.map(([date, row]) => this.#step(`1 ${date}`, () => this.#remove(row))),
      ...opened.map(([date, slot]) =>
        this.#step(`2 ${date}`, () => {
          const row = existing.get(date);
          if (row === undefined && mayAdd) this.#add(slot);
          else if (row !== undefined && row.cancelledAt !== null) this.#keep(row, slot);
        }),
      ),
    ];
  }

  #step(key: string, work: () => void): Step {
    return {
      key,
      run: () => {
        this.#outcome = nothingDone();
        work();
        return this.#outcome;
      },
    };
  }

  /** The sessions up to a local date and the slots that should have one, by the date of the slot, in their order. */
  #window(end: string) {
    const { tx, schedule, scope } = this;
    const existing = byDate(sessionsOfSlots(tx, schedule.id, scope.from, end));
    const slots = byDate(keepsSessions(schedule) ? occurrences(planOf(tx, schedule), scope.from, end) : []);
    return { existing, slots };
  }

  #mayAdd(): boolean {
    return addsSessions(this.tx, this.schedule);
  }

  #add(slot: Occurrence): void {
    const { tx, schedule } = this;
    if (slot.startTime < this.#notBefore) return;
    const row = addSession(tx, schedule, slot);
    this.#outcome.created.push(row);
    this.#note('created', null, row);
  }

  /** A session that has started does not change; one that is completed neither, also when the clock is set back. */
  #mayChange({ startTime, completedAt }: SessionRow): boolean {
    return completedAt === null && startTime >= this.#notBefore;
  }

  #isEdited(row: SessionRow): boolean {
    return row.isModified === 1 && !this.scope.overwriteModified;
  }

  #keep(row: SessionRow, slot: Occurrence, earlier?: Occurrence): void {
    const { tx } = this;
    // None moves into the past.
    if (!this.#mayChange(row) || slot.startTime <= tx.now) return;
    if (row.cancelledAt !== null && row.cancelReason !== SCHEDULE_CHANGED) return;
    const fields = this.#isEdited(row)
      ? this.#edited({ ...row, ...this.#picture(row), occurrenceKey: slot.occurrenceKey }, slot)
      : { ...this.#fields(row, slot, earlier), isModified: 0 };
    const kind = this.#isEdited(row) ? 'kept' : 'updated';
    const isApplied = this.#apply(row, { ...row, ...fields, cancelledAt: null, cancelReason: null }, kind);
    if (!isApplied && kind === 'kept') this.#note('kept', row, row);
  }

  /** What changes of an edited session: it is one no more when the schedule now says the same. */
  #edited(row: SessionRow, slot: Occurrence): Partial<SessionRow> {
    const { occurrenceKey, imageUrl } = row;
    return { occurrenceKey, imageUrl, isModified: Number(differsFromSlot(row, this.schedule, slot)) };
  }

  /** The picture of the schedule, where an edited session has the picture that the schedule had. */
  #picture({ imageUrl }: SessionRow): Partial<SessionRow> {
    const { movesPicture = false, earlierTerms } = this.scope;
    return movesPicture && imageUrl === earlierTerms?.imageUrl ? { imageUrl: this.schedule.imageUrl } : {};
  }

  /** Changes a session of a rule that ends later. */
  #keepOffSlot(row: SessionRow): void {
    const { schedule, scope } = this;
    if (scope.earlierTerms === undefined || row.isModified === 1) return;
    if (!this.#mayChange(row) || row.cancelledAt !== null) return;
    this.#apply(row, { ...row, ...changedTerms(row, scope.earlierTerms, schedule) });
  }

  #fields(row: SessionRow, slot: Occurrence, earlier: Occurrence | undefined): Partial<SessionRow> {
    const fields = sessionFields(this.schedule, slot);
    const { earlierTerms } = this.scope;
    const isReset = row.isModified === 1 || row.cancelledAt !== null;
    if (earlierTerms === undefined || earlier === undefined || isReset) return fields;
    return changedFields(row, sessionFields(earlierTerms, earlier), fields);
  }

  /** Returns whether the session changes. One that was edited only follows its slot, and is kept. */
  #apply(row: SessionRow, next: SessionRow, kind: 'updated' | 'kept' = 'updated'): boolean {
    const { tx } = this;
    if (Bun.deepEquals(row, next) || next.startTime <= tx.now) return false;
    const isRescheduled = storeChange(tx, row, next, this.reactions);
    this.#outcome.updated.push(next);
    this.#note(kind, row, next, isRescheduled ? liveBookings(row) : 0);
    return true;
  }

  #note(kind: SessionChange['kind'], before: SessionRow | null, after: SessionRow | null, affected = 0): void {
    this.#outcome.changes.push({ kind, before, after, affected });
    this.#outcome.bookingsAffected += affected;
  }

  #drop(row: SessionRow): void {
    if (!this.#isEdited(row)) this.#remove(row);
    else if (this.#mayChange(row) && row.cancelledAt === null) this.#note('kept', row, row);
  }

  #remove(row: SessionRow): void {
    if (!this.#mayChange(row) || row.cancelledAt !== null) return;
    const { tx } = this;
    if (!hasHistory(tx, row.id)) {
      forgetPicture(tx, row.id, null);
      tx.db.query('delete from sessions where id = ?').run(row.id);
      this.#outcome.sessionsCancelled += 1;
      this.#note('cancelled', row, null);
      raiseCancelled(tx, row, upperSnake(SCHEDULE_CHANGED), 0);
    } else if (liveBookings(row) > 0 && this.scope.onRemoved === 'keep') {
      this.#detach(row);
    } else {
      this.#cancel(row);
    }
  }

  #detach(row: SessionRow): void {
    const next = setColumns(this.tx, Session, row, { scheduleId: null });
    raiseUpdated(this.tx, row, next);
    // The schedule follows its site later, and this session is no longer among its own.
    const siteBefore = unpack<SiteBefore>(this.schedule.siteBefore);
    if (siteBefore !== null) recordZoneChange(this.tx, row.siteId, siteBefore.timezone);
    // Its offers end at the cut-off without the policy of the schedule.
    if (this.schedule.bookingPolicyOverrides !== null) this.reactions.sessionMoved(this.tx, next);
    this.#outcome.updated.push(next);
    this.#note('detached', row, next, liveBookings(row));
  }

  #cancel(row: SessionRow): void {
    const affected = cancelRemoved(this.tx, row, this.reactions);
    this.#outcome.sessionsCancelled += 1;
    this.#note('cancelled', row, null, affected);
  }
}
