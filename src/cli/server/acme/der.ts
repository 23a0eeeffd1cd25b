import type { KeyObject } from 'node:crypto';
import { isoInstant } from '../../../kernel/clock.ts';

// The two structures that ACME needs, in DER (X.690): a certificate request (PKCS #10, RFC 2986), and a certificate signed
// by its own key (X.509, RFC 5280).

const SEQUENCE = 0x30;
const SET = 0x31;
const INTEGER = 0x02;
const BIT_STRING = 0x03;
const OCTET_STRING = 0x04;
const OBJECT_ID = 0x06;
const UTF8_STRING = 0x0c;
const UTC_TIME = 0x17;
const tagged = (number: number): number => 0xa0 + number;
const DNS_NAME = 0x82;

// Object identifiers, as they are encoded.
const ECDSA_WITH_SHA256 = '2a8648ce3d040302';
const EXTENSION_REQUEST = '2a864886f70d01090e';
const SUBJECT_ALT_NAME = '551d11';
const COMMON_NAME = '550403';

const der = (tag: number, ...content: readonly Uint8Array[]): Uint8Array => {
  const bytes = Buffer.concat(content);
  const long = bytes.length > 0xff ? [0x82, bytes.length >> 8, bytes.length & 0xff] : [0x81, bytes.length];
  return Buffer.concat([Buffer.from([tag, ...(bytes.length < 0x80 ? [bytes.length] : long)]), bytes]);
};
const sequence = (...content: readonly Uint8Array[]): Uint8Array => der(SEQUENCE, ...content);
const objectId = (hex: string): Uint8Array => der(OBJECT_ID, Buffer.from(hex, 'hex'));
const integer = (...bytes: readonly number[]): Uint8Array => der(INTEGER, Buffer.from(bytes));

const algorithm = sequence(objectId(ECDSA_WITH_SHA256));

/** Loaded with the first key: every server loads this file for the names of others. */
const keys = () => process.getBuiltinModule('node:crypto');

const signed = (content: Uint8Array, key: KeyObject): Uint8Array =>
  sequence(content, algorithm, der(BIT_STRING, Buffer.from([0]), keys().sign('sha256', content, key)));

const publicKeyOf = (key: KeyObject): Uint8Array => keys().createPublicKey(key).export({ type: 'spki', format: 'der' });

const hostNames = (names: readonly string[]): Uint8Array => {
  const list = sequence(...names.map((name) => der(DNS_NAME, Buffer.from(name, 'ascii'))));
  return sequence(sequence(objectId(SUBJECT_ALT_NAME), der(OCTET_STRING, list)));
};

export const newKey = (): KeyObject => keys().generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;

export const pemOf = (key: KeyObject): string => key.export({ type: 'pkcs8', format: 'pem' }).toString();

/** The certificate request for hosts in DER. Its subject is empty: authorities read the list of names. */
export const certificateRequest = (names: readonly string[], key: KeyObject): Uint8Array => {
  const extensions = sequence(objectId(EXTENSION_REQUEST), der(SET, hostNames(names)));
  return signed(sequence(integer(0), sequence(), publicKeyOf(key), der(tagged(0), extensions)), key);
};

/** The common name of certificates that studiod signs itself until an authority has issued one. */
export const TEMPORARY_NAME = 'studiod temporary certificate';

/** `260308041700Z`. */
const utcTime = (at: number): Uint8Array =>
  der(UTC_TIME, Buffer.from(`${isoInstant(at).slice(2, 19).replace(/[-:T]/g, '')}Z`, 'ascii'));

/** A certificate for hosts that its own key signs, in PEM. `from` and `to` in epoch ms. */
export const selfSigned = (names: readonly string[], key: KeyObject, from: number, to: number): string => {
  const publicKey = publicKeyOf(key);
  const name = sequence(
    der(SET, sequence(objectId(COMMON_NAME), der(UTF8_STRING, Buffer.from(TEMPORARY_NAME, 'utf8')))),
  );
  // Positive, and another one for each key.
  const serial = [1, ...new Bun.CryptoHasher('sha256').update(publicKey).digest().subarray(0, 15)];
  const content = sequence(
    der(tagged(0), integer(2)),
    integer(...serial),
    algorithm,
    name,
    sequence(utcTime(from), utcTime(to)),
    name,
    publicKey,
    der(tagged(3), hostNames(names)),
  );
  const lines = Buffer.from(signed(content, key)).toString('base64').replace(/.{64}/g, '$&\n').trimEnd();
  return `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`;
};
