import { demoId, STAFF } from '../../demo-ids.ts';
import { ALGORITHMS, TIMEOUT_MS } from './passkeys.ts';

// What the document shows of passkeys, which only a device can make.

const CHALLENGE = 'c3R1ZGlvZC1kb2N1bWVudGF0aW9uLWNoYWxsZW5nZQ';
const RELYING_PARTY = 'studio.example';
const CREATED_AT = '2026-03-02T15:00:00.000Z';

export const SIGNING_OPTIONS = {
  object: 'passkey_options',
  publicKey: { challenge: CHALLENGE, timeout: TIMEOUT_MS, rpId: RELYING_PARTY, userVerification: 'required' },
};

/** The options of a new passkey of someone. */
export const addingExample = (id: string, name: string, displayName: string): object => ({
  object: 'passkey_options',
  publicKey: {
    rp: { id: RELYING_PARTY, name: 'Demo Studio' },
    user: { id: Buffer.from(id).toString('base64url'), name, displayName },
    challenge: CHALLENGE,
    pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: 'public-key', alg })),
    timeout: TIMEOUT_MS,
    excludeCredentials: [],
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
    attestation: 'none',
  },
});

export const RECOVERY_CODES = ['k7m2-9xqf-4tbn', 'p3wd-6hzr-8cvy'];

/** A passkey, with the names that it has for members and for staff. */
export const passkeyExample = { createdAt: CREATED_AT, updatedAt: CREATED_AT, name: 'Phone', lastUsedAt: null };

export const ADDED = {
  id: demoId(45, 1),
  object: 'staff_passkey',
  ...passkeyExample,
  staffId: STAFF.owner,
  recoveryCodes: RECOVERY_CODES,
};
