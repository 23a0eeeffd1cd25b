import type { Read, Tx } from '../../../database/database.ts';
import { localDateAt } from '../../../kernel/local-time.ts';
import { conflict, invalidParam } from '../../../kernel/problem.ts';
import { membershipSettings } from '../../settings/queries.ts';
import { timezoneOf } from '../../sites/queries.ts';
import type { AgreementChannel, AgreementKind, AgreementRow } from './tables.ts';

type Latest = Pick<AgreementRow, 'version' | 'name' | 'guardianName' | 'createdAt'>;

interface AgreementText {
  readonly version: string;
  readonly text: string;
}

/** Who agrees, and from where. */
export interface Signatory {
  readonly clientId: string;
  readonly name: string;
  readonly guardianName?: string | undefined;
  readonly address: string | null;
  /** null where it is not known. */
  readonly channel: AgreementChannel | null;
  /** The adult of the household who signs for the client. */
  readonly signedByClientId?: string | null | undefined;
}

/** When it was, and its id where it was elsewhere. */
interface Signing {
  readonly id?: string | undefined;
  readonly signedAt?: string | undefined;
  readonly importedBy?: string | null;
}

const LATEST = `select "version", "name", "guardianName", "createdAt" from "agreements"
  where "clientId" = ? and "kind" = ? order by "createdAt" desc, "id" desc limit 1`;
const STORE = `insert into "agreements"
  ("id", "clientId", "kind", "version", "textHash", "name", "guardianName", "address", "createdAt", "channel", "importedBy", "signedByClientId")
  values (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12)`;
const STORE_TEXT = `insert into "agreementTexts" ("hash", "text", "createdAt") values (?1, ?2, ?3)
  on conflict ("hash") do nothing`;

const ADULT_AGE = 18;

const latest = (read: Read, clientId: string, kind: AgreementKind): Latest | undefined =>
  read.db.query<Latest, [string, string]>(LATEST).get(clientId, kind) ?? undefined;

export const agreementState = (read: Read, clientId: string, kind: AgreementKind, siteId: string) => {
  const current = membershipSettings(read, siteId)[kind];
  const row = latest(read, clientId, kind);
  const { version, name, guardianName, createdAt: agreedAt } = row ?? {};
  return {
    current,
    isNeeded: current !== null && current.version !== version,
    latest:
      version === undefined || name === undefined || agreedAt === undefined
        ? null
        : { version, name, guardianName: guardianName ?? null, agreedAt },
  };
};

/**
 * The text of a site that someone has read.
 * @throws Problem 409 `agreement_changed` where the site has another version by now, or wants no agreement.
 */
export const requireCurrent = (read: Read, siteId: string, kind: AgreementKind, version: string): AgreementText => {
  const current = membershipSettings(read, siteId)[kind];
  if (current !== null && current.version === version) return current;
  const now =
    current === null ? 'The site no longer requires such an agreement.' : 'Show the current text, and ask again.';
  throw conflict('agreement_changed', `The text has changed since the member read version '${version}'. ${now}`);
};

/** Whether someone is under 18 today, by the clock of a site. */
export const isMinor = (read: Read, dateOfBirth: string, siteId: string): boolean => {
  const today = localDateAt(read.nowMs, timezoneOf(read, siteId));
  const eighteenYearsAgo = `${Number(today.slice(0, 4)) - ADULT_AGE}${today.slice(4)}`;
  return dateOfBirth > eighteenYearsAgo;
};

/** @throws Problem 400 for a minor without a guardian. */
export const requireGuardian = (
  read: Read,
  dateOfBirth: string | null | undefined,
  guardianName: string | undefined,
  siteId: string,
): void => {
  if (dateOfBirth == null || guardianName !== undefined || !isMinor(read, dateOfBirth, siteId)) return;
  throw invalidParam(
    'guardianName',
    "A guardian signs for a member under 18. Send the guardian's name in 'guardianName'.",
    'parameter_missing',
  );
};

/** The hash by which a text is stored once. */
const hashOfText = (text: string): string => new Bun.CryptoHasher('sha256').update(text).digest('hex');

/** Stores what someone agreed to, with the text, permanently. */
export const storeAgreement = (
  tx: Tx,
  kind: AgreementKind,
  { version, text }: AgreementText,
  { clientId, name, guardianName, address, channel, signedByClientId = null }: Signatory,
  { id = tx.id(), signedAt = tx.now, importedBy = null }: Signing = {},
): string => {
  const hash = hashOfText(text);
  tx.db.query(STORE_TEXT).run(hash, text, tx.now);
  const signatory = [name, guardianName ?? null, address, signedAt, channel] as const;
  tx.db.query(STORE).run(id, clientId, kind, version, hash, ...signatory, importedBy, signedByClientId);
  return id;
};
