import type { Clock } from '../../../kernel/clock.ts';
import { MINUTE_MS } from '../../../kernel/durations.ts';
import { lazily } from '../../../kernel/lazily.ts';
import type { Random } from '../../../kernel/random.ts';

/** How long a passkey has to answer, in ms. */
const OPEN_MS = 5 * MINUTE_MS;
const RANDOM_BYTES = 16;
const TIME_BYTES = 6;
const MAC_BYTES = 32;
const BODY_BYTES = RANDOM_BYTES + TIME_BYTES;

/**
 * What browsers are asked to sign with a passkey. A challenge carries its end, signed with a key of this process, so that
 * nothing is kept for those who only ask: no number of them ends the challenge of someone else. Only the challenges that a
 * passkey has answered are remembered, until they have ended: each works once.
 */
export const createChallenges = (random: Random, clock: Clock) => {
  const key = lazily(() => random.bytes(MAC_BYTES));
  const answered = new Map<string, number>();
  const macOf = (body: Uint8Array, owner: string): Buffer =>
    new Bun.CryptoHasher('sha256', key()).update(body).update(owner).digest();
  const forgetEnded = (): void => {
    const now = clock.now();
    // The first has ended first, but for clocks that were set.
    for (const [challenge, until] of answered) {
      if (now < until) return;
      answered.delete(challenge);
    }
  };
  return {
    /** @param owner who adds a passkey; undefined for a sign-in. */
    begin(owner: string | undefined): string {
      const body = Buffer.alloc(BODY_BYTES);
      body.set(random.bytes(RANDOM_BYTES));
      body.writeUIntBE(clock.now() + OPEN_MS, RANDOM_BYTES, TIME_BYTES);
      return Buffer.concat([body, macOf(body, owner ?? '')]).toString('base64url');
    },
    /** Whether a challenge was begun for this owner, has not ended and was not answered. */
    isOpen(challenge: string, owner: string | undefined): boolean {
      const bytes = Buffer.from(challenge, 'base64url');
      if (bytes.length !== BODY_BYTES + MAC_BYTES || bytes.toString('base64url') !== challenge) return false;
      const body = bytes.subarray(0, BODY_BYTES);
      const isOwn = crypto.timingSafeEqual(bytes.subarray(BODY_BYTES), macOf(body, owner ?? ''));
      return isOwn && clock.now() < body.readUIntBE(RANDOM_BYTES, TIME_BYTES) && !answered.has(challenge);
    },
    /** Records that a passkey has answered. False where one has before. */
    answer(challenge: string): boolean {
      forgetEnded();
      if (answered.has(challenge)) return false;
      answered.set(challenge, clock.now() + OPEN_MS);
      return true;
    },
  };
};
