import type { Read, Tx } from '../../../database/database.ts';
import { longChange, unfinishedChanges } from '../../../database/long-change.ts';
import { brandSettings } from '../../settings/queries.ts';
import { Site } from '../../sites/record.ts';
import { hasOwnData } from '../counts.ts';
import { stepsFor, type Step as TableStep } from '../plan.ts';
import { findDemoMark, markDemoData } from '../queries.ts';
import type { DemoDataRemovalCounts } from '../shapes.ts';
import { REMOVAL, SEARCHES } from '../tables.ts';
import { countAgain, type DemoStep } from './steps.ts';
import { endWatch, type Watch, watchOf } from './watch.ts';

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

/** What the first site got with the demo data goes, unless someone has changed it. */
const unfurnish = (tx: Tx): void => {
  const mark = findDemoMark(tx);
  const site = Site.rows.find(tx, brandSettings(tx).defaultSiteId);
  if (mark === undefined || site === undefined) return;
  Site.rows.update(tx, site.id, {
    ...(site.rooms === mark.rooms ? { rooms: null } : {}),
    ...(site.openingHours === mark.openingHours ? { openingHours: null } : {}),
  });
};

/** What it removes; only `includesOwnData` is needed to continue, which removals of older versions were all to do. */
interface Removal extends DemoDataRemovalCounts {
  readonly includesOwnData: boolean;
}
const unfinished = unfinishedChanges<Removal>(REMOVAL.kind);

/** How many statements a transaction runs at most, each for the rows of a table. */
const STEPS = 20;

/** The same for each transaction of a database. */
const known = new WeakMap<Tx['db'], ReturnType<typeof stepsFor>>();

const knownSteps = ({ db }: Tx): ReturnType<typeof stepsFor> => {
  const steps = known.get(db) ?? stepsFor(db);
  known.set(db, steps);
  return steps;
};

/** Looks at some rows, removes some of the demo data, or of all that are in a table. */
type Step = { readonly look: Watch } | { readonly demo: DemoStep; readonly watch: Watch } | { readonly all: TableStep };

/**
 * Removes the rows of the demo data, but for those that something keeps by now: what people add meanwhile stays. Where nothing is
 * left of them, or all goes, it empties the tables of the business, rows of the first table first that has some. It raises no event.
 */
export const demoDataRemoval = longChange(unfinished, {
  most: STEPS,
  shared: ({ tx, state }) => ({
    order: knownSteps(tx),
    watch: state.includesOwnData === false ? watchOf(tx) : undefined,
  }),
  rows({ tx, shared: { order, watch } }): readonly Step[] {
    if (watch?.hasMore(tx) === true) return [{ look: watch }];
    const demo = watch?.next(order);
    if (watch !== undefined && demo !== undefined) return [{ demo, watch }];
    if (watch !== undefined && hasOwnData(tx)) return [];
    const all = order.find(({ isLeft }) => tx.db.query(isLeft).get() !== null);
    return all === undefined ? [] : [{ all }];
  },
  change({ tx, state }, step) {
    if ('look' in step) {
      step.look.look(tx);
      return state;
    }
    const table = 'demo' in step ? step.demo.table : step.all.table;
    const work = () => {
      if ('demo' in step) step.watch.remove(tx, step.demo);
      else for (const statement of step.all.statements) tx.db.query(statement).run();
    };
    if (table === 'sites' && 'all' in step) moveStaff(tx);
    if (table === 'facts') withoutTrigger(tx, work);
    else work();
    return state;
  },
  end({ tx }) {
    endWatch(tx);
    if (!hasOwnData(tx)) emptySearches(tx);
    unfurnish(tx);
    countAgain(tx);
    tx.db.run('delete from "demoChanges"');
    markDemoData(tx, undefined);
  },
  settle: ({ tx }) => tx.cached.clear(),
});

/** What the removal that is going on removes and keeps, for the audit log. */
export const removalInProgress = (read: Read): object => unfinished.find(read, REMOVAL.id) ?? {};

/** Removes the demo data, and all that was added to them where that is asked. @returns whether nothing is left. */
export const removeDemoData = (tx: Tx, removal: Removal): boolean => {
  // A client who is found and is gone would be an error.
  if (removal.includesOwnData) emptySearches(tx);
  return demoDataRemoval.begin(tx, REMOVAL.id, removal).left === undefined;
};
