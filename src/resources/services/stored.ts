import type { Database } from 'bun:sqlite';
import type { Tx } from '../../database/database.ts';
import type { Seal } from '../../database/seal.ts';

/** A mail server as an owner sets it up. */
export interface MailServer {
  readonly host: string;
  readonly port: number;
  /** `tls` from the first byte, or `starttls`. */
  readonly security: 'tls' | 'starttls';
  /** null where the server asks for none. */
  readonly user: string | null;
  readonly password: string | null;
  readonly fromAddress: string;
}

/** The keys of a Stripe account as an owner sets them up. */
export interface CardProcessor {
  readonly secretKey: string;
  readonly publishableKey: string;
  /** On a platform, the connected account. */
  readonly account: string | null;
  readonly webhookSecret: string | null;
}

interface Services {
  readonly mail_server: MailServer;
  readonly card_processor: CardProcessor;
}

export type ServiceName = keyof Services;

/** A service that is set up in the console; undefined where there is none, or where it was sealed with another key. */
export const storedService = <Name extends ServiceName>(
  db: Database,
  seal: Seal,
  name: Name,
): Services[Name] | undefined => {
  const row = db
    .query<{ sealed: Uint8Array }, [string]>('select "sealed" from "serviceSettings" where "name" = ?')
    .get(name);
  if (row === null) return undefined;
  try {
    return JSON.parse(seal.open(row.sealed));
  } catch {
    return undefined;
  }
};

export const storeService = <Name extends ServiceName>(
  tx: Tx,
  seal: Seal,
  name: Name,
  values: Services[Name],
): void => {
  tx.db
    .query('insert or replace into "serviceSettings" ("name", "sealed", "updatedAt") values (?, ?, ?)')
    .run(name, seal.seal(JSON.stringify(values)), tx.now);
};

export const removeService = (tx: Tx, name: ServiceName): void => {
  tx.db.query('delete from "serviceSettings" where "name" = ?').run(name);
};

/** The address of a mail server as the setting `smtp-url` has it. */
export const smtpUrlOf = ({ host, port, security, user, password }: MailServer): string => {
  const credentials = user === null ? '' : `${encodeURIComponent(user)}:${encodeURIComponent(password ?? '')}@`;
  return `${security === 'tls' ? 'smtps' : 'smtp'}://${credentials}${host.includes(':') ? `[${host}]` : host}:${port}`;
};
