import type { Read, Tx } from '../database/database.ts';
import type { Continued } from '../database/long-changes.ts';
import type { Store } from '../database/store.ts';
import type { EventType } from '../events/catalogue.ts';
import type { Operation } from '../http/operations/operation.ts';
import type { Caller } from '../kernel/caller.ts';
import type { Job } from '../kernel/periods.ts';
import type { Reactions } from './reactions.ts';

interface FamilyJob<Deps> extends Omit<Job, 'run' | 'isIdleUntil'> {
  /** Does everything that is due, so that a missed run is made up by the next one. */
  run(deps: Deps): unknown;
  /** Whether a run at the time of `read` would do nothing. What is due at one time is due at later ones too. */
  isIdle?(read: Read, deps: Deps): boolean;
}

/** Work that runs exactly when it is due. A job does it later where an alarm fails. */
export interface FamilyAlarm {
  /** Names it in the event log. */
  readonly name: string;
  /** The next due time as an instant; undefined when no work is due. */
  dueAt(read: Read): string | undefined;
  run(store: Store): Promise<unknown>;
  /** The events that may change the due time. Without them, every commit may. */
  readonly changedBy?: readonly EventType[];
}

interface FamilyExamples {
  /** What the guide of the sandbox says of some of them, and their ids. */
  readonly records: readonly (readonly [label: string, id: string])[];
  /** Creates them, when the demo studio is otherwise complete. */
  create(tx: Tx, caller: Caller): void;
}

/**
 * What a family adds to the program: `family.ts` of its folder exports one, and `api.ts` lists them all. Its functions name what
 * they use: `Program`, and the ports that other modules declare. `Deps` is what they get, which src/api/ composes.
 */
export interface Family<Deps = never> {
  /** Lists of operations, or functions that make them. */
  readonly operations?: readonly (readonly Operation[] | ((deps: Deps) => readonly Operation[]))[];
  readonly jobs?: readonly FamilyJob<Deps>[];
  readonly alarms?: readonly FamilyAlarm[];
  readonly examples?: FamilyExamples;
  /** What changes in other families do here. `reactions` has the reactions of all families, and is complete when one is called. */
  readonly reactions?: (reactions: Reactions) => Partial<Reactions>;
  readonly longChanges?: (reactions: Reactions) => readonly Continued[];
}
