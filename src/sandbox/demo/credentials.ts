import { createApiKey, hashKey } from '../../auth/api-keys/api-keys.ts';
import { createOAuthClient } from '../../auth/oauth/clients.ts';
import type { Read, Tx } from '../../database/database.ts';
import type { Caller } from '../../kernel/caller.ts';
import { KEYS, MEMBER_LINKS, OAUTH_CLIENTS } from '../../resources/demo-ids.ts';
import { linkMember } from '../../resources/member-links/member-links.ts';
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

const BY_HASH = 'select "id" from "apiKeys" where "hash" = ?';

/** The caller of the key of every sandbox. */
export const sandboxKeyCaller = (read: Read): Caller => {
  const credentialId = read.db.query<{ id: string }, [Buffer]>(BY_HASH).get(hashKey(SANDBOX_KEY))?.id;
  return { ...SETUP_CALLER, ...(credentialId === undefined ? {} : { credentialId }) };
};

/** Links the second client to a person at a sign-in provider. */
export const createDemoLink = (tx: Tx): void => {
  const link = { clientId: CLIENTS[1]?.id ?? '', issuer: 'https://login.demo-studio.example', subject: 'user-2' };
  linkMember(naming(tx, MEMBER_LINKS.second), SETUP_CALLER, link);
};
