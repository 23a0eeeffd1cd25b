import type { Read } from '../../database/database.ts';
import { eventTypes as allTypes } from '../../events/catalogue.ts';
import { LEGACY_CHECK_IN } from '../../events/legacy-check-in.ts';
import { type Caller, requireSite } from '../../kernel/caller.ts';
import { didYouMean } from '../../kernel/did-you-mean.ts';
import { type Detail, forbidden, invalid, invalidDetail } from '../../kernel/problem.ts';
import { missingRecords } from '../../records/existing.ts';
import { unpackList } from '../../records/json.ts';
import type { WebhookEndpointRow } from '../../webhooks/record.ts';
import type { AddressCheck } from '../../webhooks/sending/address-check.ts';
import { customHeaderProblem } from '../../webhooks/sending/custom-header.ts';
import { Site } from '../sites/record.ts';
import type { UpdateWebhookBody } from './shapes.ts';

/** Everything that an endpoint can subscribe to. */
const PATTERNS = new Set<string>([
  '*',
  ...allTypes,
  ...allTypes.map((type) => type.replace(/\..*/, '.*')),
  LEGACY_CHECK_IN,
]);

export const urlProblems = async (addressCheck: AddressCheck, url: string | undefined): Promise<Detail[]> => {
  const problem = url === undefined ? undefined : await addressCheck.checkRegistration(url);
  return problem === undefined ? [] : [invalidDetail('url', problem, 'webhook_url_not_allowed')];
};

const eventTypeProblems = (eventTypes: readonly string[]): Detail[] =>
  eventTypes.flatMap((type, index) => {
    if (PATTERNS.has(type)) return [];
    const message = `Unknown event type '${type}'.${didYouMean(type, PATTERNS)} See /docs.`;
    return [invalidDetail(`eventTypes[${index}]`, message, { reason: 'not_a_choice' })];
  });

/** Everything that is wrong with a body except its URL. */
const problemsOf = (read: Read, body: UpdateWebhookBody, scope: string, locationIds: readonly string[]): Detail[] => {
  const { eventTypes = [], locationIds: named = [], customHeader } = body;
  const problems = eventTypeProblems(eventTypes);
  if (scope === 'selected' && locationIds.length === 0) {
    const message = "Send at least one location, or set 'locationScope' to 'all'.";
    problems.push(invalidDetail('locationIds', message, 'parameter_missing'));
  }
  if (scope === 'all' && named.length > 0) {
    problems.push(
      invalidDetail('locationIds', "Locations can only be sent with 'locationScope': 'selected'.", {
        reason: 'not_applicable',
      }),
    );
  }
  problems.push(...missingRecords(read, Site, named, 'locationIds'));
  const headerProblem = customHeader ? customHeaderProblem(customHeader.name, customHeader.value) : undefined;
  if (headerProblem !== undefined)
    problems.push(invalidDetail('customHeader', headerProblem, 'custom_header_not_allowed'));
  return problems;
};

/** `ofUrl` is what is wrong with its URL. @throws Problem 400 with every fault, 403 for hidden locations. */
export const locationsAfter = (
  read: Read,
  caller: Caller,
  body: UpdateWebhookBody,
  ofUrl: readonly Detail[],
  current?: WebhookEndpointRow,
): { locationScope: WebhookEndpointRow['locationScope']; locationIds: string[] } => {
  const locationScope = body.locationScope ?? current?.locationScope ?? 'all';
  const present = locationScope === 'selected' ? unpackList<string>(current?.locationIds ?? null) : [];
  const locationIds = [...new Set(body.locationIds ?? present)];
  const problems = [...ofUrl, ...problemsOf(read, body, locationScope, locationIds)];
  if (problems.length > 0) throw invalid(problems);
  if (caller.siteIds !== null && locationScope === 'all') {
    throw forbidden('This credential is restricted to some sites. Select locations among them.', 'site_not_allowed');
  }
  for (const siteId of locationIds) requireSite(caller, siteId);
  return { locationScope, locationIds };
};
