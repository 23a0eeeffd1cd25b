import { createApiKey, hashKey } from '../../auth/api-keys/api-keys.ts';
import { createOAuthClient } from '../../auth/oauth/clients.ts';
import { createLink } from '../../auth/staff/links.ts';
import { beginSession } from '../../auth/staff/sessions.ts';
import { changeSignIn } from '../../auth/staff/sign-in-rows.ts';
import type { Read, Tx } from '../../database/database.ts';
import type { Caller } from '../../kernel/caller.ts';
import { isoInstant } from '../../kernel/clock.ts';
import { DAY_MS, MINUTE_MS } from '../../kernel/durations.ts';
import { INVITATIONS, KEYS, MEMBER_LINKS, OAUTH_CLIENTS, STAFF, STAFF_SESSIONS } from '../../resources/demo-ids.ts';
import { linkMember } from '../../resources/member-links/member-links.ts';
import { DEMO_INVITATION } from '../../resources/sign-in/invitations/operations.ts';
import { Staff } from '../../resources/staff/record.ts';
import { CLIENTS } from './clients.ts';
import { naming } from './naming.ts';
import { SETUP_CALLER } from './setup.ts';

/** The API key of every sandbox. It is public, and gives access to made-up data only. */
export const SANDBOX_KEY = 'sk_test_SandboxKeyKnownToEveryone0000000';

/** A key of every sandbox that may do little: reads clients, and reads and changes bookings. */
export const WEBSITE_KEY = 'sk_test_WebsiteKeyKnownToEveryone0000000';

const OAUTH_SECRET = 'ocs_ReportingSecretKnownToEveryone000';

/** Creates the key of every sandbox, and a key and an OAuth client that may do less. */
export const createCredentials = (tx: Tx): void => {
  createApiKey(tx, SANDBOX_KEY, { name: 'Sandbox', scopes: ['*'], tier: 'unlimited' });
  const website = { name: 'Website', scopes: ['clients:read', 'bookings:write'] };
  createApiKey(naming(tx, KEYS.website), WEBSITE_KEY, website);
  const reporting = { name: 'Reporting', scopes: ['payments:read'] };
  createOAuthClient(naming(tx, OAUTH_CLIENTS.reporting), OAUTH_SECRET, reporting);
};

/** `sandbox password`, for everyone as whom a sandbox signs in: a hash takes 30 ms of each start. */
const PASSWORD_HASH =
  '$argon2id$v=19$m=19456,t=2,p=1$aUibWJsd50YWm9By0TNrrzmLENtCUWr/787ZI2VfaxM$hatulgzz8HlUXzF9u2gZPzsYUWsntqbkfEPnHeJ3IcA';

/** A session of the owner of every sandbox, for programs that try what people do who are signed in. */
export const SANDBOX_SESSION = 'SandboxSessionOfTheOwnerKnownToEveryone0000';

/** Lets everyone sign in but one person, who is invited, and signs the owner in. */
export const createDemoSignIn = (tx: Tx): void => {
  for (const staffId of [STAFF.owner, STAFF.frontDesk, STAFF.ana, STAFF.lucia, STAFF.kenji, STAFF.noor]) {
    changeSignIn(tx, staffId, { passwordHash: PASSWORD_HASH, passwordChangedAt: tx.now });
  }
  const origin = { userAgent: 'Mozilla/5.0 (X11; Linux x86_64) Chrome/145.0.0.0', address: '127.0.0.1' };
  beginSession(tx, SANDBOX_SESSION, STAFF.owner, origin, STAFF_SESSIONS.owner);
  const invitation = { staffId: STAFF.ben, purpose: 'invitation', createdBy: STAFF.owner } as const;
  createLink(tx, DEMO_INVITATION, invitation, INVITATIONS.ben);
};

/** When people have last signed in, in days and minutes before the start. Ben has his invitation. */
const LAST_SIGN_INS = [
  [STAFF.owner, 0, 148],
  [STAFF.frontDesk, 0, 41],
  [STAFF.ana, 0, 385],
  [STAFF.lucia, 1, 62],
  [STAFF.kenji, 2, 97],
  [STAFF.noor, 5, 210],
] as const;

/** The team of a sandbox has been here before. Demo data of a studio have no one who has: such people stay when it is removed. */
export const noteSignIns = (tx: Tx): void => {
  for (const [staffId, days, minutes] of LAST_SIGN_INS) {
    const at = tx.nowMs - days * DAY_MS - minutes * MINUTE_MS;
    Staff.rows.update(tx, staffId, { lastLoginAt: isoInstant(at) });
  }
};

const BY_HASH = 'select "id" from "apiKeys" where "hash" = ?';

export const sandboxKeyCaller = (read: Read): Caller => {
  const credentialId = read.db.query<{ id: string }, [Buffer]>(BY_HASH).get(hashKey(SANDBOX_KEY))?.id;
  return { ...SETUP_CALLER, ...(credentialId === undefined ? {} : { credentialId }) };
};

/** Links the second client to a person at a sign-in provider. */
export const createDemoLink = (tx: Tx): void => {
  const link = { clientId: CLIENTS[1]?.id ?? '', issuer: 'https://login.demo-studio.example', subject: 'user-2' };
  linkMember(naming(tx, MEMBER_LINKS.second), SETUP_CALLER, link);
};
