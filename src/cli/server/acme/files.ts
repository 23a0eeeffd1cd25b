import { closeSync, fsyncSync, mkdirSync, openSync, readFileSync, renameSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../../../config/settings.ts';
import { epochOf } from '../../../kernel/clock.ts';
import { TEMPORARY_NAME } from './der.ts';
import type { Account } from './protocol.ts';

const folderOf = (directory: string): string => join(directory, 'acme');

/** The key and the certificate chain are one file, so that no kill leaves a certificate without its key. */
export const certificatePath = (directory: string): string => join(folderOf(directory), 'certificate.pem');

/** The settings with the files of the certificate that ACME keeps in the data directory, if the server uses ACME. */
export const withAcmeFiles = (config: Config, directory: string): Config => {
  if (config.acmeDomain.length === 0) return config;
  const path = certificatePath(directory);
  return { ...config, tlsCert: path, tlsKey: path };
};

export interface OpenOrder {
  readonly directory: string;
  readonly names: readonly string[];
  readonly url: string;
  /** The private key of its certificate, PEM. */
  readonly key: string;
}

/** What became of the last attempts. */
export interface AcmeState {
  readonly failures: number;
  readonly lastError: string | null;
  readonly errorType: string | null;
  readonly failedAt: string | null;
  /** No attempt is made before this instant. */
  readonly retryAt: string | null;
}

export const NO_FAILURES: AcmeState = { failures: 0, lastError: null, errorType: null, failedAt: null, retryAt: null };

/** Writes a file that only its owner can read: all of it, or nothing. */
export const writePrivate = (path: string, text: string): void => {
  const part = `${path}.part`;
  rmSync(part, { force: true });
  const file = openSync(part, 'wx', 0o600);
  try {
    writeSync(file, text);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  renameSync(part, path);
};

const readText = (path: string): string | undefined => {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
};

/** One JSON file of the folder; one that was damaged counts as missing. */
const jsonFile = <T extends object>(directory: string, name: string) => {
  const path = join(folderOf(directory), name);
  return {
    read(): T | undefined {
      try {
        return JSON.parse(readText(path) ?? '');
      } catch {
        return undefined;
      }
    },
    write: (value: T): void => writePrivate(path, `${JSON.stringify(value, null, 2)}\n`),
    remove: (): void => rmSync(path, { force: true }),
  };
};

/** The files of ACME in the data directory: mode 0600, in a folder of mode 0700. */
export const acmeFiles = (directory: string) => ({
  account: jsonFile<Account>(directory, 'account.json'),
  order: jsonFile<OpenOrder>(directory, 'order.json'),
  state: jsonFile<AcmeState>(directory, 'state.json'),
  create: (): unknown => mkdirSync(folderOf(directory), { recursive: true, mode: 0o700 }),
});

export type AcmeFiles = ReturnType<typeof acmeFiles>;

export const readCertificate = (path: string) => {
  const pem = readText(path);
  if (pem === undefined) return undefined;
  try {
    const { X509Certificate } = process.getBuiltinModule('node:crypto');
    const { subjectAltName = '', subject = '', validFrom, validTo } = new X509Certificate(pem);
    return {
      names: [...subjectAltName.matchAll(/DNS:([^,\s]+)/g)].map(([, name = '']) => name).sort(),
      /** Epoch ms. */
      from: epochOf(validFrom),
      to: epochOf(validTo),
      isTemporary: subject.includes(TEMPORARY_NAME),
    };
  } catch {
    return undefined;
  }
};
