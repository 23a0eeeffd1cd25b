import type { AnyElysia } from 'elysia';
import type { MemberIssuer } from '../auth/members/issuer.ts';
import type { SetupLink } from '../auth/staff/setup-link.ts';
import type { DiskListener } from '../database/disk-space.ts';
import type { Seal } from '../database/seal.ts';
import type { Store } from '../database/store.ts';
import type { AccessLog } from '../http/access-log.ts';
import type { ListedOperation } from '../http/docs/contents.ts';
import type { Demo } from '../http/docs/start.ts';
import type { ErrorReporter } from '../http/errors.ts';
import type { Metric } from '../http/metrics.ts';
import type { Node } from '../http/openapi/json.ts';
import type { Job } from '../kernel/periods.ts';
import type { Random } from '../kernel/random.ts';
import type { Timeline } from '../kernel/timer.ts';
import type { MailTransport } from '../mail/transport.ts';
import type { Ffmpeg } from '../media/ffmpeg.ts';
import type { MediaStore } from '../media/store.ts';
import type { Processor } from '../payments-processor/port.ts';
import type { TierLimits } from '../rate-limits/tiers.ts';
import type { Appliance } from '../resources/health/operations.ts';
import type { OutgoingPush } from '../resources/messages/push/transport.ts';
import type { DemoData } from '../resources/sign-in/setup/ports.ts';
import type { Machine } from '../resources/system/port.ts';
import type { WebhookDeps } from '../webhooks/pipeline.ts';

export interface AppDeps {
  readonly store: Store;
  readonly time: Timeline;
  readonly random: Random;
  readonly seal: Seal;
  readonly release: string;
  readonly environment: Appliance['environment'];
  /** `verify` also validates responses against their schemas (for tests). */
  readonly mode: 'serve' | 'verify';
  readonly tiers: TierLimits;
  readonly trustedProxies: readonly string[];
  /** Called once for each of the first few peers that send X-Forwarded-For but are no trusted proxies. */
  readonly onForwardedIgnored?: (peer: string) => void;
  readonly rootUrl: () => string;
  readonly setup?: SetupLink | undefined;
  /** Makes the demo data with which an owner may begin; absent where no one is set up. */
  readonly makeDemoData?: DemoData['make'];
  /** The machine on which the server runs, with its backups; absent for a studio in memory. */
  readonly machine?: Machine | undefined;
  readonly memberIssuers: readonly MemberIssuer[];
  /** Whether members sign in here too, with a code by email, where mail is set up; by default they do. */
  readonly memberSignIn?: boolean;
  readonly memberCorsOrigins: readonly string[];
  readonly webhookNetwork: WebhookDeps['network'];
  /** Sends webhooks; by default the network does. */
  readonly webhookSender?: WebhookDeps['sender'] | undefined;
  /** Sends emails; absent where no mail server is set up: then nothing is written to anyone. */
  readonly mail?: MailTransport | undefined;
  /** Sends notifications to push services; by default the network does. */
  readonly pushSender?: WebhookDeps['sender'] | undefined;
  /** Keeps a notification in place of a push service. Returns whether it has, so that nothing is sent. */
  readonly keepsPush?: (push: OutgoingPush) => boolean;
  /** Reports an internal error, with the request id or the name of the job. */
  readonly reportError: ErrorReporter;
  readonly accessLog?: AccessLog;
  readonly onDiskChange?: DiskListener;
  /** How the access log shows the address of a caller; without it the log has none. */
  readonly showAddress?: ((address: string) => string) | undefined;
  readonly jobs?: readonly Job[];
  /** The files of media, and the largest one that may be uploaded, in bytes. */
  readonly media: MediaStore;
  readonly mediaMaxBytes: number;
  /** Makes posters and renditions of videos; absent without ffmpeg. */
  readonly ffmpeg?: Ffmpeg | undefined;
  readonly processor: Processor;
  /** The connected account at the processor; null if the keys belong to the account itself. */
  readonly processorAccount: string | null;
  readonly metrics?: () => readonly Metric[];
  /** The token of `/metrics`; without it there is no such path and no metrics. */
  readonly metricsToken?: string | undefined;
  readonly demo?: () => Demo;
  /** Additional public routes that are not part of the API, such as the routes of the sandbox, and their prefix. */
  readonly extra?: {
    readonly prefix: string;
    readonly routes: AnyElysia;
    /** The operations, as the documentation names them. */
    readonly listed: readonly ListedOperation[];
    inDocument(document: Node): Node;
  };
}
