import type { Read, Tx } from '../../database/database.ts';
import { longChange, unfinishedChanges } from '../../database/long-change.ts';
import { brandSettings } from '../settings/queries.ts';
import { Site } from '../sites/record.ts';
import { countDemoData } from './counts.ts';
import { stepsFor } from './plan.ts';
import { findDemoMark, markDemoData } from './queries.ts';
import type { DemoDataRemovalCounts } from './shapes.ts';
import { REMOVAL, SEARCHES } from './tables.ts';

/** A fact is never deleted otherwise. */
const FACTS_REMAIN = `select "sql" from sqlite_master where "name" = 'factsRemain'`;

const withoutTrigger = (tx: Tx, work: () => void): void => {
  const trigger = tx.db.query<{ sql: string }, []>(FACTS_REMAIN).get();
  tx.db.run('drop trigger if exists "factsRemain"');
  work();
  if (trigger !== null) tx.db.run(trigger.sql);
};

const emptySearches = (tx: Tx): void => {
  for (const name of SEARCHES) tx.db.run(`insert into "${name}" ("${name}") values ('delete-all')`);
};

/** Whoever worked at some sites works at the first site, since the others go. */
const moveStaff = (tx: Tx): void => {
  const site = brandSettings(tx).defaultSiteId;
  tx.db.query('update "staff" set "primarySiteId" = ?1 where "primarySiteId" <> ?1').run(site);
  tx.db.query(`update "staff" set "siteIds" = ?1 where "siteIds" not in (?1, '[]')`).run(JSON.stringify([site]));
};

/** What the first site got with the demo data goes, unless somebody has changed it. */
const unfurnish = (tx: Tx): void => {
  const mark = findDemoMark(tx);
  const site = Site.rows.find(tx, brandSettings(tx).defaultSiteId);
  if (mark === undefined || site === undefined) return;
  Site.rows.update(tx, site.id, {
    ...(site.rooms === mark.rooms ? { rooms: null } : {}),
    ...(site.openingHours === mark.openingHours ? { openingHours: null } : {}),
  });
};

/** What it removes: nothing of it is needed to go on. */
const unfinished = unfinishedChanges<DemoDataRemovalCounts>(REMOVAL.kind);

const UNUSED = 'update "mediaFiles" set "unusedSince" = ?1, "updatedAt" = ?1 where "unusedSince" is null';

/** How many statements a transaction runs at most, each for the rows of a table. */
const STEPS = 20;

/** The same for each transaction of a database. */
const known = new WeakMap<Tx['db'], ReturnType<typeof stepsFor>>();

const knownSteps = ({ db }: Tx): ReturnType<typeof stepsFor> => {
  const steps = known.get(db) ?? stepsFor(db);
  known.set(db, steps);
  return steps;
};

/**
 * Empties the tables of the business, rows of the first table first that has some: what somebody adds meanwhile goes too. It
 * raises no event.
 */
export const demoDataRemoval = longChange(unfinished, {
  most: STEPS,
  shared: ({ tx }) => knownSteps(tx),
  rows({ tx, shared }) {
    const next = shared.find(({ isLeft }) => tx.db.query(isLeft).get() !== null);
    return next === undefined ? [] : [next];
  },
  change({ tx, state }, { table, statements }) {
    const work = () => {
      for (const statement of statements) tx.db.query(statement).run();
    };
    if (table === 'sites') moveStaff(tx);
    if (table === 'facts') withoutTrigger(tx, work);
    else work();
    return state;
  },
  end({ tx }) {
    emptySearches(tx);
    unfurnish(tx);
    tx.db.query(UNUSED).run(tx.now);
    tx.db.run('update "contentFeatures" set "entryIds" = null where "entryIds" is not null');
    markDemoData(tx, undefined);
  },
  settle: ({ tx }) => tx.cached.clear(),
});

/** What the removal that is going on removes, for the audit log. */
export const removalInProgress = (read: Read): object => unfinished.find(read, REMOVAL.id) ?? {};

/** Removes the demo data and all that was added to them. @returns whether nothing is left. */
export const removeDemoData = (tx: Tx): boolean => {
  // A client who is found and is gone would be an error.
  emptySearches(tx);
  return demoDataRemoval.begin(tx, REMOVAL.id, countDemoData(tx)).left === undefined;
};
