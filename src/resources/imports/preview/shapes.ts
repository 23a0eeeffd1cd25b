import { Type } from '@sinclair/typebox';
import { IMPORT_FAMILIES } from '../../../events/enumerations.ts';
import { count, date, described, nullable, object, oneOf, type Static, shape } from '../../../kernel/schemas.ts';
import { WORDS_BY } from '../cells/choices.ts';
import { MATCHES } from '../columns/guess.ts';
import { Import, ImportQuery, notesOfFile } from '../shapes.ts';

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

const heading = () => described(Type.String(), 'As the file has it.');
const DAY_ORDERS = ['mdy', 'dmy'] as const;

const dates = object(() => ({
  order: described(
    nullable(oneOf(...DAY_ORDERS)),
    'The order that days above 12 decide, such as 25/03/2026. null where the file leaves it open, or has both.',
  ),
  isAmbiguous: described(
    Type.Boolean(),
    "Whether an import needs 'dates': a day can be a month too, or a year has two digits.",
  ),
  columns: described(Type.Array(Type.String()), 'The headings of the columns with such dates.'),
  examples: described(
    Type.Array(
      object({
        text: described(Type.String(), 'As the file has it.'),
        mdy: described(nullable(date()), 'With the month first.'),
        dmy: described(nullable(date()), 'With the day first.'),
      }),
    ),
    'Some of them, and what they are in each order; null where they cannot be in it.',
  ),
}));

const name = (description: string) =>
  described(object({ firstName: Type.String(), lastName: Type.String() }), description);

const names = object(() => ({
  column: described(Type.String(), 'The heading of the column with whole names.'),
  isAmbiguous: described(Type.Boolean(), "Whether an import needs 'names': a name has no comma, as in 'Ann Lee'."),
  examples: described(
    Type.Array(
      object({
        text: described(Type.String(), 'As the file has it.'),
        firstLast: name("With 'names=first-last'."),
        lastFirst: name("With 'names=last-first'."),
      }),
    ),
    'Some of these names, and what they are in each order.',
  ),
}));

const word = object(() => ({
  text: described(Type.String(), 'As the file has it.'),
  value: described(nullable(Type.String()), "What an import takes it for; '' for nothing. null where nobody has said."),
  by: described(
    nullable(oneOf(...WORDS_BY)),
    "Why: 'values' says it, or other systems mean it by this word. null for an unknown word, which an import refuses.",
  ),
  count: described(count(), 'The rows that have it.'),
}));

const choices = object(() => ({
  heading: heading(),
  field: described(Type.String(), 'The field of the column.'),
  allowed: described(Type.Array(Type.String()), 'What the field takes.'),
  words: described(Type.Array(word), 'Its words that are none of these, up to 50, in the order of the file.'),
}));

const encoding = object(() => ({
  readAs: described(Type.String(), 'The encoding in which the file was read here, as the most likely one.'),
  examples: described(
    Type.Array(
      object({
        encoding: described(Type.String(), "What 'encoding' takes."),
        text: described(Type.String(), 'The cell in this encoding.'),
      }),
    ),
    'The first cell with a letter beyond ASCII in each likely encoding, the most likely first.',
  ),
}));

export const ImportPreview = shape('ImportPreview', () => ({
  object: Type.Literal('import_preview'),
  family: oneOf(...IMPORT_FAMILIES),
  rows: described(count(), 'The rows of the file.'),
  columns: described(
    Type.Array(
      object({
        heading: heading(),
        field: described(nullable(Type.String()), 'The field that it becomes; null for a column that is left out.'),
        by: described(
          nullable(oneOf(...MATCHES)),
          "Why: 'map' says it, an earlier import 'kept' it, it has the 'name' of the field, or other systems call it so. null where nothing is known.",
        ),
        isDerived: described(Type.Boolean(), 'Whether exports have it, and imports do not take it.'),
        examples: described(Type.Array(Type.String()), 'The first values that differ, up to 3.'),
      }),
    ),
    'The columns in their order.',
  ),
  fields: described(Type.Array(Type.String()), 'The fields that a column can become.'),
  dates: described(nullable(dates), 'The dates of day, month and year; null where no column has any.'),
  names: described(nullable(names), 'The column with whole names of people; null where the file has none.'),
  choices: described(
    Type.Array(choices),
    "The columns that take one of a few words, where the file has other words for them. 'values' says what these are.",
  ),
  encoding: described(
    nullable(encoding),
    "Where the file is not UTF-8 and nothing says its encoding: an import needs 'encoding'. null otherwise.",
  ),
  map: described(Type.String(), "The 'map' with which an import takes the columns as they are here."),
  notes: notesOfFile('How the file was read, where a choice was made.'),
}));

export const ImportCheck = shape('ImportCheck', () => {
  const { object: _object, dryRun: _dryRun, results: _results, ...counts } = Import.properties;
  return {
    object: Type.Literal('import_check'),
    ...counts,
    bad: described(count(), 'Rows that cannot be imported. With a single one nothing is.'),
    causes: described(
      Type.Array(
        object({
          code: Type.String(),
          column: described(nullable(Type.String()), 'The field; null for the row as a whole.'),
          message: described(Type.String(), 'What is wrong, of the first row.'),
          count: described(count(), 'The rows with this cause.'),
          rows: described(Type.Array(Type.Integer()), 'The first 10 of them.'),
          values: described(Type.Array(Type.String()), 'Up to 3 of the values.'),
        }),
      ),
      'What is wrong, by cause, up to 100.',
    ),
    headings: described(Type.Array(Type.String()), 'The headings of the file; empty for JSON.'),
    badRows: described(
      Type.Array(
        object({
          row: Type.Integer({ description: 'As spreadsheets count: the header of a CSV file is row 1.' }),
          reasons: described(Type.Array(Type.String()), 'What is wrong with it.'),
          cells: described(Type.Array(Type.String()), 'Its cells as the file has them; empty for JSON.'),
        }),
      ),
      'Each row that cannot be imported, up to 5,000.',
    ),
  };
});

export type ImportPreviewResponse = Static<typeof ImportPreview>;
export type ImportCheckResponse = Static<typeof ImportCheck>;
