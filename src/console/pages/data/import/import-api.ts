import { queryOptions } from '@tanstack/react-query';
import { client, send } from '../../../api/client.ts';
import { inWords } from '../../../api/refusals/in-words.ts';
import type { ResponseOf } from '../../../api/types.ts';
import type { ImportedFamily } from '../../../base/families.ts';

export type Preview = ResponseOf<'previewImport'>;
export type Imported = ResponseOf<'importFamily'>;
/** What a file is in each encoding that it can be in, where nothing says which. */
export type EncodingQuestion = NonNullable<Preview['encoding']>;
export type DateOrder = 'mdy' | 'dmy';
export type NameOrder = 'first-last' | 'last-first';
/** What the words of another system are, by their keys, as a person says. */
export type Words = Readonly<Record<string, string>>;
type Word = Preview['choices'][number]['words'][number];

type Checked = ResponseOf<'checkImport'>;
type Problem = Checked['badRows'][number]['problems'][number];
/** A problem as the page says it. */
export type RowProblem = Problem & { readonly message: string };

/** The trial of an import, with the problems of its rows as the page says them. */
export interface Check extends Omit<Checked, 'badRows'> {
  readonly badRows: readonly {
    readonly row: number;
    readonly cells: readonly string[];
    readonly problems: readonly RowProblem[];
  }[];
}

/** A file that someone has chosen, and what it holds. */
export interface Chosen {
  /** Differs with each choice, also of the same file. */
  readonly id: string;
  readonly name: string;
  readonly file: File;
  readonly family: ImportedFamily;
  /** The first line of the file. */
  readonly headings: string;
}

export interface Reading {
  readonly map?: string;
  readonly dates?: DateOrder;
  readonly names?: NameOrder;
  readonly values?: string;
  readonly encoding?: string;
  readonly shared_email?: 'keep-first';
  readonly skip_invalid?: true;
}

/** The file itself as the body of a request. */
const csv = (file: File) => ({
  headers: { 'Content-Type': 'text/csv' },
  body: '',
  bodySerializer: () => file,
});

/** The fields that a person has given to columns, as the interface takes them; '' leaves a column out. */
export const mapOf = (fields: Readonly<Record<string, string>>): string =>
  Object.entries(fields)
    .map(([heading, field]) => `${heading.replaceAll(',', ' ').trim()}=${field}`)
    .join(',');

/** The word of a field, as `Words` have it. */
export const wordKey = (field: string, text: string): string => `${field}:${text.replaceAll(',', ' ')}`;

/** What a word is: as a person says, else as it is known; null where no one says it. */
export const wordValue = (field: string, { text, value }: Word, words: Words): string | null =>
  words[wordKey(field, text)] ?? value;

/** What a person has said of the words that a file has, as the interface takes it. */
export const valuesOf = ({ choices }: Preview, words: Words): string =>
  choices
    .flatMap(({ field, words: found }) => found.map(({ text }) => wordKey(field, text)))
    .flatMap((key) => (words[key] === undefined ? [] : `${key}=${words[key]}`))
    .join(',');

/** What the columns of a file are. @param map what the person says of them @param encoding the same of its letters */
export const previewQuery = ({ id, file, family }: Chosen, map: string, encoding?: string) =>
  queryOptions({
    queryKey: ['import-preview', id, family, map, encoding],
    queryFn: () =>
      send(
        client.POST('/manage/imports/preview', {
          params: {
            query: { family, ...(map === '' ? {} : { map }), ...(encoding === undefined ? {} : { encoding }) },
          },
          ...csv(file),
        }),
      ),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  });

/** Problems in the language of the page, by their codes and reasons. */
const problemsInWords = async <Of extends RowProblem>(problems: readonly Of[]): Promise<Of[]> => {
  const details = problems.map(({ code, column, reason, facts, message }) => ({
    ...facts,
    param: column ?? '',
    code,
    message,
    ...(reason === null ? {} : { reason }),
  }));
  const { details: said = [] } = await inWords({ code: 'import_refused', message: '', details });
  return problems.map((problem, at) => ({ ...problem, message: said[at]?.message ?? problem.message }));
};

/** Tries an import row by row. */
export const checkFile = async ({ file, family }: Chosen, reading: Reading): Promise<Check> => {
  const query = { family, ...reading };
  const checked = await send(client.POST('/manage/imports/check', { params: { query }, ...csv(file) }));
  const [causes, said] = await Promise.all([
    problemsInWords(checked.causes),
    problemsInWords(
      checked.badRows.flatMap(({ row, problems, reasons }) =>
        problems.map((problem, at) => ({ ...problem, row, message: reasons[at] ?? '' })),
      ),
    ),
  ]);
  const ofRows = Map.groupBy(said, ({ row }) => row);
  const badRows = checked.badRows.map(({ row, cells }) => ({ row, cells, problems: ofRows.get(row) ?? [] }));
  return { ...checked, causes, badRows };
};

/** Imports a file: every row or none, unless those with a problem are skipped. */
export const importChosen = ({ file, family }: Chosen, reading: Reading, key: string): Promise<Imported> =>
  send(
    client.POST('/manage/imports', {
      params: { query: { family, ...reading } },
      ...csv(file),
      headers: { 'Content-Type': 'text/csv', 'Idempotency-Key': key },
    }),
  );
