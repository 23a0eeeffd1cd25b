import type { Read, Tx } from '../database/database.ts';
import type { Continued, LongChanges } from '../database/long-changes.ts';
import type { Store } from '../database/store.ts';
import type { Sweep } from '../database/sweep.ts';
import type { EventType } from '../events/catalogue.ts';
import type { ErrorReporter } from '../http/errors.ts';
import type { Operation } from '../http/operations/operation.ts';
import type { RequireOperation } from '../http/operations/rights.ts';
import type { Caller } from '../kernel/caller.ts';
import type { Job } from '../kernel/periods.ts';
import type { MediaLinks } from '../media/links.ts';
import type { MediaStore } from '../media/store.ts';
import type { Processor } from '../payments-processor/port.ts';
import type { CredentialDeps } from './api-keys/operations.ts';
import type { createTus } from './content-media/uploads/tus.ts';
import type { PosterUrl, PublicMediaUrl } from './content-media/view.ts';
import type { Appliance } from './health/operations.ts';
import type { ChargeDeps } from './payments/charging/call-processor.ts';
import type { Reactions } from './reactions.ts';
import type { ProcessorInfo } from './settings/view.ts';
import type { WebhookPort } from './webhooks/operations.ts';
import type { Secrets } from './webhooks/webhooks.ts';

/** What the program gives to families. Each function of a family names the part that it uses. */
export interface FamilyDeps extends CredentialDeps {
  readonly store: Store;
  readonly reactions: Reactions;
  readonly requireOperation: RequireOperation;
  /** The changes that take several transactions. */
  readonly changes: Pick<LongChanges, 'finish' | 'run'>;
  /** Updates the sessions of a changed site, after the commit. */
  readonly followSite: (siteId: string) => Promise<unknown>;
  /** Waits until the traces of an erased client are removed from other records. */
  readonly finishErasure: (clientId: string) => Promise<unknown>;
  /** Changes every row that is due, until the program stops. */
  sweep<Row>(swept: Sweep<Row>): Promise<number>;
  /** Aborted when the program stops. */
  readonly signal: AbortSignal;
  /** The files of media, and their uploads by tus. */
  readonly media: MediaStore;
  readonly tus: ReturnType<typeof createTus>;
  /** The most bytes of a media. */
  readonly mediaMaxBytes: number;
  /** Called when a file can be played. */
  readonly onMediaReady: () => void;
  readonly publicMediaUrl: PublicMediaUrl;
  readonly posterUrl: PosterUrl;
  readonly links: MediaLinks;
  /** The public URL of this server. */
  readonly rootUrl: () => string;
  readonly reportError: ErrorReporter;
  /** Reports an error that the operator should know. */
  readonly report: (message: string, error: unknown) => void;
  readonly appliance: Appliance;
  readonly webhooks: WebhookPort;
  readonly secrets: Secrets;
  readonly processor: Processor;
  readonly processorInfo: () => ProcessorInfo;
  readonly charging: ChargeDeps;
  readonly payments: {
    /** Settles charges and refunds whose result is unknown. */
    settle(): Promise<void>;
    /** Updates the status of the account from the processor. */
    refreshAccount(): Promise<void>;
  };
}

/** A recurring job of a family. */
interface FamilyJob extends Omit<Job, 'run'> {
  /** Does everything that is due, so that a missed run is made up by the next one. */
  run(deps: FamilyDeps): unknown;
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

/** What a family adds to the program: `family.ts` of its folder exports one, and `api.ts` lists them all. */
export interface Family {
  /** Lists of operations, or functions that make them. */
  readonly operations?: readonly (readonly Operation[] | ((deps: FamilyDeps) => readonly Operation[]))[];
  readonly jobs?: readonly FamilyJob[];
  readonly alarms?: readonly FamilyAlarm[];
  /** The records of the demo studio that the examples of the operations name. */
  readonly examples?: FamilyExamples;
  /** What changes in other families do here. `reactions` has the reactions of all families, and is complete when one is called. */
  readonly reactions?: (reactions: Reactions) => Partial<Reactions>;
  /** The changes that may take several transactions. */
  readonly longChanges?: (reactions: Reactions) => readonly Continued[];
}
