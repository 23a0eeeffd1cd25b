import { doubledExternalIds } from '../../records/external-ids.ts';
import { type CheckContext, type Finding, ok, together, warning } from './finding.ts';

const ACTION =
  'Imports refuse rows that name a record by such an id. List the records with ?external_id=, and change the externalId of all ' +
  'but one with PATCH.';

/** Whether several records of a family have the same external id, as older releases allowed. */
export const checkExternalIds = ({ db }: CheckContext): Finding => {
  const doubles = db === undefined ? [] : doubledExternalIds(db);
  if (doubles.length === 0) return ok('No two records of a family have the same external id.');
  return together(
    doubles.map(({ table, count, first }) => {
      const others = count === 1 ? '' : `, and so are ${count - 1} more`;
      return warning(`Several records in '${table}' have the external id '${first}'${others}.`, ACTION);
    }),
  );
};
