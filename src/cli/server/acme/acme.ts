import type { Config } from '../../../config/settings.ts';
import type { Metric } from '../../../http/metrics.ts';
import { epochOf, isoInstant } from '../../../kernel/clock.ts';
import { DAY_MS, MINUTE_MS } from '../../../kernel/durations.ts';
import { errorMessage } from '../../../kernel/errors.ts';
import { everyMinute } from '../../../kernel/periods.ts';
import type { Log } from '../log.ts';
import { readPemFile } from '../pem-file.ts';
import { newKey, pemOf, selfSigned } from './der.ts';
import { acmeFiles, certificatePath, NO_FAILURES, readCertificate, writePrivate } from './files.ts';
import { type HttpListener, listenForChallenges } from './http-listener.ts';
import { issueCertificate } from './issue.ts';
import { AcmeError } from './protocol.ts';

/** The part of its life after which a certificate is renewed. */
const RENEWED_AFTER = 2 / 3;
/** The first wait after a failure; it doubles. Let's Encrypt allows five failed attempts an hour. */
const FIRST_WAIT_MS = 10 * MINUTE_MS;
const LONGEST_WAIT_MS = DAY_MS / 2;
/** An authority that asks for a longer wait is asked again after this time. */
const LONGEST_ASKED_MS = 7 * DAY_MS;
/** The life of the certificate that studiod signs itself. */
const TEMPORARY_MS = 90 * DAY_MS;

export interface AcmeDeps {
  readonly config: Config;
  readonly directory: string;
  readonly log: Log;
  /** Epoch ms. */
  readonly now: () => number;
  readonly root: () => string;
}

const readCa = ({ acmeCaFile }: Config): string | undefined =>
  acmeCaFile === undefined ? undefined : readPemFile('--acme-ca-file', acmeCaFile);

const isSame = (left: readonly string[], right: readonly string[]): boolean => left.join() === right.join();

/**
 * Prepares ACME in the data directory. Without a certificate the server starts with one that it signs itself, which no
 * client trusts: it is ready, and answers its own verbs, until the authority has issued one.
 */
export const createAcme = ({ config, directory, log, now, root }: AcmeDeps) => {
  const names = [...config.acmeDomain].sort();
  const path = certificatePath(directory);
  const files = acmeFiles(directory);
  const challenges = new Map<string, string>();
  const stopping = new AbortController();
  const wanted = { directory: config.acmeDirectory, names, email: config.acmeEmail, ca: readCa(config) };
  let reload = (): void => {};
  let listener: HttpListener | undefined;
  let running: Promise<void> | undefined;

  files.create();
  if (readCertificate(path) === undefined) {
    const key = newKey();
    writePrivate(path, pemOf(key) + selfSigned(names, key, now() - DAY_MS, now() + TEMPORARY_MS));
  }

  /** Whether a certificate is needed, for other names or because the present one has lived its time. */
  const isNeeded = (at: number): boolean => {
    const present = readCertificate(path);
    if (present === undefined || present.isTemporary || !isSame(present.names, names)) return true;
    return at >= present.from + (present.to - present.from) * RENEWED_AFTER;
  };

  /** Whether the last failure is too recent. One of the future was before the clock was set back. */
  const mustWait = (at: number): boolean => {
    const { failedAt, retryAt } = files.state.read() ?? NO_FAILURES;
    return failedAt !== null && retryAt !== null && epochOf(failedAt) <= at && at < epochOf(retryAt);
  };

  const recordFailure = (error: unknown): void => {
    const at = now();
    const failures = (files.state.read()?.failures ?? 0) + 1;
    const asked = error instanceof AcmeError ? Math.min(LONGEST_ASKED_MS, error.retryAfterMs) : 0;
    const wait = Math.max(asked, Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** (failures - 1)));
    const message = errorMessage(error);
    const retryAt = isoInstant(at + wait);
    const errorType = error instanceof AcmeError ? error.type : 'internal';
    files.state.write({ failures, lastError: message, errorType, failedAt: isoInstant(at), retryAt });
    log.error(`the certificate could not be obtained: ${message}`, { names: names.join(), failures, retryAt });
  };

  const attempt = async (): Promise<void> => {
    try {
      writePrivate(path, await issueCertificate({ wanted, files, challenges, signal: stopping.signal, now }));
      files.order.remove();
      files.state.write(NO_FAILURES);
      reload();
      log.info('certificate obtained', {
        names: names.join(),
        expiresAt: isoInstant(readCertificate(path)?.to ?? 0),
      });
    } catch (error) {
      // The next start continues with the same order.
      if (!stopping.signal.aborted) recordFailure(error);
    }
  };

  const run = async (): Promise<void> => {
    if (running !== undefined || stopping.signal.aborted || !isNeeded(now()) || mustWait(now())) return;
    running = attempt().finally(() => {
      running = undefined;
    });
    await running;
  };

  return {
    jobs: [{ name: 'certificate', period: everyMinute, run }],
    /** Opens the plain HTTP port and obtains a certificate if one is due. `reload` makes the server use a new one. */
    start(reloadServer: () => void) {
      reload = reloadServer;
      listener = listenForChallenges({ host: config.host, port: config.acmeHttpPort, names, root, challenges });
      void run();
    },
    /** Tries immediately, whatever failed before. */
    retry() {
      files.state.write({ ...(files.state.read() ?? NO_FAILURES), retryAt: null });
      void run();
    },
    metrics(): Metric[] {
      const { failures, errorType } = files.state.read() ?? NO_FAILURES;
      const labels = errorType === null ? {} : { error: errorType };
      return [
        {
          name: 'studiod_acme_failures',
          type: 'gauge',
          help: 'Failed attempts to obtain a certificate since the last one.',
          samples: [[labels, failures]],
        },
      ];
    },
    async stop() {
      stopping.abort();
      await listener?.close();
    },
  };
};

export type Acme = ReturnType<typeof createAcme>;
