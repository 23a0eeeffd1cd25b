import { Type } from '@sinclair/typebox';
import type { Read, Tx } from '../../../../database/database.ts';
import { type Caller, requireWholeBrand } from '../../../../kernel/caller.ts';
import { conflict, invalidParam } from '../../../../kernel/problem.ts';
import { instant, line, object, oneOf, optional, type Static } from '../../../../kernel/schemas.ts';
import { createAward, updateAward } from '../../../awards/awards.ts';
import { awardPage, heldBy } from '../../../awards/queries.ts';
import { Award, AwardGrant, type GrantRow } from '../../../awards/record.ts';
import { clientReference, identityFields } from '../../shapes.ts';
import { atCreation, utc } from '../dates.ts';
import { importFamily } from '../family.ts';
import { idOf, type NamedRows } from '../identity.ts';
import { importRecords } from '../records.ts';
import { clientOf, requiredReference } from '../references.ts';

/** Awards are identified by id or external id. What members did before earns them too, and raises nothing. */
export const importAwards = importRecords(Award, {
  page: awardPage,
  create: (tx, caller, body, own) => createAward(tx, caller, body, own, true),
  update: updateAward,
  operations: 'Award',
});

const ImportGrant = object(() => ({
  ...AwardGrant.imported.properties,
  ...identityFields,
  ...clientReference,
  awardExternalId: optional(line(255)),
  source: optional(oneOf('earned', 'granted')),
  earnedAt: instant(),
  state: optional(Type.Partial(AwardGrant.state, { additionalProperties: false })),
}));

type Row = Static<typeof ImportGrant>;

const namedAward = requiredReference('award', Award, awardPage);

const BY_TIME = 'select * from "awardGrants" where "awardId" = ? and "clientId" = ? and "earnedAt" = ?';

const find = (read: Read, row: Row, caller: Caller): GrantRow | undefined => {
  if (row.id !== undefined) return AwardGrant.rows.find(read, row.id);
  const bindings = [namedAward.find(read, caller, row).id, clientOf(read, caller, row).id, utc(row.earnedAt)] as const;
  return read.db.query<GrantRow, [string, string, string]>(BY_TIME).get(...bindings) ?? undefined;
};

/** One that the old facts have earned here meanwhile. */
const REMOVE = 'delete from "awardGrants" where "awardId" = ? and "clientId" = ? and "ordinal" = ?';
const EARNED = `select "id" from "awardGrants" where "awardId" = ? and "clientId" = ? and "ordinal" is not null
  and "revokedAt" is null`;

/** The same where a person granted it in the other studio, so that no facts earned it there. */
const removeEarned = (tx: Tx, awardId: string, clientId: string, named: NamedRows): void => {
  for (const { id: own } of tx.db.query<{ id: string }, [string, string]>(EARNED).all(awardId, clientId)) {
    if (!named.has(own)) tx.db.query('delete from "awardGrants" where "id" = ?').run(own);
  }
};

const create = (tx: Tx, caller: Caller, row: Row, named: NamedRows): string => {
  requireWholeBrand(caller, 'awards');
  const client = clientOf(tx, caller, row);
  const award = namedAward.find(tx, caller, row);
  const { ordinal = null, revokedAt = null } = row.state ?? {};
  const earnedAt = utc(row.earnedAt);
  if (earnedAt > tx.now)
    throw invalidParam('earnedAt', "'earnedAt' must not be in the future.", { reason: 'in_the_future' });
  if (row.source === 'earned' && ordinal === null) {
    throw invalidParam('source', 'What members earn follows from what they did. Leave the row out, or send granted.', {
      reason: 'not_accepted',
    });
  }
  if (ordinal !== null) tx.db.query(REMOVE).run(award.id, client.id, ordinal);
  const isHeldOnce = revokedAt === null && award.isRepeatable === 0;
  // Of an export it is taken as it is: the award may have been repeatable.
  if (isHeldOnce && row.state !== undefined) removeEarned(tx, award.id, client.id, named);
  else if (isHeldOnce && heldBy(tx, client.id, award.id).times > 0) {
    throw conflict('award_already_earned', `The client has the award '${award.name}', which is earned once.`);
  }
  const at = atCreation(tx, row.createdAt ?? row.earnedAt);
  const own = { id: idOf(tx, row.id), awardId: award.id, earnedAt, updatedAt: utc(row.updatedAt) ?? at.now };
  const columns = { ...AwardGrant.restored({ ...row, ...row.state }), ...own };
  const made = AwardGrant.make(at, { clientId: client.id }, columns);
  AwardGrant.rows.insert(tx, made);
  return made.id;
};

/** Grants are identified by id, or by the award, the client and when it was earned. */
export const importGrants = importFamily(ImportGrant, {
  rights: {
    create: ['grantAward', 'updateClient'],
    also: ({ state }) => (typeof state?.revokedAt === 'string' ? ['revokeAwardGrant'] : []),
    update: ['grantAward', 'updateClient'],
  },
  find,
  create: (tx, caller, row, _raising, _reactions, named) => create(tx, caller, row, named),
  references: [namedAward],
  reach: (_tx, caller) => requireWholeBrand(caller, 'awards'),
  shown: (_tx, row) => AwardGrant.view(row),
});
