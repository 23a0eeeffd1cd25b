// What the studio sees and takes out of what its clients have signed.

import { Type } from '@sinclair/typebox';
import { eq } from 'drizzle-orm';
import type { Read } from '../../../database/database.ts';
import { described, id, instant, listOf, nullable, oneOf, type Static, shape } from '../../../kernel/schemas.ts';
import { pagesOf } from '../../../records/pages.ts';
import { named, query, selectRows } from '../../../records/query.ts';
import { sitesOfClients } from '../../clients/queries.ts';
import { AGREEMENT_CHANNELS, AGREEMENT_KINDS, type AgreementRow, agreements } from './tables.ts';

export const Agreement = shape('Agreement', () => ({
  id: id(),
  object: Type.Literal('agreement'),
  clientId: described(id(), 'Who has signed or agreed.'),
  kind: described(oneOf(...AGREEMENT_KINDS), 'waiver: signed by name. consent: agreed to.'),
  version: described(Type.String(), 'The version of the text.'),
  text: described(Type.String(), 'The whole text, as it was shown.'),
  name: described(Type.String(), 'The name, as the person wrote it; of a consent the name of the client.'),
  guardianName: described(nullable(Type.String()), 'Who signed for a minor.'),
  signedAt: described(instant(), 'When it was.'),
  address: described(
    nullable(Type.String()),
    'The network address from which it was sent; null where it is not known.',
  ),
  channel: described(
    nullable(oneOf(...AGREEMENT_CHANNELS)),
    'Where it was signed: as the client signed up, in their account, or at the desk. import: in another system, by what somebody imported; null where it is not known.',
  ),
  importedBy: described(
    nullable(id()),
    'The staff member who imported it, else the credential; null for what was signed here.',
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
    }) satisfies AgreementResponse;
};
