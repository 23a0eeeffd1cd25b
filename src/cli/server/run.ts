import { readFileSync } from 'node:fs';
import type { MemberIssuer } from '../../auth/members/issuer.ts';
import { remoteIssuer } from '../../auth/members/remote-issuer.ts';
import type { Config } from '../../config/settings.ts';
import { afterReal, type Clock, nextTurn } from '../../kernel/clock.ts';
import { type Call, exit, Failure } from '../verb.ts';
import { release } from '../verbs/version.ts';
import type { Listening } from './listen.ts';
import { createLog, type Log } from './log.ts';

/** What others may want to know of a server that is ready. */
export interface Addresses {
  readonly rootUrl: string;
  readonly baseUrl: string;
  readonly docs: string;
  readonly pid: number;
}

/** The addresses below a root. */
export const addressesOf = (rootUrl: string): Addresses => ({
  rootUrl,
  baseUrl: `${rootUrl}/v2`,
  docs: `${rootUrl}/docs`,
  pid: process.pid,
});

/** The log of a server: beside the ready line on stderr, on stdout otherwise. */
export const logOf = (call: Call, { logFormat, logLevel }: Config): Log => {
  const isTerminal = call.json ? call.isTerminal.complain : call.isTerminal.print;
  const automatic = isTerminal ? 'text' : 'json';
  return createLog({
    format: logFormat === 'auto' ? automatic : logFormat,
    level: logLevel,
    write: call.json ? call.complain : call.print,
  });
};

/** A while after the start, what only the start needed is given back: a tenth of what an idle server holds. */
const SETTLED_MS = 1_000;

/** A server that is ready, and what ends it. */
export interface Running {
  readonly call: Call;
  readonly log: Log;
  readonly listening: Listening;
  /** Settles with the name of the signal when a stop is asked for. */
  readonly stopped: Promise<string>;
  /** Ends what happens by itself. */
  stop(): Promise<void>;
}

const describe = (error: unknown): string => (error instanceof Error ? (error.stack ?? error.message) : String(error));

/** What an application is told by the settings, whether it serves a business or a sandbox. */
export const sharedDeps = (config: Config, log: Log) => ({
  release,
  mode: 'serve' as const,
  tiers: { basic: config.rateBasic, premium: config.ratePremium, pro: config.ratePro },
  trustedProxies: config.trustedProxies,
  onForwardedIgnored: (peer: string) =>
    log.warn('X-Forwarded-For is ignored: its sender is not among --trusted-proxies', { peer }),
  memberCorsOrigins: config.memberCorsOrigins,
  metricsToken: config.metricsToken,
  reportError: (error: unknown, where: string) => log.error(describe(error), { where }),
  ...(log.request === undefined ? {} : { accessLog: log.request }),
});

/** The configured provider of ID tokens, where there is one. @throws Failure when half of it is configured. */
export const memberIssuers = (config: Config, clock: Clock, log: Log): MemberIssuer[] => {
  const { memberIssuer: issuer, memberAudience: audiences } = config;
  if ((issuer === undefined) !== (audiences.length === 0)) {
    throw new Failure('--member-issuer and --member-audience belong together: give both, or neither.', exit.usage);
  }
  if (issuer === undefined) return [];
  const report = (message: string, error: unknown) => log.warn(`${message}: ${describe(error)}`);
  return [remoteIssuer({ issuer, audiences, clock, report })];
};

/** @throws Failure when the file of certificate authorities cannot be read. */
export const webhookNetwork = ({ webhookAllowedNetworks, webhookCaFile }: Config) => ({
  allowedNetworks: webhookAllowedNetworks,
  ...(webhookCaFile === undefined ? {} : { extraCa: [readPem(webhookCaFile)] }),
});

const readPem = (path: string): string => {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw new Failure(`The webhook CA file cannot be read: ${(error as Error).message}`);
  }
};

/** Settles at the first TERM or INT. Ask before anything is opened, so that whatever is opened is closed in order. */
export const untilStopped = (call: Call): Promise<string> => new Promise((resolve) => call.onStop(resolve));

/** Serves until `stopped`; the port and the application are closed when it comes back. HUP reads the TLS files again. */
export const runUntilStopped = async ({ call, log, listening, stopped, stop }: Running): Promise<void> => {
  if (listening.hasCertificate)
    call.onReload(() => {
      try {
        listening.reload();
        log.info('the TLS files are read again');
      } catch (error) {
        log.error((error as Error).message);
      }
    });
  afterReal(SETTLED_MS, Bun.shrink);
  const signal = await stopped;
  log.info(`${signal}: finishing what is in flight; a second signal ends at once`);
  log.flush();
  // Both at once: readiness answers 503 and deliveries are parked while requests in flight finish.
  await Promise.all([listening.close(), stop()]);
  await turn();
};

/** Lets what was answered last be logged. */
const turn = (): Promise<void> => new Promise((resolve) => nextTurn(() => resolve()));
