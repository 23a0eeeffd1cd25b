import { createHash, createSign, generateKeyPairSync, randomBytes } from 'node:crypto';

// An authenticator of WebAuthn in software, for the passkeys of tests.

type Encodable = number | string | Uint8Array | Map<number | string, Encodable>;

const head = (major: number, length: number): Buffer => {
  if (length < 24) return Buffer.from([(major << 5) | length]);
  if (length < 256) return Buffer.from([(major << 5) | 24, length]);
  return Buffer.from([(major << 5) | 25, length >> 8, length & 0xff]);
};

/** The CBOR of a value. */
const encode = (value: Encodable): Buffer => {
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value);
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (value instanceof Uint8Array) return Buffer.concat([head(2, value.length), value]);
  const entries = [...value].flatMap(([key, inner]) => [encode(key), encode(inner)]);
  return Buffer.concat([head(5, value.size), ...entries]);
};

const sha256 = (data: string | Uint8Array): Buffer => createHash('sha256').update(data).digest();
const base64url = (data: string | Uint8Array): string => Buffer.from(data).toString('base64url');

const PRESENT = 0x01;
const VERIFIED = 0x04;
const HAS_KEY = 0x40;

interface Asked {
  readonly challenge: string;
  readonly rpId?: string;
  readonly rp?: { readonly id: string };
}

/** A device with one passkey. */
export class Authenticator {
  readonly #id = randomBytes(32);
  readonly #keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  #counter = 0;

  /**
   * @param origin of the page on which it is used.
   * @param seesUser whether it knows who uses it.
   */
  constructor(
    readonly origin: string,
    readonly seesUser = true,
  ) {}

  #data(rpId: string, key?: Buffer): Buffer {
    this.#counter += 1;
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(this.#counter);
    const flags = PRESENT | (this.seesUser ? VERIFIED : 0) | (key === undefined ? 0 : HAS_KEY);
    const length = Buffer.from([0, this.#id.length]);
    const attested = key === undefined ? [] : [Buffer.alloc(16), length, this.#id, key];
    return Buffer.concat([sha256(rpId), Buffer.from([flags]), counter, ...attested]);
  }

  #client(type: string, challenge: string): string {
    return JSON.stringify({ type, challenge, origin: this.origin, crossOrigin: false });
  }

  #credential(response: object): object {
    const id = base64url(this.#id);
    return {
      id,
      rawId: id,
      response,
      clientExtensionResults: {},
      type: 'public-key',
      authenticatorAttachment: 'platform',
    };
  }

  /** What `navigator.credentials.create()` gives. */
  create({ challenge, rp }: Asked): object {
    const { x = '', y = '' } = this.#keys.publicKey.export({ format: 'jwk' });
    const key = new Map<number, Encodable>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, Buffer.from(x, 'base64url')],
      [-3, Buffer.from(y, 'base64url')],
    ]);
    const object = new Map<string, Encodable>([
      ['fmt', 'none'],
      ['attStmt', new Map()],
      ['authData', this.#data(rp?.id ?? '', encode(key))],
    ]);
    return this.#credential({
      clientDataJSON: base64url(this.#client('webauthn.create', challenge)),
      attestationObject: base64url(encode(object)),
      transports: ['internal'],
    });
  }

  /** What `navigator.credentials.get()` gives. */
  get({ challenge, rpId = '' }: Asked): object {
    const client = this.#client('webauthn.get', challenge);
    const data = this.#data(rpId);
    const signature = createSign('sha256')
      .update(Buffer.concat([data, sha256(client)]))
      .sign(this.#keys.privateKey);
    return this.#credential({
      clientDataJSON: base64url(client),
      authenticatorData: base64url(data),
      signature: base64url(signature),
      userHandle: null,
    });
  }
}
