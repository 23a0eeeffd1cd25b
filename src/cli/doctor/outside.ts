import { readFileSync } from 'node:fs';
import { fetchJson } from '../../auth/members/fetch-json.ts';
import { discoverIssuer } from '../../auth/members/remote-keys.ts';
import { applianceValue } from '../../database/data-directory.ts';
import { epochOf } from '../../kernel/clock.ts';
import { MINUTE_MS } from '../../kernel/durations.ts';
import { errorMessage } from '../../kernel/errors.ts';
import { redeliveryJobs } from '../../webhooks/failed-deliveries.ts';
import { webhookJobs } from '../../webhooks/jobs.ts';
import type { WebhookEndpointRow } from '../../webhooks/record.ts';
import { checkProcessor, createStripe } from '../server/processor.ts';
import { faultFindings } from './faults.ts';
import { type CheckContext, durationText, type Finding, failed, nothingYet, ok, together, warning } from './finding.ts';
import { webhookSecretFindings } from './settings.ts';

/** An event that has been due for longer should have been sent, ms. */
const LATE_MS = 15 * MINUTE_MS;

export const checkCards = async ({ config, db, progress }: CheckContext): Promise<Finding> => {
  if (config.processor !== 'stripe') {
    const isBusiness = db !== undefined && applianceValue(db, 'purpose') === 'business';
    const text = 'The sandbox processor takes no real money.';
    return isBusiness
      ? warning(text, 'To charge cards, set --processor stripe and its keys.', 'sandbox_processor')
      : nothingYet(text, 'sandbox_processor');
  }
  const action =
    'Check STUDIOD_STRIPE_SECRET_KEY and STUDIOD_STRIPE_PUBLISHABLE_KEY, and whether this machine can reach Stripe.';
  progress('contacting Stripe');
  try {
    checkProcessor(config);
    const stripe = createStripe(config);
    const place = { mode: stripe.mode, account: config.stripeAccount ?? null };
    const { chargesEnabled, isComplete } = await stripe.accountState(place);
    return together([
      ok(`Stripe accepts the keys (${place.mode} mode), and the account can charge cards.`),
      ...(chargesEnabled && isComplete
        ? []
        : [
            failed(
              'The account cannot charge cards yet.',
              'Complete its onboarding in the Stripe dashboard.',
              'account_incomplete',
            ),
          ]),
      ...webhookSecretFindings(config),
    ]);
  } catch (error) {
    return failed(
      `The card processor does not work: ${errorMessage(error)}`,
      action,
      'processor_fails',
      errorMessage(error),
    );
  }
};

export const checkIssuer = async ({ config, progress }: CheckContext): Promise<Finding> => {
  const { memberIssuer, memberAudience } = config;
  if (memberIssuer === undefined && memberAudience.length === 0)
    return ok('Members sign in without an outside provider.');
  if (memberIssuer === undefined || memberAudience.length === 0) {
    return failed(
      '--member-issuer and --member-audience must be set together.',
      'Set both, or neither.',
      'issuer_half_set',
      '--member-issuer',
      '--member-audience',
    );
  }
  progress(`contacting ${memberIssuer}`);
  try {
    const { keysUrl } = await discoverIssuer(memberIssuer, fetchJson);
    const { keys } = Object(await fetchJson(keysUrl));
    if (Array.isArray(keys) && keys.length > 0)
      return ok(`${memberIssuer} has ${keys.length === 1 ? '1 key' : `${keys.length} keys`}.`);
    return failed(
      `${keysUrl} has no keys.`,
      'Check --member-issuer and the keys of the provider.',
      'issuer_without_keys',
      keysUrl,
    );
  } catch (error) {
    return failed(
      `Members cannot sign in with ${memberIssuer}: ${errorMessage(error)}.`,
      'Check --member-issuer, and whether this machine can reach it.',
      'issuer_fails',
      memberIssuer,
      errorMessage(error),
    );
  }
};

const readCa = (path: string | undefined): Finding[] => {
  if (path === undefined) return [];
  try {
    readFileSync(path);
    return [];
  } catch (error) {
    return [
      failed(
        `The webhook CA file cannot be read: ${errorMessage(error)}.`,
        'Check --webhook-ca-file.',
        'not_readable',
        errorMessage(error),
      ),
    ];
  }
};

/** When the first event that waits became due. */
const OLDEST = "select min(dueAt) as dueAt from queueJobs where queue = 'webhooks'";

export const checkWebhooks = ({ db, config, isServed, now }: CheckContext): Finding => {
  if (db === undefined) return ok('Endpoints are not checked without the database.');
  const endpoints = db
    .query<Pick<WebhookEndpointRow, 'name' | 'url' | 'status' | 'consecutiveFailures'>, []>(
      'select name, url, status, consecutiveFailures from webhookEndpoints order by id',
    )
    .all();
  const bad = endpoints.filter((each) => each.status !== 'enabled' && each.consecutiveFailures > 0);
  const oldest = db.query<{ dueAt: string | null }, []>(OLDEST).get()?.dueAt;
  const late = oldest == null ? 0 : now - epochOf(oldest);
  const queue = `An event has been waiting for delivery for ${durationText(late)}.`;
  return together([
    ok(`${endpoints.length} endpoints, none failing.`),
    ...readCa(config.webhookCaFile),
    ...faultFindings(db, webhookJobs, 'webhook deliveries'),
    ...faultFindings(db, redeliveryJobs, 'repeated webhook deliveries'),
    ...bad.map(({ name, url, status, consecutiveFailures }) =>
      warning(
        `Endpoint '${name}' (${new URL(url).host}) is ${status} after ${consecutiveFailures} failed events in a row.`,
        'Fix the endpoint (GET /v2/webhooks/{id}/deliveries shows its responses), then enable it and redeliver.',
        'webhook_failing',
        name,
        new URL(url).host,
      ),
    ),
    ...(late <= LATE_MS
      ? []
      : isServed
        ? [
            failed(
              queue,
              'Look at the server log, and check whether the endpoints respond in time.',
              'webhook_late',
              `${oldest}`,
            ),
          ]
        : [warning(queue, 'Start the server: studiod serve', 'server_not_running')]),
  ]);
};
