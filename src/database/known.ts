import { invalid, missingDetail } from '../kernel/problem.ts';
import type { Read } from './database.ts';
import type { TableRows } from './query.ts';

interface Known {
  readonly object: string;
  readonly rows: Pick<TableRows<{ id: string }>, 'findAll'>;
}

/** @throws Problem 400 `resource_missing` with every one of `ids` for which there is no record, as `param[n]`. */
export const requireKnown = (read: Read, { object, rows }: Known, ids: readonly string[], param: string): void => {
  const known = new Set(rows.findAll(read, ids).map(({ id }) => id));
  const details = ids.flatMap((id, index) =>
    known.has(id) ? [] : missingDetail(`${param}[${index}]`, object.replaceAll('_', ' '), id),
  );
  if (details.length > 0) throw invalid(details);
};
