import type { Tx } from '../../../database/database.ts';
import type { Sweep } from '../../../database/sweep.ts';
import { addDays } from '../../../kernel/local-time.ts';
import type { DayViews } from './queries.ts';
import { ContentEntry, type EntryRow } from './record.ts';

/** Popular entries are those with the most views in this many days. */
const DAYS = 30;

/** The text by which entries are ordered: the views, then the publication. */
export const popularityOf = (views: number, publishedAt: string | null): string =>
  `${String(Math.min(views, 999_999_999)).padStart(9, '0')} ${publishedAt ?? ''}`;

export const viewsIn = ({ popularity }: Pick<EntryRow, 'popularity'>): number => Number(popularity.slice(0, 9));

const ADD_VIEW = `insert into "contentEntryViews" ("entryId", "day", "views") values (?, ?, 1)
  on conflict do update set "views" = "views" + 1`;

/** Counts once for each member and local day (content.md "Catalogue"). `localDay` is the member's local date. */
export const countView = (tx: Tx, entryId: string, localDay: string): void => {
  const row = ContentEntry.rows.find(tx, entryId);
  if (row === undefined) return;
  tx.db.query(ADD_VIEW).run(entryId, localDay);
  const popularity = popularityOf(viewsIn(row) + 1, row.publishedAt);
  ContentEntry.rows.update(tx, entryId, { viewCount: row.viewCount + 1, popularity });
};

/** The views that an entry has in total, and the views of the last 30 local days. */
interface EarlierViews {
  readonly viewCount: number;
  readonly byDay: Readonly<Record<string, number>>;
}

/** Stores the views that a new entry had in another studio. */
export const restoreViews = (tx: Tx, row: EntryRow, { viewCount, byDay }: EarlierViews): void => {
  const put = tx.db.query('insert into "contentEntryViews" ("entryId", "day", "views") values (?, ?, ?)');
  let recent = 0;
  for (const [day, views] of Object.entries(byDay)) {
    put.run(row.id, day, views);
    recent += views;
  }
  ContentEntry.rows.update(tx, row.id, { viewCount, popularity: popularityOf(recent, row.publishedAt) });
};

/** Counts a member who has put an entry into their favorites, or with -1 one who has taken it out. */
export const countFavorite = (tx: Tx, entryId: string, by: 1 | -1): void => {
  tx.db.query('update "contentEntries" set "favoriteCount" = "favoriteCount" + ? where "id" = ?').run(by, entryId);
};

const OLD = 'select "entryId", "day", "views" from "contentEntryViews" where "day" <= ? order by "day" limit ?';
const DELETE = 'delete from "contentEntryViews" where "entryId" = ? and "day" = ?';

/** Takes views that are older than 30 days out of the popularity. */
export const oldViews: Sweep<DayViews> = {
  rows: (read, limit) =>
    read.db.query<DayViews, [string, number]>(OLD).all(addDays(read.now.slice(0, 10), -DAYS), limit),
  change(tx, { entryId, day, views }) {
    tx.db.query(DELETE).run(entryId, day);
    const row = ContentEntry.rows.find(tx, entryId);
    if (row === undefined) return;
    ContentEntry.rows.update(tx, entryId, {
      popularity: popularityOf(Math.max(0, viewsIn(row) - views), row.publishedAt),
    });
  },
};
