import { Type } from '@sinclair/typebox';
import { IMPORT_FAMILIES } from '../../../events/enumerations.ts';
import { count, date, described, nullable, object, oneOf, type Static, shape } from '../../../kernel/schemas.ts';
import { WORDS_BY } from '../cells/choices.ts';
import { MATCHES } from '../columns/guess.ts';
import { Import, ImportQuery, notesOfFile, rowProblem } from '../shapes.ts';

const query = ImportQuery.properties;

export const PreviewQuery = object(() => ({
  family: query.family,
  map: query.map,
  values: query.values,
  encoding: query.encoding,
}));

export const CheckQuery = object(() => ({
  family: query.family,
  map: query.map,
  dates: query.dates,
  names: query.names,
  values: query.values,
  encoding: query.encoding,
  shared_email: query.shared_email,
}));

const heading = () => described(Type.String(), 'As in the file.');
const DAY_ORDERS = ['mdy', 'dmy'] as const;

const dates = object(() => ({
  order: described(
    nullable(oneOf(...DAY_ORDERS)),
    'The order, as determined by days above 12, such as 25/03/2026. `null` if the file leaves it open or has both.',
  ),
  isAmbiguous: described(
    Type.Boolean(),
    'Whether the import requires `dates`, because a day could also be a month, or a year has two digits.',
  ),
  columns: described(Type.Array(Type.String()), 'The headings of the columns with such dates.'),
  examples: described(
    Type.Array(
      object({
        text: described(Type.String(), 'As in the file.'),
        mdy: described(nullable(date()), 'Read with the month first.'),
        dmy: described(nullable(date()), 'Read with the day first.'),
      }),
    ),
    'Some of these dates, and how they are read in each order. `null` if a date is not valid in that order.',
  ),
}));

const name = (description: string) =>
  described(object({ firstName: Type.String(), lastName: Type.String() }), description);

const names = object(() => ({
  column: described(Type.String(), 'The heading of the column with full names.'),
  isAmbiguous: described(
    Type.Boolean(),
    "Whether the import requires `names`, because a name has no comma, as in 'Ann Lee'.",
  ),
  examples: described(
    Type.Array(
      object({
        text: described(Type.String(), 'As in the file.'),
        firstLast: name('With `names=first-last`.'),
        lastFirst: name('With `names=last-first`.'),
      }),
    ),
    'Some of these names, and how they are read in each order.',
  ),
}));

const word = object(() => ({
  text: described(Type.String(), 'As in the file.'),
  value: described(nullable(Type.String()), "The value it is imported as; '' for nothing. `null` if none is set."),
  by: described(
    nullable(oneOf(...WORDS_BY)),
    'The reason: `values` specifies it, or other systems use the word with this meaning. `null` for an unknown ' +
      'word, which the import refuses.',
  ),
  count: described(count(), 'The number of rows with this value.'),
}));

const choices = object(() => ({
  heading: heading(),
  field: described(Type.String(), 'The field of the column.'),
  allowed: described(Type.Array(Type.String()), 'The values the field accepts.'),
  words: described(Type.Array(word), "The column's values that are not accepted as they are, up to 50, in file order."),
}));

const encoding = object(() => ({
  readAs: described(Type.String(), 'The encoding used to read the file here: the most likely one.'),
  examples: described(
    Type.Array(
      object({
        encoding: described(Type.String(), 'The value for `encoding`.'),
        text: described(Type.String(), 'The cell as read in this encoding.'),
      }),
    ),
    'The first cell with a non-ASCII letter in each likely encoding, most likely first.',
  ),
}));

export const ImportPreview = shape('ImportPreview', () => ({
  object: Type.Literal('import_preview'),
  family: oneOf(...IMPORT_FAMILIES),
  rows: described(count(), 'The number of rows in the file.'),
  columns: described(
    Type.Array(
      object({
        heading: heading(),
        field: described(nullable(Type.String()), 'The field it is imported to. `null` for a column that is ignored.'),
        by: described(
          nullable(oneOf(...MATCHES)),
          'The reason: `map` specifies it, `kept` from an earlier import, it has the `name` of the field, or other ' +
            'systems use this heading. `null` if unknown.',
        ),
        isDerived: described(Type.Boolean(), 'Whether the column is included in exports but not accepted by imports.'),
        examples: described(Type.Array(Type.String()), 'The first distinct values, up to 3.'),
      }),
    ),
    'The columns in order.',
  ),
  fields: described(Type.Array(Type.String()), 'The fields a column can be imported to.'),
  dates: described(nullable(dates), 'Dates with day, month, and year. `null` if no column has any.'),
  names: described(nullable(names), "The column with people's full names. `null` if the file has none."),
  choices: described(
    Type.Array(choices),
    'Columns that accept a fixed set of values, for which the file has other values. `values` maps them.',
  ),
  encoding: described(
    nullable(encoding),
    'If the file is not UTF-8 and its encoding is not specified: the import requires `encoding`. Otherwise `null`.',
  ),
  map: described(Type.String(), 'The `map` with which an import reads the columns as shown here.'),
  notes: notesOfFile('How the file was read where there was a choice.'),
}));

export const ImportCheck = shape('ImportCheck', () => {
  const { object: _object, dryRun: _dryRun, skipped: _skipped, results: _results, ...counts } = Import.properties;
  return {
    object: Type.Literal('import_check'),
    ...counts,
    bad: described(
      count(),
      'The number of rows that cannot be imported. An import needs `skip_invalid` to leave them out.',
    ),
    headings: described(Type.Array(Type.String()), "The file's headings. Empty for JSON."),
    badRows: described(
      Type.Array(
        object({
          row: Type.Integer({ description: 'The row number, as in a spreadsheet: the header of a CSV file is row 1.' }),
          reasons: described(Type.Array(Type.String()), 'What is wrong with the row.'),
          problems: described(Type.Array(object(rowProblem())), 'The same by code and reason.'),
          cells: described(Type.Array(Type.String()), "The row's cells as they are in the file. Empty for JSON."),
        }),
      ),
      'Each row that cannot be imported. Up to 5,000.',
    ),
  };
});

export type ImportPreviewResponse = Static<typeof ImportPreview>;
export type ImportCheckResponse = Static<typeof ImportCheck>;
