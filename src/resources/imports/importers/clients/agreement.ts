import type { Read, Tx } from '../../../../database/database.ts';
import { actorOf, type Caller } from '../../../../kernel/caller.ts';
import { epochOf } from '../../../../kernel/clock.ts';
import { invalidParam } from '../../../../kernel/problem.ts';
import { id, instant, line, name, nullable, object, oneOf, optional, type Static } from '../../../../kernel/schemas.ts';
import { requireNotErased } from '../../../../records/erased.ts';
import { storeAgreement } from '../../../member-sign-in/agreements/agreements.ts';
import { agreementById, agreementViews } from '../../../member-sign-in/agreements/signed.ts';
import { AGREEMENT_CHANNELS, AGREEMENT_KINDS, type AgreementRow } from '../../../member-sign-in/agreements/tables.ts';
import { agreementText } from '../../../settings/record.ts';
import { clientReference } from '../../shapes.ts';
import { CLOCK_TOLERANCE_MS, utc } from '../dates.ts';
import { importFamily, ownFields } from '../family.ts';
import { finderOf, idOf, required } from '../identity.ts';
import { clientOf, requireReach } from '../references.ts';

const ImportAgreement = object(() => ({
  id: optional(id()),
  ...clientReference,
  kind: optional(oneOf(...AGREEMENT_KINDS)),
  version: optional(agreementText().version),
  text: optional(agreementText().text),
  name: optional(line(255)),
  guardianName: optional(nullable(name())),
  signedAt: optional(instant()),
  address: optional(nullable(line(255))),
  channel: optional(nullable(oneOf(...AGREEMENT_CHANNELS))),
  importedBy: optional(nullable(id())),
  signedByClientId: optional(nullable(id())),
}));

type Row = Static<typeof ImportAgreement>;

const BY_TIME = 'select * from "agreements" where "clientId" = ? and "kind" = ? and "createdAt" = ?';

const find = finderOf(agreementById, undefined, [
  'client, kind and time',
  (read: Read, row: Row, caller: Caller): AgreementRow | undefined => {
    if (row.kind === undefined || row.signedAt === undefined) return undefined;
    const { id: clientId } = clientOf(read, caller, row);
    const values: [string, string, string] = [clientId, row.kind, utc(row.signedAt)];
    return read.db.query<AgreementRow, [string, string, string]>(BY_TIME).get(...values) ?? undefined;
  },
]);

const create = (tx: Tx, caller: Caller, row: Row): string => {
  const { id: clientId } = clientOf(tx, caller, row);
  requireNotErased(tx, clientId, 'Leave the row out.');
  const { kind, version, text } = required({ kind: row.kind, version: row.version, text: row.text }, 'Send it.');
  const { name, signedAt } = required({ name: row.name, signedAt: row.signedAt }, 'Send who signed, and when.');
  if (epochOf(signedAt) > tx.nowMs + CLOCK_TOLERANCE_MS) {
    throw invalidParam('signedAt', "'signedAt' is in the future. Send when it was signed.", {
      reason: 'in_the_future',
    });
  }
  const { guardianName, address = null, signedByClientId } = row;
  // Whatever the file says of where it was signed: this studio has only the word of who imports it.
  const who = { clientId, name, guardianName: guardianName ?? undefined, signedByClientId };
  const signatory = { ...who, address, channel: 'import' } as const;
  const signing = { id: idOf(tx, row.id), signedAt: utc(signedAt), importedBy: actorOf(caller) };
  return storeAgreement(tx, kind, { version, text }, signatory, signing);
};

/**
 * What clients have signed, by id, or by the client, the kind and the time. Such a row is a proof, so that a caller needs to be
 * able to write the texts of the studio too, and nothing changes a stored one.
 */
export const importAgreements = importFamily(ImportAgreement, {
  rights: { create: ['updateClient', 'updateSettings'], update: ['updateClient', 'updateSettings'] },
  find,
  create,
  reach: (tx, caller, record) => requireReach(tx, caller, 'agreement', record),
  // A file of the studio where it was signed says so each time.
  compared: (_tx, _caller, { channel: _channel, importedBy: _importer, ...row }) => ownFields(row),
  shown: (tx, record) => agreementViews(tx, [record])(record),
});
