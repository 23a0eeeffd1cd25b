import type { Random } from '../kernel/random.ts';

const PREFIX = 'whsec_';
const SECRET_BYTES = 32;
/** How old a signature may be, in seconds (events.md "Delivery"). */
const TOLERANCE_SECONDS = 300;

/** A new signing secret: `whsec_` and 32 random bytes in base64. */
export const newSecret = (random: Random): string =>
  PREFIX + Buffer.from(random.bytes(SECRET_BYTES)).toString('base64');

/** HMAC-SHA256 of `<timestamp>.<body>` under the whole secret as shown, in lower-case hex (events.md "Signature"). */
export const signature = (secret: string, timestamp: number | string, body: string): string =>
  new Bun.CryptoHasher('sha256', secret).update(`${timestamp}.${body}`).digest('hex');

/** The value of `X-Service-Signature`. `timestamp` is in whole epoch seconds. */
export const signatureHeader = (secret: string, timestamp: number, body: string): string =>
  `t=${timestamp},v1=${signature(secret, timestamp, body)}`;

export interface ReceivedDelivery {
  readonly secret: string;
  readonly header: string;
  readonly body: string;
  readonly timestamp?: string | undefined;
}

/** Whether a signature is valid, and what is wrong if it is not. */
export interface Verification {
  readonly valid: boolean;
  /** `ok`, or what is wrong. */
  readonly code: string;
  readonly message: string;
}

const invalid = (code: string, message: string): Verification => ({ valid: false, code, message });

const sameHex = (left: string, right: string): boolean =>
  left.length === right.length && crypto.timingSafeEqual(Buffer.from(left), Buffer.from(right));

const serialisedAgain = (body: string): string => {
  try {
    return JSON.stringify(JSON.parse(body));
  } catch {
    return body;
  }
};

/** Common mistakes of receivers: code, message, and the secret and body that would be right if it was made. */
const mistakes = ({
  secret,
  body,
}: ReceivedDelivery): readonly (readonly [string, string, string | Buffer, string])[] => [
  ['secret_padded', 'The secret has blanks or line breaks around it. Remove them.', secret.trim(), body],
  [
    'secret_prefix_missing',
    "The secret lacks its 'whsec_'. Use the whole secret as it was shown.",
    PREFIX + secret,
    body,
  ],
  ['body_newline', 'The body has a line break at its end that was not sent. Use the raw bytes.', secret, body.trim()],
  [
    'body_line_ends',
    'The line ends of the body were changed. Use the raw bytes.',
    secret,
    body.replaceAll('\r\n', '\n'),
  ],
  [
    'body_reprinted',
    'The body was parsed and printed again. Verify the raw bytes before parsing.',
    secret,
    serialisedAgain(body),
  ],
];

const diagnose = (received: ReceivedDelivery, t: string, given: readonly string[]): Verification => {
  const matches = (key: string | Buffer, body: string) => {
    const expected = new Bun.CryptoHasher('sha256', key).update(`${t}.${body}`).digest('hex');
    return given.some((value) => sameHex(value, expected));
  };
  for (const [code, message, key, body] of mistakes(received)) {
    if (matches(key, body)) return invalid(code, message);
  }
  if (!received.secret.startsWith(PREFIX)) {
    return invalid(
      'secret_malformed',
      "This is not a signing secret: those start with 'whsec_'. Copy it from the endpoint.",
    );
  }
  return invalid(
    'signature_mismatch',
    'The signature was made with another secret or for another body. Use the secret of this endpoint, the newest one ' +
      'if it was rotated, and the raw bytes of the body.',
  );
};

/** Verifies as a receiver should. `nowSeconds` is in epoch seconds; null ignores the signature's age. */
export const verify = (received: ReceivedDelivery, nowSeconds: number | null): Verification => {
  const fields = received.header
    .trim()
    .split(',')
    .map((field) => field.trim().split('='));
  const t = fields.find(([name]) => name === 't')?.[1] ?? '';
  const given = fields.filter(([name]) => name === 'v1').map(([, value]) => value ?? '');
  if (!/^\d+$/.test(t))
    return invalid('header_malformed', "The header has no time. It must look like 't=<seconds>,v1=<hex>'.");
  if (!given.some((value) => /^[0-9a-f]{64}$/.test(value))) {
    return invalid(
      'header_malformed',
      "The header has no signature. It must look like 't=<seconds>,v1=<64 hex digits>'.",
    );
  }
  const expected = signature(received.secret, t, received.body);
  if (!given.some((value) => sameHex(value, expected))) return diagnose(received, t, given);
  if (received.timestamp !== undefined && received.timestamp.trim() !== t) {
    return invalid('timestamp_mismatch', "The signature is right, but X-Service-Timestamp is not its 't'. Use 't'.");
  }
  if (nowSeconds !== null && Math.abs(nowSeconds - Number(t)) > TOLERANCE_SECONDS) {
    const apart = Math.round(Math.abs(nowSeconds - Number(t)));
    return invalid(
      'timestamp_too_far',
      `The signature is right, but ${apart} seconds away from now; ${TOLERANCE_SECONDS} are allowed. Check the clock, or it is a replay.`,
    );
  }
  return { valid: true, code: 'ok', message: 'The signature is right.' };
};
