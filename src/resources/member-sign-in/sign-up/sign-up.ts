import { provedAddress, removeCodesOf } from '../../../auth/members/own/codes.ts';
import { addSignUp } from '../../../auth/members/own/sign-ups.ts';
import type { Read, Tx } from '../../../database/database.ts';
import { fullName } from '../../../kernel/full-name.ts';
import { forbidden, invalid, invalidDetail, missingResource, Problem } from '../../../kernel/problem.ts';
import { createClient } from '../../clients/clients.ts';
import { holderOfEmail } from '../../clients/queries.ts';
import { SELF_SIGN_UP } from '../../member-links/sign-in.ts';
import { requireActive } from '../../named-sites.ts';
import { brandDefaults, membershipSettings } from '../../settings/queries.ts';
import type { MembershipSettings } from '../../settings/shapes.ts';
import { Site, type SiteRow } from '../../sites/record.ts';
import { requireCurrent, requireGuardian, storeAgreement } from '../agreements/agreements.ts';
import type { SignInResult } from '../shapes.ts';
import { APPROVAL_PENDING, admissionOf, type Begun, type Device, signClientIn } from '../sign-in.ts';
import type { MemberSignInDeps } from '../state.ts';
import type { SignUpBody } from './shapes.ts';

const expired = (): Problem =>
  new Problem(
    401,
    'sign_up_expired',
    'The address was verified too long ago, or already used. Start again with a new code.',
  );

const closed = () => forbidden('Online sign-up is closed at this site. Ask the studio to add you.', 'sign_up_closed');

/** @throws Problem 400 `resource_missing`, 409 `site_inactive`. */
const homeOf = (read: Read, siteId: string | undefined): SiteRow => {
  const id = siteId ?? brandDefaults(read).defaultSiteId;
  const site = Site.rows.find(read, id);
  if (site === undefined) throw missingResource('siteId', 'site', id);
  requireActive(site);
  return site;
};

/** @throws Problem 400 with everything that the site asks for and the body has not. */
const requireAsked = ({ waiver, consent, askBirthDate }: MembershipSettings, body: SignUpBody): void => {
  const missing = [
    ...(waiver !== null && body.waiver === undefined ? ['waiver'] : []),
    ...(consent !== null && body.consent === undefined ? ['consent'] : []),
    ...(askBirthDate && body.dateOfBirth === undefined ? ['dateOfBirth'] : []),
  ];
  if (missing.length === 0) return;
  throw invalid(missing.map((param) => invalidDetail(param, `This site requires '${param}'.`, 'parameter_missing')));
};

/** Makes the client, with what the person has agreed to. Returns the id. */
const makeClient = (tx: Tx, email: string, site: SiteRow, body: SignUpBody, address: string): string => {
  const { firstName, lastName, phone, dateOfBirth, guardianName, language, marketing = false } = body;
  const waiver = body.waiver && requireCurrent(tx, site.id, 'waiver', body.waiver.version);
  const consent = body.consent && requireCurrent(tx, site.id, 'consent', body.consent.version);
  requireGuardian(tx, dateOfBirth, guardianName, site.id);
  const { id: clientId } = createClient(tx, SELF_SIGN_UP, {
    firstName,
    lastName,
    email,
    homeLocationId: site.id,
    status: 'lead',
    leadSource: 'sign-up',
    ...(phone === undefined ? {} : { phone }),
    ...(dateOfBirth === undefined ? {} : { dateOfBirth }),
    ...(language === undefined ? {} : { preferredLocale: language }),
    ...(marketing ? { marketingConsent: { email: true, source: 'sign_up' } } : {}),
    ...(waiver === undefined ? {} : { waiver: { status: 'signed', version: waiver.version, signedAt: tx.now } }),
  });
  const signatory = { clientId, guardianName, address, channel: 'sign_up' } as const;
  if (waiver !== undefined) {
    storeAgreement(tx, 'waiver', waiver, { ...signatory, name: body.waiver?.name ?? '' });
  }
  if (consent !== undefined) storeAgreement(tx, 'consent', consent, { ...signatory, name: fullName(body) });
  return clientId;
};

/**
 * Makes a client of whoever has proved an address. Where the address has become one of a client meanwhile, that client is
 * signed in and stays as they are.
 * @throws Problem 401 `sign_up_expired`, 403 `sign_up_closed`, 400, 409.
 */
export const signUp = (tx: Tx, deps: MemberSignInDeps, body: SignUpBody, device: Device): Begun | SignInResult => {
  const email = provedAddress(tx, body.signUpToken);
  if (email === undefined) throw expired();
  const known = holderOfEmail(tx, email);
  if (known !== undefined) {
    const admission = admissionOf(tx, known);
    if (admission === 'archived') throw closed();
    removeCodesOf(tx, email);
    return admission === 'pending' ? APPROVAL_PENDING : signClientIn(tx, deps, known, device);
  }
  const site = homeOf(tx, body.siteId);
  const settings = membershipSettings(tx, site.id);
  if (settings.signUp === 'closed') throw closed();
  requireAsked(settings, body);
  const clientId = makeClient(tx, email, site, body, device.address);
  removeCodesOf(tx, email);
  if (settings.signUp === 'open') return signClientIn(tx, deps, clientId, device);
  addSignUp(tx, clientId, site.id);
  return APPROVAL_PENDING;
};
