import { demoId, MEMBER } from '../demo-ids.ts';
import { passkeyExample } from '../sign-in/passkeys/examples.ts';

// What the document shows of sign-ins, whose codes and devices it cannot have.

export const DEVICE = demoId(38, 1);

export const SIGNED_IN = {
  object: 'member_sign_in',
  status: 'signed_in',
  clientId: MEMBER,
  deviceId: DEVICE,
  idToken: 'eyJhbGciOiJFUzI1NiJ9.eyJzdWIiOiJkYW5hIn0.c2lnbmF0dXJl',
  expiresAt: '2026-03-02T16:00:00.000Z',
  refreshToken: 'rt_DocumentationExample0000000000000000',
  signUpToken: null,
};

export const PASSKEY = { id: demoId(45, 2), object: 'member_passkey', ...passkeyExample, clientId: MEMBER };
