import type { TokenClaims } from '../auth/members/own/issuer.ts';
import type { SetupLink } from '../auth/staff/setup-link.ts';
import type { Read, Tx } from '../database/database.ts';
import type { Continued, LongChanges } from '../database/long-changes.ts';
import type { Store } from '../database/store.ts';
import type { Sweep } from '../database/sweep.ts';
import type { EventType } from '../events/catalogue.ts';
import type { ErrorReporter } from '../http/errors.ts';
import type { Operation } from '../http/operations/operation.ts';
import type { ReadOwn } from '../http/operations/own-readings.ts';
import type { ReadableAmong, RequireOperation } from '../http/operations/rights.ts';
import type { Authenticated, Caller } from '../kernel/caller.ts';
import type { Job } from '../kernel/periods.ts';
import type { Look } from '../mail/letter.ts';
import type { MediaLinks } from '../media/links.ts';
import type { MediaStore } from '../media/store.ts';
import type { Processor } from '../payments-processor/port.ts';
import type { CredentialDeps } from './api-keys/operations.ts';
import type { createTus } from './content-media/uploads/tus.ts';
import type { PosterUrl, PublicMediaUrl } from './content-media/view.ts';
import type { Appliance } from './health/operations.ts';
import type { JobRegistry } from './jobs/registry.ts';
import type { WriteToMembers } from './messages/direct/to-members.ts';
import type { WriteToStaff } from './messages/direct/to-staff.ts';
import type { PersonalLinks } from './messages/personal-links.ts';
import type { SendReceipt } from './messages/receipts/send.ts';
import type { ChargeDeps } from './payments/charging/call-processor.ts';
import type { Reactions } from './reactions.ts';
import type { SitePreviewResponse } from './schedules/previews/shapes.ts';
import type { SiteTrial } from './schedules/previews/site.ts';
import type { ProcessorInfo } from './settings/view.ts';
import type { RequestFacts } from './sign-in/browser.ts';
import type { Machine } from './system/port.ts';
import type { WebhookPort } from './webhooks/operations.ts';
import type { Secrets } from './webhooks/webhooks.ts';

/** The demo data with which an owner may begin. */
export interface DemoData {
  /** Makes them in another process, which takes some seconds. @returns what `place` takes. */
  make(start: { readonly now: number; readonly zone: string; readonly currency: string }): Promise<string>;
  /** @throws Problem 409 `studio_not_empty`. */
  requireEmpty(read: Read): void;
  /** Fills the studio, whose owner exists. @throws Problem 409 `studio_not_empty`. */
  place(tx: Tx, made: string, ownerId: string): void;
}

/** What signing members in needs of the program. */
interface MemberSignIn extends WriteToMembers {
  /** A signed ID token. */
  issue(of: TokenClaims): Promise<string>;
}

/** What the program gives to families. Each function of a family names the part that it uses. */
export interface FamilyDeps extends CredentialDeps {
  readonly store: Store;
  readonly reactions: Reactions;
  readonly requireOperation: RequireOperation;
  /** What a caller may read of other records, where a response says something of them. */
  readonly readableAmong: ReadableAmong;
  /** What the operations for members answer a member about themselves. */
  readonly readOwn: ReadOwn;
  readonly changes: Pick<LongChanges, 'finish' | 'run' | 'unawaited'>;
  /** Updates the sessions of a changed site, after the commit. */
  readonly followSite: (siteId: string) => Promise<unknown>;
  /** What a change of a site would do to its sessions. */
  readonly previewSite: (trial: SiteTrial) => Promise<SitePreviewResponse>;
  /** Waits until the traces of an erased client are removed from other records. */
  readonly finishErasure: (clientId: string) => Promise<unknown>;
  /** Changes every row that is due, until the program stops. */
  sweep<Row>(swept: Sweep<Row>): Promise<number>;
  readonly signal: AbortSignal;
  /** The files of media, and their uploads by tus. */
  readonly media: MediaStore;
  readonly tus: ReturnType<typeof createTus>;
  readonly mediaMaxBytes: number;
  readonly onMediaReady: () => void;
  readonly publicMediaUrl: PublicMediaUrl;
  readonly posterUrl: PosterUrl;
  readonly links: MediaLinks;
  readonly rootUrl: () => string;
  /** How the mails of the brand look. */
  readonly mailLook: (read: Read, language: string) => Look;
  readonly requests: RequestFacts;
  /** The caller of a request that stays open, looked up in `read`. @throws Problem 401 when it has ended. */
  readonly callerIn: (read: Read, request: Request) => Authenticated;
  /** Makes demo data and fills an empty studio with them; undefined where the program has no demo data. */
  readonly demoData: DemoData | undefined;
  /** The link of the first owner; undefined where none was printed. */
  readonly setup: SetupLink | undefined;
  readonly reportError: ErrorReporter;
  readonly report: (message: string, error: unknown) => void;
  readonly appliance: Appliance;
  /** The machine on which the server runs; undefined for a studio in memory. */
  readonly machine: Machine | undefined;
  /** The long work of this process, by which callers see how far it is. */
  readonly jobs: JobRegistry;
  readonly webhooks: WebhookPort;
  readonly secrets: Secrets;
  /** Writes to staff by mail; undefined where no mail server is set up. */
  readonly writeToStaff: WriteToStaff | undefined;
  /** Sends receipts by mail; undefined where no mail server is set up. */
  readonly sendReceipt: SendReceipt | undefined;
  /** How members sign in here; undefined where they sign in with other providers only. */
  readonly memberSignIn: MemberSignIn | undefined;
  /** The links that are a client's own. */
  readonly personalLinks: PersonalLinks;
  readonly processor: Processor;
  readonly processorInfo: () => ProcessorInfo;
  readonly charging: ChargeDeps;
  readonly payments: {
    /** Settles charges and refunds whose result is unknown. */
    settle(): Promise<void>;
    refreshAccount(): Promise<void>;
    /** Asks the processor now, and stores what it says of the account. @throws ProcessorFailure */
    askAccount(): Promise<{ readonly chargesEnabled: boolean; readonly isComplete: boolean }>;
  };
}

interface FamilyJob extends Omit<Job, 'run' | 'isIdleUntil'> {
  /** Does everything that is due, so that a missed run is made up by the next one. */
  run(deps: FamilyDeps): unknown;
  /** Whether a run at the time of `read` would do nothing. What is due at one time is due at later ones too. */
  isIdle?(read: Read, deps: FamilyDeps): boolean;
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
  readonly examples?: FamilyExamples;
  /** What changes in other families do here. `reactions` has the reactions of all families, and is complete when one is called. */
  readonly reactions?: (reactions: Reactions) => Partial<Reactions>;
  readonly longChanges?: (reactions: Reactions) => readonly Continued[];
}
