import type { Config } from '../../config/settings.ts';
import { VerbError } from '../verb.ts';
import { readPemFile } from './pem-file.ts';

/** @throws VerbError that names the setting and the file, and says what the file must hold. */
const checkPem = (setting: string, path: string, what: string, parse: () => unknown): void => {
  try {
    parse();
  } catch {
    throw new VerbError(
      `${setting}: '${path}' contains no ${what}. It must be a PEM file: -----BEGIN ${what.toUpperCase()}-----`,
    );
  }
};

/** The two headers of a PEM file whose private key is encrypted: of PKCS #8, and of OpenSSL before it. */
const ENCRYPTED_KEY = /^(?:-----BEGIN ENCRYPTED PRIVATE KEY-----|Proc-Type: *4,ENCRYPTED)/m;

/** @throws VerbError that says how to decrypt the key, if it is encrypted. */
const refuseEncrypted = (path: string, key: string): void => {
  if (!ENCRYPTED_KEY.test(key)) return;
  throw new VerbError(
    `--tls-key: the private key in '${path}' is encrypted with a passphrase. Decrypt it, and set the new file: ` +
      'openssl pkey -in key.pem -out plain.pem',
  );
};

const CERTIFICATE = /-----BEGIN CERTIFICATE-----[^-]*-----END CERTIFICATE-----/g;

/** @throws VerbError that says whether another certificate of the file is the one of the key, as in a chain in reverse order. */
const refuseOtherKey = (certPath: string, cert: string, keyPath: string, isOfKey: (pem: string) => boolean): never => {
  const at = (cert.match(CERTIFICATE) ?? []).findIndex(isOfKey);
  if (at > 0) {
    throw new VerbError(
      `--tls-cert: the chain in '${certPath}' is in the wrong order: the server certificate must come first, but is ` +
        `number ${at + 1}. Put it first, followed by the certificate that signed it.`,
    );
  }
  throw new VerbError(
    `--tls-key: '${keyPath}' does not match the certificate in '${certPath}'. Use the key that belongs to it.`,
  );
};

/** The certificate and key of the settings. @throws VerbError when they cannot be read or do not belong together. */
export const certificates = ({ tlsCert, tlsKey }: Config): { tls?: { cert: string; key: string } } => {
  if (tlsCert === undefined || tlsKey === undefined) return {};
  const [cert, key] = [readPemFile('--tls-cert', tlsCert), readPemFile('--tls-key', tlsKey)];
  const { createPrivateKey, X509Certificate } = process.getBuiltinModule('node:crypto');
  checkPem('--tls-cert', tlsCert, 'certificate', () => new X509Certificate(cert));
  refuseEncrypted(tlsKey, key);
  checkPem('--tls-key', tlsKey, 'private key', () => createPrivateKey(key));
  const privateKey = createPrivateKey(key);
  const isOfKey = (pem: string): boolean => new X509Certificate(pem).checkPrivateKey(privateKey);
  if (!isOfKey(cert)) refuseOtherKey(tlsCert, cert, tlsKey, isOfKey);
  return { tls: { cert, key } };
};
