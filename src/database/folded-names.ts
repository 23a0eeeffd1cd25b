import type { Database } from 'bun:sqlite';
import { clientSearchWords, searchedName, staffSearchText } from '../kernel/folding.ts';

/** The mark of the migration after which the program folds the names that are stored. */
export const FOLDED_NAMES = '-- program: fold names';

interface Named {
  readonly id: string;
  readonly name: string;
}

interface Person {
  readonly id: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly displayName: string | null;
  readonly email: string;
}

interface Client {
  readonly rowId: number;
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string | null;
  readonly phone: string | null;
  readonly home: string;
}

/** Only letters and digits of ASCII are in the index as they are folded. */
const CLIENTS = `select "rowId", "firstName", "lastName", "email", "phone",
    iif("isLive", char(0xF8FF, 0xF8FF, 0xF8FF), '')
      || char(0xE000 + "home" / 4096, 0xE000 + "home" / 64 % 64, 0xE000 + "home" % 64) as "home"
  from (
    select "rowId", "firstName", "lastName", "email", "phone", "archivedAt" is null as "isLive", "number" * 2 + ("archivedAt" is not null) as "home"
    from "clients" join "clientSearchSites" on "siteId" = "homeLocationId"
    where "firstName" || "lastName" || coalesce("email", '') glob '*[^a-zA-Z0-9 @._+]*'
  )`;

/** Writes the folded names that searches compare, in the transaction of the migration. */
export const foldNames = (db: Database): void => {
  const site = db.query('update "sites" set "searchText" = ? where "id" = ?');
  for (const { id, name } of db.query<Named, []>('select "id", "name" from "sites"').all()) {
    site.run(searchedName(name), id);
  }
  const person = db.query('update "staff" set "searchText" = ? where "id" = ?');
  const people = 'select "id", "firstName", "lastName", "displayName", "email" from "staff"';
  for (const { id, firstName, lastName, displayName, email } of db.query<Person, []>(people).all()) {
    person.run(staffSearchText(firstName, lastName, displayName, email), id);
  }
  const remove = db.query('delete from "clientSearch" where "rowid" = ?');
  const add = db.query('insert into "clientSearch" ("rowid", "words", "home", "phone") values (?, ?, ?, ?)');
  for (const { rowId, firstName, lastName, email, phone, home } of db.query<Client, []>(CLIENTS).iterate()) {
    remove.run(rowId);
    add.run(rowId, clientSearchWords(firstName, lastName, email), home, (phone ?? '').replace(/\D/g, ''));
  }
};
