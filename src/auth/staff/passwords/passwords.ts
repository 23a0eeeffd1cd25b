import { KeyedConcurrency } from '../../../kernel/concurrency.ts';
import { Problem } from '../../../kernel/problem.ts';

/** Argon2id as OWASP recommends it: 19 MiB and two passes, 25 ms of a processor. */
const HASHING = { algorithm: 'argon2id', memoryCost: 19_456, timeCost: 2 } as const;

/** The hash of a password that no one has. It is verified for people without a password, so that they take as long. */
const OF_NOBODY =
  '$argon2id$v=19$m=19456,t=2,p=1$CTce2+zv5H1A741z73FdSqUfmQ8wXLfpj3odCQouG7o$1/nmSTNokAQMasehwxjtScohPiN7FyzmXhRl3LLxwQc';

/** Hashes that are computed at the same time: each takes 19 MiB. */
const AT_ONCE = 2;

/** As it is hashed: like every text of a request, in NFC and without spaces around it. */
const normalized = (password: string): string => password.normalize('NFC').trim();

/** More wait for their turn under an attack only; they would wait for longer than anyone stays. */
const MOST_WAITING = 100;

const tooMany = (): Problem =>
  new Problem(429, 'rate_limited', 'Too many people are signing in right now. Wait a few seconds, then try again.', {
    retryAfter: 5,
    category: 'address',
  });

/** Hashes and verifies passwords, a few at a time. */
export const createPasswords = () => {
  const slots = new KeyedConcurrency(AT_ONCE);
  let waiting = 0;
  /** @throws Problem 429 `rate_limited` when too many wait. */
  const inTurn = async <T>(compute: () => Promise<T>): Promise<T> => {
    if (waiting >= MOST_WAITING) throw tooMany();
    waiting += 1;
    try {
      return await slots.run('', compute);
    } finally {
      waiting -= 1;
    }
  };
  return {
    hash: (password: string): Promise<string> => inTurn(() => Bun.password.hash(normalized(password), HASHING)),
    /** Whether a password has this hash. Without a hash it computes one all the same, and answers no. */
    verify: (password: string, hash: string | null | undefined): Promise<boolean> =>
      inTurn(async () => {
        const isRight = await Bun.password.verify(normalized(password), hash ?? OF_NOBODY);
        return isRight && typeof hash === 'string';
      }),
  };
};
