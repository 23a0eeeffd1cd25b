import { existsSync } from 'node:fs';
import { lostAnswersIn } from '../../app/lost-answers.ts';
import { epochOf, isoInstant } from '../../kernel/clock.ts';
import { DAY_MS } from '../../kernel/durations.ts';
import { errorMessage } from '../../kernel/errors.ts';
import { acmeFiles, certificatePath, NO_FAILURES, readCertificate, withAcmeFiles } from '../server/acme/files.ts';
import { certificates } from '../server/certificates.ts';
import { checkExposure } from '../server/listen.ts';
import { fetchHealth } from '../server-health.ts';
import { stuckFindings } from './faults.ts';
import {
  type CheckContext,
  durationText,
  type Finding,
  failed,
  nothingYet,
  ok,
  type StartContext,
  together,
  warning,
} from './finding.ts';

/** A certificate that ends sooner is worth a warning, ms. */
const EXPIRES_SOON_MS = 14 * DAY_MS;
const EVERYBODY = /\/0$/;

const serverFinding = async ({ isServed, healthUrl }: CheckContext): Promise<Finding> => {
  if (!isServed) {
    return warning(
      'No server uses this directory, so no jobs run and no webhooks are sent.',
      'Start it: studiod serve',
      'server_not_running',
    );
  }
  const { origin } = healthUrl;
  const elsewhere = 'Set its address with --url, or run this with the settings of the server.';
  const health = await fetchHealth(healthUrl).catch((error: Error) => error);
  if (health instanceof Error) {
    return warning(
      `A server uses this directory, but ${origin} does not respond: ${health.message}.`,
      elsewhere,
      'server_silent',
      origin,
      health.message,
    );
  }
  const { body } = health;
  if (body.object !== 'health')
    return warning(`The program at ${origin} is not studiod.`, elsewhere, 'another_program', origin);
  const { scheduler, database, webhooks } = body.checks ?? {};
  if (scheduler !== 'ok') {
    return failed(
      `The scheduler of ${origin} is ${scheduler}.`,
      'The log names the failed job ("job ...") and the reason.',
      'jobs_failing',
      origin,
    );
  }
  if (body.status === 'ok') return ok(`Jobs run at ${origin} (studiod ${body.version}).`);
  return warning(
    `The server ${origin} is ${body.status}: database ${database}, webhooks ${webhooks}.`,
    'Look at the database, disk, and webhooks checks above, and the server log.',
    'server_degraded',
    `database: ${database}`,
    `webhooks: ${webhooks}`,
  );
};

/** Whether the jobs of a running server run, by its own word, and whether all long changes end. */
export const checkScheduler = async (context: CheckContext): Promise<Finding> =>
  together([await serverFinding(context), ...stuckFindings(context)]);

/** Up to this many answers are lost by clients that disconnect at that moment. */
const FEW_LOST = 3;

/** Writes whose answers no one got, as of a device that sends a line end behind its request. */
const lostAnswers = ({ db, now }: StartContext): Finding[] => {
  const lost = db === undefined ? undefined : lostAnswersIn(db, now);
  if (lost === undefined || lost.count < FEW_LOST) return [];
  const { count, since, at, request, credentialId } = lost;
  return [
    warning(
      `${count} writes since ${since} were completed, but the connection closed before the response. The last one was ${request} ` +
        `by ${credentialId} at ${at}.`,
      'A device that sends a line break after its request, or another request before the response, gets no response. Have it send ' +
        '"Connection: close" and nothing after the body, or put a proxy in front. See docs/first-calls.md.',
      'answers_lost',
      count,
      request,
    ),
  ];
};

