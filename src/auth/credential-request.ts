import type { Read } from '../database/database.ts';
import { isoInstant } from '../kernel/clock.ts';
import { didYouMean } from '../kernel/did-you-mean.ts';
import { characterCount } from '../kernel/plain-text.ts';
import { type Detail, invalid, invalidDetail } from '../kernel/problem.ts';
import { SCOPES } from '../kernel/scopes.ts';
import { isTier, TIERS } from '../kernel/tier.ts';
import { existingSites, isStaff } from './lookups.ts';

export interface CredentialRequest {
  /** At most 100 characters on one line. */
  readonly name: string;
  readonly scopes: readonly string[];
  /** Ids of the sites it is restricted to; absent or null for the whole brand. */
  readonly siteIds?: readonly string[] | null | undefined;
  /** The staff member for whom it acts; absent or null where it acts for no one. */
  readonly staffId?: string | null | undefined;
  /** `basic` when absent. */
  readonly tier?: string | undefined;
  /** An RFC 3339 instant; absent or null for a credential that never expires. */
  readonly expiresAt?: string | null | undefined;
}

const RFC_3339 = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{1,9})?(Z|[+-]\d{2}:\d{2})$/i;

const nameDetails = (name: string): Detail[] => {
  if (name === '') return [invalidDetail('name', 'Enter a name that says who uses it.', 'parameter_missing')];
  if (characterCount(name) > 100 || /\p{Cc}/u.test(name)) {
    return [
      invalidDetail('name', 'The name must be one line of at most 100 characters.', { reason: 'too_long', max: 100 }),
    ];
  }
  return [];
};

const ALL: ReadonlySet<string> = new Set(SCOPES);

/** What is wrong with a list of scopes, each as `scopes[n]`; empty when nothing is. */
export const scopeDetails = (scopes: readonly string[]): Detail[] => {
  if (scopes.length === 0) {
    const message = "A credential needs at least one scope, such as 'clients:read', or '*' for all of them.";
    return [{ param: 'scopes', code: 'parameter_missing', message }];
  }
  return scopes.flatMap((scope, index) => {
    if (ALL.has(scope)) return [];
    const hint = didYouMean(scope, SCOPES) || ` The scopes are: ${SCOPES.join(', ')}.`;
    return [invalidDetail(`scopes[${index}]`, `There is no scope '${scope}'.${hint}`, { reason: 'not_a_choice' })];
  });
};

const siteDetails = (read: Read, siteIds: readonly string[] | null): Detail[] => {
  if (siteIds === null) return [];
  if (siteIds.length === 0) {
    return [
      invalidDetail(
        'siteIds',
        'Send at least one site, or leave out siteIds for a credential that can access all sites.',
        { reason: 'too_few', min: 1 },
      ),
    ];
  }
  const existing = existingSites(read, siteIds);
  return siteIds.flatMap((id, index) => {
    const message = `There is no site with the id '${id}'. Send the id of an existing site.`;
    return existing.has(id) ? [] : [invalidDetail(`siteIds[${index}]`, message, 'resource_missing')];
  });
};

const staffDetails = (read: Read, id: string | null): Detail[] => {
  if (id === null || isStaff(read, id)) return [];
  const message = `There is no staff member with the id '${id}'. Send the id of an existing staff member.`;
  return [invalidDetail('staffId', message, 'resource_missing')];
};

const tierDetails = (tier: string): Detail[] => {
  if (isTier(tier)) return [];
  return [
    invalidDetail('tier', `There is no tier '${tier}'.${didYouMean(tier, TIERS)} The tiers are: ${TIERS.join(', ')}.`, {
      reason: 'not_a_choice',
    }),
  ];
};

/** Epoch ms of an RFC 3339 instant; NaN for anything else, a day the calendar does not have included. */
const parseInstant = (text: string): number => {
  if (!RFC_3339.test(text)) return Number.NaN;
  try {
    return Temporal.Instant.from(text).epochMilliseconds;
  } catch {
    return Number.NaN;
  }
};

const expiryDetails = (expiry: number | null, nowMs: number): Detail[] => {
  if (expiry === null) return [];
  if (Number.isNaN(expiry))
    return [
      invalidDetail('expiresAt', 'expiresAt must be a timestamp such as 2030-01-31T00:00:00Z.', {
        reason: 'not_a_time',
      }),
    ];
  return expiry > nowMs
    ? []
    : [invalidDetail('expiresAt', 'expiresAt must be in the future.', { reason: 'in_the_past' })];
};

/** A request after its checks, without repetitions. @throws Problem 400 with everything that is wrong with the request. */
export const checkCredential = (read: Read, request: CredentialRequest) => {
  const name = request.name.normalize('NFC').trim();
  const scopes = [...new Set(request.scopes)];
  const siteIds = request.siteIds == null ? null : [...new Set(request.siteIds)];
  const staffId = request.staffId ?? null;
  const { tier = 'basic' } = request;
  const expiry = request.expiresAt == null ? null : parseInstant(request.expiresAt);
  const details = [
    ...nameDetails(name),
    ...scopeDetails(scopes),
    ...siteDetails(read, siteIds),
    ...staffDetails(read, staffId),
    ...tierDetails(tier),
    ...expiryDetails(expiry, read.nowMs),
  ];
  if (details.length > 0 || !isTier(tier)) throw invalid(details);
  return { name, scopes, siteIds, staffId, tier, expiresAt: expiry === null ? null : isoInstant(expiry) };
};
