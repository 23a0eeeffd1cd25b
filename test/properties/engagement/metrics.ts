// Personal bests, counts, histories and comparisons once more, naively and over all entries.

import type { Studio } from '../../helpers/api.ts';
import type { Row } from '../state.ts';

/** In the base unit: the factors of engagement.md "Metrics" again, as fractions of whole numbers. */
const FACTORS: Readonly<Record<string, readonly [bigint, bigint]>> = {
  kg: [1n, 1n],
  lb: [45_359_237n, 100_000_000n],
  s: [1n, 1n],
  min: [60n, 1n],
};

/** What a metric measures. */
interface MetricConfig {
  readonly isHigherBetter: boolean;
  readonly isWeight: boolean;
  readonly repSchemes: readonly number[];
}

interface Best {
  readonly recordType: string;
  readonly reps: number;
  readonly entryId: string;
  readonly previousEntryId: string | null;
}

interface Derived {
  readonly bests: readonly Best[];
  readonly count: number;
  /** Whether each entry was a best when it was recorded, in the order of time. */
  readonly areBests: readonly boolean[];
}

type Fraction = readonly [bigint, bigint];

/** Values have at most six decimals in these tests. */
const baseOf = ({ value, unit }: Row): Fraction => {
  const [above, below] = FACTORS[unit] ?? [1n, 1n];
  return [BigInt(Math.round(value * 1e6)) * above, 1_000_000n * below];
};

const isMore = (left: Fraction, right: Fraction): boolean => left[0] * right[1] > right[0] * left[1];

/** With 4 decimals, half of the last one upwards. */
const withFourDecimals = ([above, below]: Fraction): Fraction => [(20_000n * above + below) / (2n * below), 10_000n];

const estimateOf = (row: Row): Fraction => {
  const [above, below] = baseOf(row);
  return withFourDecimals(row.reps === 1 ? [above, below] : [above * BigInt(30 + row.reps), below * 30n]);
};

const inTime = (left: Row, right: Row): number =>
  left.recordedAt < right.recordedAt || (left.recordedAt === right.recordedAt && left.id < right.id) ? -1 : 1;

/** The best of some entries in the order of time; of equal ones the first. */
const bestOf = (rows: readonly Row[], amountOf: (row: Row) => Fraction, isHigherBetter: boolean): Row | undefined => {
  let best: Row | undefined;
  for (const row of rows) {
    const [value, than] = [amountOf(row), best && amountOf(best)];
    if (than === undefined || (isHigherBetter ? isMore(value, than) : isMore(than, value))) best = row;
  }
  return best;
};

/** What follows from the entries of one client and one metric. */
export const recount = (entries: readonly Row[], { isHigherBetter, isWeight, repSchemes }: MetricConfig): Derived => {
  const rows = [...entries].sort(inTime);
  const bests: Best[] = [];
  const add = (recordType: string, reps: number, of: readonly Row[], amountOf: (row: Row) => Fraction) => {
    const best = bestOf(of, amountOf, isHigherBetter);
    if (best === undefined) return;
    const before = bestOf(of.slice(0, of.indexOf(best)), amountOf, isHigherBetter);
    bests.push({ recordType, reps, entryId: best.id, previousEntryId: before?.id ?? null });
  };
  add(isHigherBetter ? 'max_value' : 'min_value', 0, rows, baseOf);
  for (const reps of new Set(rows.map((row) => row.reps).filter((each) => each !== null))) {
    const same = rows.filter((row) => row.reps === reps);
    add('by_reps', reps, same, baseOf);
  }
  const estimated = rows.filter(({ reps }) => reps !== null && reps <= 12);
  if (isWeight && isHigherBetter) add('estimated_1rm', 0, estimated, estimateOf);
  const areBests = rows.map((row, at) => {
    const upTo = rows.slice(0, at + 1);
    const same = upTo.filter(({ reps }) => reps === row.reps);
    return (
      bestOf(upTo, baseOf, isHigherBetter) === row ||
      (repSchemes.includes(row.reps) && bestOf(same, baseOf, isHigherBetter) === row)
    );
  });
  return { bests, count: rows.length, areBests };
};

const keyed = (bests: readonly Best[]): string[] =>
  bests
    .map(({ recordType, reps, entryId, previousEntryId }) => [recordType, reps, entryId, previousEntryId].join(' '))
    .sort();

/** Everything that is stored of metrics and is not what the entries say. Facts of entries are held to the entries too. */
export const check = ({ db }: Pick<Studio, 'db'>): string[] => {
  const entries = db.query('select * from metricEntries').all() as Row[];
  const metrics = db
    .query('select id, metricDefinition from contentEntries where metricDefinition is not null')
    .all() as Row[];
  const clients = db.query('select id from clients').all() as Row[];
  const wrong: string[] = [];
  for (const metric of metrics) {
    const { dimension, direction, repSchemes } = JSON.parse(metric.metricDefinition);
    const config = { isHigherBetter: direction === 'higher_is_better', isWeight: dimension === 'weight', repSchemes };
    for (const client of clients) {
      const ids = [client.id, metric.id] as const;
      const own = entries.filter(({ clientId, contentEntryId }) => clientId === ids[0] && contentEntryId === ids[1]);
      const { bests, count } = recount(own, config);
      const stored = db
        .query('select * from metricBests where clientId = ? and contentEntryId = ?')
        .all(...ids) as Best[];
      const counted = db
        .query('select entryCount from metricCounts where clientId = ? and contentEntryId = ?')
        .get(...ids) as Row;
      const [is, should] = [keyed(stored).join('\n'), keyed(bests).join('\n')];
      if (is !== should) wrong.push(`the bests of ${ids.join(' ')} are\n${is}\nand should be\n${should}`);
      if ((counted?.entryCount ?? 0) !== count) wrong.push(`${ids.join(' ')} has ${count} entries`);
    }
  }
  const facts = db
    .query(
      `select sourceId, clientId, at, value from facts where kind = 'metric_entry' and takenBackAt is null order by 1`,
    )
    .all() as Row[];
  const expected = entries
    .map(({ id, clientId, recordedAt, normalizedValue }) => [id, clientId, recordedAt, normalizedValue].join(' '))
    .sort();
  const found = facts.map(({ sourceId, clientId, at, value }) => [sourceId, clientId, at, value].join(' ')).sort();
  if (found.join('\n') !== expected.join('\n')) wrong.push('the facts of metric entries are not the entries');
  return wrong;
};
