import { type TProperties, Type } from '@sinclair/typebox';
import {
  date,
  described,
  id,
  nullable,
  object,
  oneOf,
  optional,
  shape,
  type TObject,
  withDefault,
} from '../../kernel/schemas.ts';

const rangeFields = () => ({
  from: described(date(), 'The first day.'),
  to: described(date(), 'The last day.'),
});

/** The query of a report. @param tables the tables that it has, the one of a CSV file by default first. */
export const reportQuery = <const Table extends string>(...tables: readonly [Table, ...Table[]]) =>
  object(() => ({
    from: described(date(), 'The first day, local to the sites.'),
    to: described(date(), 'The last day, local to the sites. The range can be up to 366 days.'),
    compare: optional(
      withDefault(
        described(
          oneOf('none', 'previous'),
          '`previous` compares with the range before: for a range that starts with a month, the same days that ' +
            'many months earlier; for other ranges, the same number of days, ending the day before.',
        ),
        'none',
      ),
    ),
    location_id: optional(described(id(), "A site. Defaults to all of the caller's sites.")),
    format: optional(withDefault(described(oneOf('json', 'csv'), 'Use csv for a file with one table.'), 'json')),
    table: optional(described(oneOf(...tables), `The table of a file. Defaults to ${tables[0]}.`)),
  }));

/** A report in its envelope. @param name as in `attendance_report`. */
export const reportShape = <const Name extends string, Fields extends TProperties>(
  name: Name,
  title: string,
  fields: () => Fields,
) =>
  shape(title, () => ({
    object: Type.Literal(name),
    ...rangeFields(),
    locationId: described(nullable(id()), "The site. `null` for all of the caller's sites."),
    before: described(nullable(object(rangeFields)), 'The range it is compared with. `null` without a comparison.'),
    ...fields(),
  }));

export const tableOf = <Row extends TObject>(row: Row, description: string) => Type.Array(row, { description });
