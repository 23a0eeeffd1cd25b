// What the studio sees and takes out of what its clients have signed.

import { Type } from '@sinclair/typebox';
import { eq } from 'drizzle-orm';
import type { Read } from '../../../database/database.ts';
import {
  described,
  extension,
  id,
  instant,
  listOf,
  nullable,
  oneOf,
  type Static,
  shape,
} from '../../../kernel/schemas.ts';
import { pagesOf } from '../../../records/pages.ts';
import { named, query, selectRows } from '../../../records/query.ts';
import { sitesOfClients } from '../../clients/queries.ts';
import { AGREEMENT_CHANNELS, AGREEMENT_KINDS, type AgreementRow, agreements } from './tables.ts';

export const Agreement = shape('Agreement', () => ({
  id: id(),
  object: Type.Literal('agreement'),
  clientId: described(id(), 'The client who signed or agreed.'),
  kind: described(oneOf(...AGREEMENT_KINDS), '`waiver`: signed with a name. `consent`: agreed to.'),
  version: described(Type.String(), 'The version of the text.'),
  text: described(Type.String(), 'The complete text, as it was shown.'),
  name: described(Type.String(), "The name as the person entered it; for a consent, the client's name."),
  guardianName: described(nullable(Type.String()), 'The guardian who signed for a minor.'),
  signedAt: described(instant(), 'Time at which it was signed or agreed to.'),
  address: described(nullable(Type.String()), 'The network address it was sent from. `null` if unknown.'),
  channel: described(
    nullable(oneOf(...AGREEMENT_CHANNELS)),
    "Where it was signed: at sign-up, in the client's account, at the front desk, or as a guest. `import`: in another system, " +
      'as imported. `null` if unknown.',
  ),
  importedBy: described(
    nullable(id()),
    'The staff member who imported it, or else the credential. `null` if it was signed here.',
  ),
  signedByClientId: extension(
    nullable(id()),
    'The adult of the household who signed for the client. `null` if the client signed, or a guardian who is no client.',
  ),
}));

export const AgreementList = listOf(Agreement);

type AgreementResponse = Static<typeof Agreement>;

/** The agreements of a client, the latest first. */
export const clientAgreementPage = pagesOf<AgreementRow>(agreements, () => ({
  direction: 'descending',
  orderBy: agreements.createdAt,
  filters: { clientId: eq(agreements.clientId, named('clientId')), kind: eq(agreements.kind, named('kind')) },
  collection: 'clientId',
  sites: null,
}));

export const agreementPage = pagesOf<AgreementRow>(agreements, () => ({
  direction: 'descending',
  filters: {},
  sites: sitesOfClients(agreements.clientId),
}));

const byId = query<AgreementRow>(() => selectRows(agreements, 'id'));

export const agreementById = (read: Read, id: string): AgreementRow | undefined => byId.get(read, { id });

const TEXTS = 'select "hash", "text" from "agreementTexts" where "hash" in (select "value" from json_each(?))';

/** The view of the agreements of one page, with their texts. */
export const agreementViews = (read: Read, rows: readonly AgreementRow[]) => {
  const hashes = [...new Set(rows.map(({ textHash }) => textHash))];
  const found = read.db.query<{ hash: string; text: string }, [string]>(TEXTS).all(JSON.stringify(hashes));
  const texts = new Map(found.map(({ hash, text }) => [hash, text]));
  return ({
    id,
    clientId,
    kind,
    version,
    textHash,
    name,
    guardianName,
    createdAt,
    address,
    channel,
    importedBy,
    signedByClientId,
  }: AgreementRow) =>
    ({
      id,
      object: 'agreement',
      clientId,
      kind,
      version,
      text: texts.get(textHash) ?? '',
      name,
      guardianName,
      signedAt: createdAt,
      address,
      channel,
      importedBy,
      signedByClientId,
    }) satisfies AgreementResponse;
};
