import type { Database } from 'bun:sqlite';
import { expect } from 'bun:test';
import type { ApiResponse, Studio } from './api.ts';

/** What any request changes: when its credential was last used. */
const USES = new Set(['apiKeys', 'oauthClients', 'staffSessions', 'kiosks']);

/** A hash of the rows of each table by its name, without the tables of credentials. */
export const contentsOf = (db: Database): Record<string, string> => {
  const tables = db
    .query<{ name: string }, []>(`select name from sqlite_schema where type = 'table' order by name`)
    .all();
  return Object.fromEntries(
    tables
      .filter(({ name }) => !USES.has(name))
      .map(({ name }) => {
        const rows = db.query(`select * from "${name}"`).values();
        return [name, `${rows.length} ${Bun.hash(JSON.stringify(rows))}`];
      }),
  );
};

/** Sends a dry run, which must be a success and leave every table as it was. Returns its response. */
export const tried = async (studio: Studio, send: () => Promise<ApiResponse>): Promise<ApiResponse['body']> => {
  const before = contentsOf(studio.db);
  const { status, body } = await send();
  expect(contentsOf(studio.db)).toEqual(before);
  if (status !== 200) throw new Error(JSON.stringify(body));
  expect(studio.db.inTransaction).toBe(false);
  return body;
};
