import { hasOwner } from '../../../auth/staff/owners.ts';
import { storePassword } from '../../../auth/staff/sign-in-rows.ts';
import type { Read, Tx } from '../../../database/database.ts';
import type { Caller } from '../../../kernel/caller.ts';
import { conflict, forbidden } from '../../../kernel/problem.ts';
import type { Program } from '../../program.ts';
import { brandSettings } from '../../settings/queries.ts';
import { changeSettings, findSettings } from '../../settings/settings.ts';
import { Site } from '../../sites/record.ts';
import { updateSite } from '../../sites/sites.ts';
import { idOfEmail } from '../../staff/queries.ts';
import { Staff, type StaffRow } from '../../staff/record.ts';
import { createStaff, updateStaff } from '../../staff/staff.ts';
import type { SetupPorts } from './ports.ts';
import type { SetupBody } from './shapes.ts';

/** The caller of what the link of the first start changes: it stands for the operator of the machine. */
const OPERATOR: Caller = {
  credentialId: 'set-up',
  kind: 'business',
  scopes: new Set(['*']),
  siteIds: null,
  tier: 'unlimited',
};

/** @throws Problem 409 `setup_done`, 403 `link_invalid`. */
export const requireSetup = (read: Read, { setup }: Pick<SetupPorts, 'setup'>, token: string): void => {
  if (hasOwner(read))
    throw conflict('setup_done', 'The studio already has an owner. Sign in, or ask an owner to invite you.');
  if (setup?.accepts(token, read.nowMs) === true) return;
  throw forbidden(
    'This link is no longer valid. Start the server again: it prints a new one, valid for 30 minutes.',
    'link_invalid',
  );
};

/** The owner: someone new, or who is known by this email, such as from an import. */
const ownerOf = (tx: Tx, { firstName, lastName, email }: SetupBody['owner']): StaffRow => {
  const known = Staff.rows.find(tx, idOfEmail(tx, email) ?? '');
  const person = { firstName, lastName, role: 'owner', status: 'active' } as const;
  return known === undefined
    ? createStaff(tx, OPERATOR, { ...person, email })
    : updateStaff(tx, OPERATOR, known, { ...person, permissionOverrides: null });
};

const changeStudio = (tx: Tx, { studio, site }: SetupBody, deps: Pick<Program, 'reactions'>): void => {
  const { name, locale, timezone, currency } = studio ?? {};
  const brand = {
    ...(name === undefined ? {} : { name }),
    ...(locale === undefined ? {} : { locale }),
    ...(timezone === undefined ? {} : { defaultTimezone: timezone }),
  };
  const payment = currency === undefined ? {} : { payment: { currency } };
  changeSettings(tx, OPERATOR, findSettings(tx, OPERATOR, {}), { brand, ...payment }, deps.reactions);
  const first = Site.find(tx, OPERATOR, brandSettings(tx).defaultSiteId);
  const ofStudio = { ...(timezone === undefined ? {} : { timezone }), ...(currency === undefined ? {} : { currency }) };
  updateSite(tx, first, { ...site, ...ofStudio }, deps.reactions);
};

/**
 * Sets the studio up for its first owner.
 * @throws Problem 400, 403 `link_invalid`, 409 `setup_done`.
 */
export const setUp = (
  tx: Tx,
  deps: SetupPorts & Pick<Program, 'reactions'>,
  { body, hash, demoData }: { readonly body: SetupBody; readonly hash: string; readonly demoData: string | undefined },
): StaffRow => {
  requireSetup(tx, deps, body.token);
  changeStudio(tx, body, deps);
  const owner = ownerOf(tx, body.owner);
  storePassword(tx, owner.id, hash);
  if (demoData !== undefined) deps.demoData?.place(tx, demoData, owner.id);
  return owner;
};
