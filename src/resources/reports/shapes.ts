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
    from: described(date(), 'The first day, at the sites.'),
    to: described(date(), 'The last day, at the sites: at most 366 days with the first one.'),
    compare: optional(
      withDefault(
        described(
          oneOf('none', 'previous'),
          'previous: with the range before. Of a range that begins with a month: the same days of as many months before; of ' +
            'other ranges: as many days that end the day before.',
        ),
        'none',
      ),
    ),
    location_id: optional(described(id(), 'One site; by default all sites of the caller.')),
    format: optional(withDefault(described(oneOf('json', 'csv'), 'A file of one table for csv.'), 'json')),
    table: optional(described(oneOf(...tables), `The table of a file, by default ${tables[0]}.`)),
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
    locationId: described(nullable(id()), 'The site; null for all sites of the caller.'),
    before: described(nullable(object(rangeFields)), 'The range with which it is compared; null without a comparison.'),
    ...fields(),
  }));

/** The rows of a table of a report. */
export const tableOf = <Row extends TObject>(row: Row, description: string) => Type.Array(row, { description });