export const checkProxy = (context: StartContext): Finding => {
  const { config } = context;
  const { host, port, publicUrl, behindProxy, trustedProxies } = config;
  try {
    checkExposure(config);
  } catch (error) {
    return failed(
      errorMessage(error),
      'Listen on 127.0.0.1 behind a proxy, or set certificate files.',
      'settings_wrong',
      errorMessage(error),
    );
  }
  const findings = [
    ok(
      `The server listens on ${host}:${port}${publicUrl === undefined ? '' : `, with the public address ${publicUrl}`}.`,
    ),
  ];
  if (behindProxy && trustedProxies.length === 0) {
    findings.push(
      warning(
        '--behind-proxy without --trusted-proxies: every request seems to come from the proxy, and all share its rate limits.',
        'Set --trusted-proxies to the address of the proxy, such as 127.0.0.1/32.',
        'proxy_not_trusted',
        '--trusted-proxies',
      ),
    );
  }
  if (trustedProxies.some((network) => EVERYBODY.test(network))) {
    findings.push(
      failed(
        '--trusted-proxies includes every address, so anyone can choose the address that rate limits and logs see.',
        'Set it to the addresses of your proxies only.',
        'everyone_trusted',
        '--trusted-proxies',
      ),
    );
  }
  if (behindProxy && publicUrl === undefined) {
    findings.push(
      warning(
        '--behind-proxy without --public-url: links to media name this machine.',
        'Set --public-url.',
        'no_public_url',
        '--public-url',
      ),
    );
  }
  if (publicUrl?.startsWith('http://') === true && !/^http:\/\/(?:localhost|127\.|\[::1\])/.test(publicUrl)) {
    findings.push(
      warning(
        `The public address ${publicUrl} has no TLS: keys and tokens can be read in transit.`,
        'Use https.',
        'no_tls',
        publicUrl,
      ),
    );
  }
  return together([...findings, ...lostAnswers(context)]);
};

/** What ACME did last: its error, and when it tries again. */
const acmeFindings = ({ config, directory }: StartContext): Finding[] => {
  const { failures, lastError, retryAt } = acmeFiles(directory).state.read() ?? NO_FAILURES;
  if (config.acmeDomain.length === 0 || lastError === null) return [];
  return [
    warning(
      `${failures} attempts to obtain a certificate for ${config.acmeDomain.join(', ')} failed, the last one with: ${lastError}.`,
      `Check that these names lead here and that port ${config.acmeHttpPort} can be reached from outside. The next attempt is ` +
        `${retryAt === null ? 'within a minute' : `at ${retryAt}`}, or immediately when you send the server HUP.`,
      'certificate_not_obtained',
      config.acmeDomain.join(', '),
      lastError,
    ),
  ];
};

export const checkTls = (context: StartContext): Finding => {
  const { directory, now } = context;
  const config = withAcmeFiles(context.config, directory);
  const isAcme = config.acmeDomain.length > 0;
  const failures = acmeFindings(context);
  if (isAcme && !existsSync(certificatePath(directory))) {
    return together([
      ...failures,
      warning('There is no certificate yet.', 'Start the server to obtain one.', 'certificate_missing'),
    ]);
  }
  let cert: string | undefined;
  try {
    cert = certificates(config).tls?.cert;
  } catch (error) {
    return failed(
      errorMessage(error),
      'Set --tls-cert and --tls-key to a chain and its key that this user can read.',
      'certificate_unreadable',
      errorMessage(error),
    );
  }
  if (cert === undefined) return nothingYet('No certificate files are set.', 'certificate_not_set_up');
  if (isAcme && readCertificate(certificatePath(directory))?.isTemporary === true) {
    const action = 'The running server obtains a certificate within minutes; if it cannot, its log has the reason.';
    return together([
      ...failures,
      warning('The certificate is temporary, and no app trusts it.', action, 'certificate_temporary'),
    ]);
  }
  const { X509Certificate } = process.getBuiltinModule('node:crypto');
  const { validTo } = new X509Certificate(cert);
  const left = epochOf(validTo) - now;
  const action = isAcme
    ? 'Start the server, or look at its log: it renews the certificate automatically.'
    : 'Put a new certificate in its place and send the server HUP.';
  const text = `Certificate ${config.tlsCert}`;
  if (left <= 0)
    return together([
      ...failures,
      failed(
        `${text} expired on ${validTo}.`,
        action,
        'certificate_expired',
        `${config.tlsCert}`,
        isoInstant(epochOf(validTo)),
      ),
    ]);
  if (left < EXPIRES_SOON_MS) {
    return together([
      ...failures,
      warning(
        `${text} expires in ${durationText(left)}.`,
        action,
        'certificate_expires',
        `${config.tlsCert}`,
        isoInstant(epochOf(validTo)),
      ),
    ]);
  }
  return together([...failures, ok(`${text} is valid until ${validTo}.`)]);
};
