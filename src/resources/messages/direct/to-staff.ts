import type { Tx } from '../../../database/database.ts';
import type { Seal } from '../../../database/seal.ts';
import { brandDefaults } from '../../settings/queries.ts';
import { type MailQueue, scheduleMessage } from '../schedule.ts';

/** A mail to a staff member with a link that is secret. */
interface StaffLetter {
  readonly kind: 'staff_invitation' | 'password_reset';
  readonly staffId: string;
  readonly linkId: string;
  readonly url: string;
}

/** Writes to staff in the transaction of what they write about. */
export type WriteToStaff = (tx: Tx, letter: StaffLetter) => void;

/** What is stored with a message: what is secret in it is sealed. */
interface StoredData {
  readonly sealed?: string;
}

export const sealedData = (seal: Seal, secrets: object): StoredData => ({
  sealed: seal.seal(JSON.stringify(secrets)).toString('base64'),
});

/** Schedules letters to staff. The database has their links sealed, since it has no link elsewhere but as its hash. */
export const createWriteToStaff =
  (queue: MailQueue, seal: Seal): WriteToStaff =>
  (tx, { kind, staffId, linkId, url }) => {
    const { defaultSiteId: siteId } = brandDefaults(tx);
    scheduleMessage(tx, queue, { kind, staffId, siteId, sourceId: linkId, data: sealedData(seal, { url }) });
  };

export const openedData = (seal: Seal, text: string): Readonly<Record<string, unknown>> => {
  const { sealed, ...data }: StoredData = JSON.parse(text);
  return sealed === undefined ? data : { ...data, ...JSON.parse(seal.open(Buffer.from(sealed, 'base64'))) };
};
