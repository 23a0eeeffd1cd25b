import type { Tx } from '../../database/database.ts';
import { epochOf } from '../../kernel/clock.ts';
import { localDayAt } from '../../kernel/local-time.ts';
import type { FactReactions } from '../reactions.ts';
import { timezoneOf } from '../sites/queries.ts';
import { type FactSource, homeSite, liveFact, type StoredFact } from './queries.ts';
import type { Fact } from './tables.ts';

/** Something that a member did. */
export interface NewFact extends Pick<Fact, 'kind' | 'clientId' | 'at' | 'value'> {
  /** By default a new one. */
  readonly id?: string;
  /** The record that it comes from; by default the fact itself, which then is never taken back. */
  readonly sourceId?: string;
  /** Where it happened; by default the client's home site. */
  readonly siteId?: string | null;
  /** By default the date of `at` in the time zone of the site. */
  readonly localDate?: string;
  /** By default the date of `at` in the time zone of the home site. */
  readonly homeDate?: string;
}

const INSERT = `insert into "facts" ("id", "kind", "clientId", "siteId", "at", "localDate", "homeDate", "sourceId",
  "value", "createdAt", "takenBackAt") values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, null)`;

/** Runs in the transaction of the act. A source has one live fact of a kind: an edit takes it back and records again. */
export const recordFact = (tx: Tx, reactions: FactReactions, given: NewFact): Fact => {
  const { kind, clientId, at, value } = given;
  const { id = tx.id() } = given;
  const { sourceId = id } = given;
  const home = homeSite(tx, clientId);
  const siteId = given.siteId ?? home.id;
  const instant = epochOf(at);
  const homeToday = localDayAt(instant, home.timezone).date;
  const homeDate = given.homeDate ?? homeToday;
  const isHome = siteId === home.id;
  const localDate = given.localDate ?? (isHome ? homeToday : localDayAt(instant, timezoneOf(tx, siteId)).date);
  const common = { id, kind, clientId, siteId, at, localDate, homeDate, sourceId, value, createdAt: tx.now };
  tx.db.query(INSERT).run(...Object.values(common));
  const fact: Fact = { ...common, takenBackAt: null };
  reactions.factRecorded(tx, fact, home);
  return fact;
};

const TAKE_BACK = 'update "facts" set "takenBackAt" = ? where "number" = ?';

/** Takes a fact back, and changes what is derived from it. */
export const takeBack = (tx: Tx, reactions: FactReactions, { number, ...before }: StoredFact): Fact => {
  tx.db.query(TAKE_BACK).run(tx.now, number);
  const fact: Fact = { ...before, takenBackAt: tx.now };
  reactions.factTakenBack(tx, fact, homeSite(tx, fact.clientId));
  return fact;
};

/** Takes the fact of a source back, if there is one. Returns the fact. */
export const takeBackFact = (tx: Tx, reactions: FactReactions, source: FactSource): Fact | undefined => {
  const found = liveFact(tx, source);
  return found === undefined ? undefined : takeBack(tx, reactions, found);
};
