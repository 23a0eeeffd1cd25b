import { sweep } from '../database/sweep.ts';
import { reporterOf } from '../http/errors.ts';
import { type ReadOwn, readOwnOf } from '../http/operations/handlers/own-readings.ts';
import type { Operation } from '../http/operations/operation.ts';
import {
  type ReadableAmong,
  type RequireOperation,
  readableAmongOf,
  requireOperationOf,
} from '../http/operations/rights.ts';
import type { CredentialDeps } from '../resources/api-keys/operations.ts';
import type { MediaPorts } from '../resources/content-media/ports.ts';
import { unfinishedTraces } from '../resources/erasures/tables.ts';
import type { WorkPorts } from '../resources/jobs/ports.ts';
import type { MemberPorts } from '../resources/member-sign-in/ports.ts';
import type { MailPorts } from '../resources/messages/ports.ts';
import { finishLocalDays } from '../resources/packages/lifecycle/local-days.ts';
import type { PaymentPorts } from '../resources/payments/charging/ports.ts';
import type { Program } from '../resources/program.ts';
import type { Reactions } from '../resources/reactions.ts';
import { applySiteChange } from '../resources/schedules/changes/site-change.ts';
import type { SitePreviewResponse } from '../resources/schedules/previews/shapes.ts';
import { previewSite, type SiteTrial } from '../resources/schedules/previews/site.ts';
import type { RequestPorts } from '../resources/sign-in/browser.ts';
import type { SetupPorts } from '../resources/sign-in/setup/ports.ts';
import type { MachinePorts } from '../resources/system/port.ts';
import type { WebhookPorts } from '../resources/webhooks/operations.ts';

/** What the program gives to families, by the modules that declare it. */
export interface Ports {
  readonly program: Pick<Program, 'store' | 'rootUrl' | 'secrets' | 'signal' | 'reportError'>;
  readonly work: WorkPorts;
  readonly media: MediaPorts;
  readonly payments: PaymentPorts;
  readonly mail: MailPorts;
  readonly members: MemberPorts;
  readonly requests: RequestPorts;
  readonly setup: SetupPorts;
  readonly machine: MachinePorts;
  readonly webhooks: WebhookPorts['webhooks'];
  readonly credentials: CredentialDeps['credentials'];
}

/** Ports that follow from the other families and their operations. */
interface FamilyPorts {
  readonly requireOperation: RequireOperation;
  /** What a caller may read of other records, where a response says something of them. */
  readonly readableAmong: ReadableAmong;
  /** What the operations for members answer a member about themselves. */
  readonly readOwn: ReadOwn;
  /** Updates the sessions of a changed site, after the commit. */
  readonly applySiteChange: (siteId: string) => Promise<unknown>;
  /** What a change of a site would do to its sessions. */
  readonly previewSite: (trial: SiteTrial) => Promise<SitePreviewResponse>;
  /** Waits until the traces of an erased client are removed from other records. */
  readonly finishErasure: (clientId: string) => Promise<unknown>;
}

/** All that families get. Each of their functions names the part that it uses. */
export interface FamilyDeps
  extends Program,
    WorkPorts,
    MediaPorts,
    PaymentPorts,
    MailPorts,
    MemberPorts,
    RequestPorts,
    SetupPorts,
    MachinePorts,
    WebhookPorts,
    CredentialDeps,
    FamilyPorts {}

/** @param operations all of them, which are made with the result. */
export const familyDeps = (
  { program, work, media, payments, mail, members, requests, setup, machine, webhooks, credentials }: Ports,
  reactions: Reactions,
  operations: () => readonly Operation[],
): FamilyDeps => {
  const { store, signal, reportError } = program;
  const siteChangeDeps = {
    store,
    reactions,
    changes: work.changes,
    reportError: (error: unknown, id: string) => reportError(error, `following a site, schedule ${id}`),
  };
  const readableAmong = readableAmongOf(operations);
  return {
    ...program,
    ...work,
    ...media,
    ...payments,
    ...mail,
    ...members,
    ...requests,
    ...setup,
    ...machine,
    webhooks,
    credentials,
    reactions,
    report: reporterOf(reportError),
    sweep: (swept) => sweep(store, swept, signal),
    requireOperation: requireOperationOf(operations),
    readableAmong,
    readOwn: readOwnOf(operations),
    async applySiteChange(id) {
      await applySiteChange({ ...siteChangeDeps, signal }, id);
      await finishLocalDays(siteChangeDeps, id);
    },
    previewSite: (trial) => previewSite({ ...siteChangeDeps, readableAmong }, trial),
    finishErasure: (clientId) => work.changes.finish(unfinishedTraces, clientId),
  };
};
