import type { ApiResponse, Studio } from '../../helpers/api.ts';

interface Note {
  readonly reason: string;
  readonly message: string;
}

/** Sends a file as an owner would with curl. */
export const importFile = (
  studio: Studio,
  family: string,
  file: string | readonly object[],
  { dryRun = false, headers = {} }: { readonly dryRun?: boolean; readonly headers?: Record<string, string> } = {},
): Promise<ApiResponse> => {
  const isCsv = typeof file === 'string';
  return studio.send(
    'POST',
    `/manage/imports?family=${family}${dryRun ? '&dry_run=true' : ''}`,
    isCsv ? file : JSON.stringify(file),
    { 'content-type': isCsv ? 'text/csv' : 'application/json', ...headers },
  );
};

/** The same, which must go well. */
export const imported = async (studio: Studio, family: string, file: string | readonly object[]) => {
  const reply = await importFile(studio, family, file);
  if (reply.status !== 200) throw new Error(JSON.stringify(reply.body, null, 1));
  return reply.body;
};

/** The notes of an import, without the one about its headings. */
export const notesBeyondHeadings = ({ notes }: { readonly notes: readonly Note[] }): Note[] =>
  notes.filter(({ reason }) => reason !== 'columns_matched');

/** Every record of a family as a file. */
export const exportFile = async (
  studio: Studio,
  family: string,
  format: 'csv' | 'json',
  key: string = studio.mainKey,
): Promise<string> => {
  const request = new Request(`http://localhost/manage/exports/${family}?format=${format}`, {
    headers: { 'x-service-api-key': key },
  });
  const response = await studio.app.fetch(request);
  if (response.status !== 200) throw new Error(await response.text());
  return response.text();
};

/** A cause of problems: the first rows that have it, and how many there are. */
export interface Cause {
  readonly row: number;
  readonly column: string | null;
  readonly code: string;
  readonly message: string;
  readonly count: number;
  readonly rows: readonly number[];
  readonly values?: readonly string[];
}

/** What is wrong with a file, row by row: `3 email parameter_invalid`. */
export const complaints = ({ status, body }: ApiResponse): string[] => {
  if (status !== 400) throw new Error(`${status} ${JSON.stringify(body)}`);
  const details = (body.error.details ?? []) as Cause[];
  return details
    .flatMap(({ rows, column, code }) => rows.map((row) => ({ row, text: `${row} ${column} ${code}` })))
    .toSorted((left, right) => left.row - right.row)
    .map(({ text }) => text);
};

/** The scope or permission that a response says is lacking; nothing when it is let in. */
export const lacking = ({ status, body }: ApiResponse): string | undefined => {
  if (status === 200) return undefined;
  if (body.error.code !== 'permission_denied') throw new Error(JSON.stringify(body));
  return /'([\w:]+)'/.exec(body.error.message)?.[1];
};
