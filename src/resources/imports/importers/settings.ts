import { Type } from '@sinclair/typebox';
import type { Tx } from '../../../database/database.ts';
import { requireValid } from '../../../http/validation.ts';
import type { Caller } from '../../../kernel/caller.ts';
import { errorCode } from '../../../kernel/errors.ts';
import { invalidParam } from '../../../kernel/problem.ts';
import { id, nullable, object, oneOf, optional, type Static } from '../../../kernel/schemas.ts';
import { putExperience } from '../../experience/experience.ts';
import { currentExperience, isBuiltIn } from '../../experience/queries.ts';
import { PutExperience } from '../../experience/shapes.ts';
import type { ImportReactions } from '../../reactions.ts';
import { brandDefaults, brandRow } from '../../settings/queries.ts';
import { changeSettings, findSettings } from '../../settings/settings.ts';
import { UpdateSettings } from '../../settings/shapes.ts';
import { BRAND } from '../../settings/tables.ts';
import { Site } from '../../sites/record.ts';
import { importFamily } from './family.ts';

const ImportSettings = object(() => ({
  scope: optional(oneOf('brand', 'site')),
  siteId: optional(nullable(id())),
  ...UpdateSettings.properties,
  experience: optional(Type.Record(Type.String(), Type.Unknown())),
}));

type Row = Static<typeof ImportSettings>;

/** Lists that name sites, by table: no foreign key protects them. */
const NAMING_SITES = [
  ['staff', 'siteIds'],
  ['plans', 'eligibleSiteIds'],
  ['discountCodes', 'eligibleSiteIds'],
  ['packages', 'eligibleSiteIds'],
  ['contentEntries', 'siteIds'],
  ['contentCategories', 'siteIds'],
  ['contentBanners', 'siteIds'],
  ['apiKeys', 'siteIds'],
  ['oauthClients', 'siteIds'],
  ['webhookEndpoints', 'locationIds'],
] as const;

const isNamed = (tx: Tx, siteId: string): boolean =>
  NAMING_SITES.some(([table, column]) => {
    const found = `select exists (select 1 from "${table}" where instr("${column}", ?) > 0) as "found"`;
    return tx.db.query<{ found: number }, string>(found).get(siteId)?.found === 1;
  });

/** Deletes it once another site is the default: a studio brings its own. A changed or used site stays. */
const removeFirstSite = (tx: Tx, siteId: string): void => {
  const site = Site.rows.find(tx, siteId);
  const { createdAt } = brandRow(tx);
  if (site?.createdAt !== createdAt || site.updatedAt !== createdAt || isNamed(tx, siteId)) return;
  tx.db.query('SAVEPOINT site').run();
  try {
    // What a job has noted of the site is not a reason to keep it.
    tx.db.query('delete from "siteAnniversaries" where "siteId" = ?').run(siteId);
    tx.db.query('delete from "sites" where "id" = ?').run(siteId);
  } catch (error) {
    if (!errorCode(error).startsWith('SQLITE_CONSTRAINT')) throw error;
    tx.db.query('ROLLBACK TO site').run();
  }
  tx.db.query('RELEASE site').run();
};

const parts = Type.Omit(PutExperience, ['features'], { additionalProperties: false });

/** Publishes it unless it is the present one. Returns whether it did. @throws Problem 400 with every fault. */
const updateExperience = (tx: Tx, caller: Caller, { siteId, experience }: Row): boolean => {
  if (experience === undefined) return false;
  if (typeof siteId === 'string') {
    throw invalidParam('experience', 'The experience belongs to the brand. Send it in the row without a site.', {
      reason: 'not_accepted',
    });
  }
  const published = requireValid(parts, experience, 'experience.');
  const current = currentExperience(tx);
  const { theme, isEnabled, maintenance, milestones } = current;
  const isPresent = !isBuiltIn(current) && Bun.deepEquals(published, { theme, isEnabled, maintenance, milestones });
  if (isPresent) return false;
  putExperience(tx, caller, published);
  return true;
};

const update = (tx: Tx, caller: Caller, row: Row, reactions: ImportReactions): boolean => {
  const { scope: _scope, siteId, experience: _experience, ...groups } = row;
  const first = brandDefaults(tx).defaultSiteId;
  const before = findSettings(tx, caller, typeof siteId === 'string' ? { siteId } : {});
  const after = changeSettings(tx, caller, before, groups, reactions);
  if (brandDefaults(tx).defaultSiteId !== first) removeFirstSite(tx, first);
  return updateExperience(tx, caller, row) || after !== before;
};

/** Settings are identified by their site, the brand's by its absence. A row sets what it has. */
export const importSettings = importFamily(ImportSettings, {
  // Publishing an experience needs no more: every import needs the scope `manage`.
  rights: { create: [], update: ['updateSettings'] },
  find: (_tx, { siteId }) => ({ id: siteId ?? BRAND }),
  create: () => {
    throw new Error('settings are never created');
  },
  update: (tx, caller, _found, row, reactions) => update(tx, caller, row, reactions),
});
