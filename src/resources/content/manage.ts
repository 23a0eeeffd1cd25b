import type { Static, TObject, TProperties, TSchema } from '@sinclair/typebox';
import type { Read, Tx } from '../../database/database.ts';
import { businessOperations } from '../../http/operations/declare.ts';
import { like } from '../../http/operations/example.ts';
import type { Operation, RuleResponse } from '../../http/operations/operation.ts';
import type { Caller } from '../../kernel/caller.ts';
import type { Page, PageRequest } from '../../records/pages.ts';

const staff = 'content:manage';

/** A kind of record that orders the content, with its rules. */
interface Kind<
  Row extends { readonly id: string },
  Create extends TObject,
  Patch extends TObject,
  Filters extends TProperties,
> {
  /** The end of its paths, such as `categories`. */
  readonly path: string;
  /** The ends of the ids of its operations. */
  readonly ids: readonly [one: string, several: string];
  /** Its names in summaries. */
  readonly words: readonly [one: string, several: string];
  /** What each operation does, for the document. */
  readonly about: Readonly<Record<'list' | 'create' | 'update' | 'remove', string>>;
  readonly record: {
    readonly schema: TObject;
    readonly list: TObject;
    readonly create: Create;
    /** Null for records of the whole brand. */
    readonly sites: object | null;
    find(read: Read, caller: Caller, id: string): Row;
    view(row: Row): object;
  };
  readonly patch: Patch;
  readonly filters: Filters;
  /** A record of the demo studio, and bodies that create and change one. */
  readonly example: { readonly id: string; readonly create: object; readonly update: object };
  /** The response of DELETE. */
  readonly removed: TSchema;
  page(read: Read, page: PageRequest, query: Static<TObject<Filters>>, caller: Caller): Page<Row>;
  create(tx: Tx, caller: Caller, body: Static<Create>): Row;
  update(tx: Tx, caller: Caller, row: Row, body: Static<Patch>): Row;
  remove(tx: Tx, caller: Caller, row: Row): RuleResponse;
}

/** The operations with which a studio manages a kind: list, create, retrieve, update, and archive or delete. */
export const manageOperations = <
  Row extends { readonly id: string },
  Create extends TObject,
  Patch extends TObject,
  Filters extends TProperties,
>(
  kind: Kind<Row, Create, Patch, Filters>,
): readonly Operation[] => {
  const { record, about } = kind;
  const [idOfOne, idOfSeveral] = kind.ids;
  const [one, several] = kind.words;
  const path = `/manage/content/${kind.path}` as const;
  const brand = record.sites === null ? { sites: 'brand' as const } : {};
  const ofOne = like(kind.example.id, `create${idOfOne}`);
  const on = { on: record, staff, ...brand, example: ofOne } as const;
  return businessOperations(
    { tag: 'Content', audited: true, reads: `get${idOfOne}` },
    'manage',
    ({ list, read, write }) => [
      list(
        `GET ${path}`,
        `manageList${idOfSeveral}`,
        {
          summary: `List ${several}`,
          description: about.list,
          filters: kind.filters,
          response: record.list,
          staff,
          ...brand,
        },
        (view, { query, caller, page }) => ({ page: kind.page(view, page, query, caller), view: record.view }),
      ),
      write(
        `POST ${path}`,
        `create${idOfOne}`,
        {
          summary: `Create a ${one}`,
          description: about.create,
          body: record.create,
          status: 201,
          response: record.schema,
          staff,
          sites: record.sites === null ? 'brand' : 'named',
          example: { body: kind.example.create },
        },
        (tx, { caller, body }) => record.view(kind.create(tx, caller, body)),
      ),
      read(
        `GET ${path}/:id`,
        `get${idOfOne}`,
        { summary: `Retrieve a ${one}`, description: `The ${one} with this id.`, response: record.schema, ...on },
        (_read, call) => record.view(call.record),
      ),
      write(
        `PATCH ${path}/:id`,
        `update${idOfOne}`,
        {
          summary: `Update a ${one}`,
          description: about.update,
          body: kind.patch,
          response: record.schema,
          ...on,
          example: { ...ofOne, body: kind.example.update },
        },
        (tx, { caller, record: row, body }) => record.view(kind.update(tx, caller, row, body)),
      ),
      write(
        `DELETE ${path}/:id`,
        `delete${idOfOne}`,
        { summary: `Remove a ${one}`, description: about.remove, response: kind.removed, ...on },
        (tx, { caller, record: row }) => kind.remove(tx, caller, row),
      ),
    ],
  );
};
