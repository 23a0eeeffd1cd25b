import { importJWK, type JWTPayload, jwtVerify } from 'jose';

/** What a stand-in for a push service does with a notification. */
type Answer = 'hangs' | { readonly status: number; readonly headers?: Record<string, string> };

interface Received {
  readonly path: string;
  readonly headers: Headers;
  /** What the browser shows. */
  readonly payload: Record<string, string>;
  /** What the sender has signed. */
  readonly claims: JWTPayload;
}

interface Browser {
  readonly subscription: {
    readonly endpoint: string;
    readonly keys: { readonly p256dh: string; readonly auth: string };
  };
  readonly keys: CryptoKeyPair;
  readonly auth: Uint8Array<ArrayBuffer>;
}

const base64url = (bytes: ArrayBuffer | Uint8Array): string => Buffer.from(new Uint8Array(bytes)).toString('base64url');
const text = new TextEncoder();

const hkdf = async (
  salt: Uint8Array<ArrayBuffer>,
  secret: ArrayBuffer,
  info: Uint8Array<ArrayBuffer>,
  length: number,
) => {
  const key = await crypto.subtle.importKey('raw', secret, 'HKDF', false, ['deriveBits']);
  return crypto.subtle.deriveBits({ name: 'HKDF', hash: 'SHA-256', salt, info }, key, length * 8);
};

const joined = (...parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> => new Uint8Array(Buffer.concat(parts));

/** Decrypts as a browser does (RFC 8188, RFC 8291). */
const decrypt = async ({ keys, auth }: Browser, body: Uint8Array<ArrayBuffer>): Promise<string> => {
  const [salt, idLength] = [body.slice(0, 16), body[20] ?? 0];
  const sender = body.slice(21, 21 + idLength);
  const own = new Uint8Array(await crypto.subtle.exportKey('raw', keys.publicKey));
  const curve = { name: 'ECDH', namedCurve: 'P-256' };
  const senderKey = await crypto.subtle.importKey('raw', sender, curve, false, []);
  const shared = await crypto.subtle.deriveBits({ name: 'ECDH', public: senderKey }, keys.privateKey, 256);
  const secret = await hkdf(auth, shared, joined(text.encode('WebPush: info\0'), own, sender), 32);
  const key = await hkdf(salt, secret, joined(text.encode('Content-Encoding: aes128gcm\0')), 16);
  const iv = await hkdf(salt, secret, joined(text.encode('Content-Encoding: nonce\0')), 12);
  const cipher = await crypto.subtle.importKey('raw', key, 'AES-GCM', false, ['decrypt']);
  const record = await crypto.subtle.decrypt({ name: 'AES-GCM', iv }, cipher, body.slice(21 + idLength));
  const padded = Buffer.from(record);
  return padded.subarray(0, padded.lastIndexOf(2)).toString();
};

/** Checks the signature by the key that is sent with it, which has to be the key with which the browser has subscribed. */
const verified = async (authorization: string, publicKey: string): Promise<JWTPayload> => {
  const [, token = '', key = ''] = /^vapid t=([^,]+), k=(.+)$/.exec(authorization) ?? [];
  if (key !== publicKey) throw new Error('the notification is signed with another key than the browser has');
  const point = Buffer.from(key, 'base64url');
  const [x, y] = [base64url(point.subarray(1, 33)), base64url(point.subarray(33))];
  return (await jwtVerify(token, await importJWK({ kty: 'EC', crv: 'P-256', x, y }, 'ES256'))).payload;
};

/** A push service at a loopback address, with the browsers that are registered at it. */
export const openPushService = (publicKey: () => string) => {
  const browsers = new Map<string, Browser>();
  const received: Received[] = [];
  const attempts: string[] = [];
  let answer: (path: string, attempt: number) => Answer = () => ({ status: 201 });
  const server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    idleTimeout: 60,
    async fetch(request) {
      const path = new URL(request.url).pathname;
      attempts.push(path);
      const given = answer(path, attempts.filter((each) => each === path).length);
      if (given === 'hangs') return new Promise<Response>(() => {});
      const browser = browsers.get(path);
      if (given.status === 201 && browser !== undefined) {
        const body = new Uint8Array(await request.arrayBuffer());
        const claims = await verified(request.headers.get('authorization') ?? '', publicKey());
        received.push({ path, headers: request.headers, payload: JSON.parse(await decrypt(browser, body)), claims });
      }
      return new Response(null, { status: given.status, headers: given.headers ?? {} });
    },
  });
  return {
    origin: `http://127.0.0.1:${server.port}`,
    /** What arrived and was decrypted, in its order. */
    received,
    /** The paths that were called. */
    attempts,
    answers(next: typeof answer): void {
      answer = next;
    },
    /** Registers a browser. Returns what `PushSubscription.toJSON()` gives there. */
    async browser(name = `browser-${browsers.size + 1}`) {
      const path = `/push/${name}`;
      const keys = await crypto.subtle.generateKey({ name: 'ECDH', namedCurve: 'P-256' }, true, ['deriveBits']);
      const auth = crypto.getRandomValues(new Uint8Array(16));
      const p256dh = base64url(await crypto.subtle.exportKey('raw', keys.publicKey));
      const endpoint = `http://127.0.0.1:${server.port}${path}`;
      const subscription = { endpoint, expirationTime: null, keys: { p256dh, auth: base64url(auth) } };
      browsers.set(path, { subscription, keys, auth });
      return subscription;
    },
    close: () => server.stop(true),
  };
};
