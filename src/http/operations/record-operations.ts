import type { Static, TObject, TProperties, TSchema } from '@sinclair/typebox';
import type { Read, Tx } from '../../database/database.ts';
import type { Caller } from '../../kernel/caller.ts';
import type { Permission } from '../../kernel/permissions.ts';
import type { ScopeFamily } from '../../kernel/scopes.ts';
import type { Filters, Page } from '../../records/pages.ts';
import type { Call, DryRun, ListCall, ListResult, RuleResponse } from './call.ts';
import { type BusinessBuilders, businessOperations } from './declare.ts';
import type { RequestExample } from './example.ts';
import type { BodySpec, Expanding, Operation, OperationGroup, Spec, StaffRule } from './operation.ts';

interface Kind<Row, Create extends TObject, Patch extends TObject> {
  readonly record: {
    readonly schema: TSchema;
    readonly list: TSchema;
    readonly create: Create;
    readonly patch: Patch;
    readonly archived: TSchema;
    find(read: Read, caller: Caller, id: string): Row;
    siteOf(read: Read, id: string): string | null;
    readonly view: (row: Row) => object;
  };
  /** The views of some rows, when `record` has not all of their fields. */
  views?(read: Read, caller: Caller, rows: readonly Row[]): (row: Row) => object;
  /** The records belong to the brand. */
  readonly sites?: 'brand';
  /** The path of the list, such as `/manage/plans`. */
  readonly path: `/${string}`;
  readonly names: readonly [one: string, several: string];
  /** Its names in the ids of operations; by default `MemberLink` for `member link`. */
  readonly ids?: readonly [one: string, several: string];
  readonly staff: Permission | { readonly read: Permission; readonly write: Permission };
  readonly example: RequestExample;
}

interface Differing
  extends Partial<Omit<Spec<never>, 'query' | 'description'>>,
    Expanding<Caller>,
    Pick<BodySpec<TObject>, 'isBodyRequired'> {
  readonly id?: string;
  readonly staff?: StaffRule;
}

interface DifferingList<Fields extends TProperties> extends Differing {
  readonly filters?: Fields;
  readonly paging?: 'cursors' | 'cursor';
}

/** A request for a page of a list, with the filters of its page: the parameters of the query in camel case. */
export interface FilteredCall<Fields extends TProperties> extends ListCall<Caller, Static<TObject<Fields>>, undefined> {
  /** `live` is 1 for a list with `include_archived`, unless the query asks for archived records. */
  readonly filters: Filters;
}

/** Makes the filters of a page from a query: they have the parameters that were sent, by their names in camel case. */
const filtersFor = (fields: TProperties): ((query: Filters) => Filters) => {
  const { include_archived, ...others } = fields;
  const names = new Map(
    Object.keys(others).map((name) => [name, name.replace(/_(\w)/g, (_, letter) => letter.toUpperCase())]),
  );
  return (query) => {
    const filters: Record<string, Filters[string]> = {};
    for (const parameter in query) {
      const name = names.get(parameter);
      if (name !== undefined && query[parameter] !== undefined) filters[name] = query[parameter];
    }
    const isLive = include_archived !== undefined && query.include_archived !== true && query.status !== 'archived';
    return isLive ? { ...filters, live: 1 } : filters;
  };
};

const idOf = (name: string): string => name.replace(/(?:^| )(\w)/g, (_, letter: string) => letter.toUpperCase());

const usualFor = <Row extends { readonly id: string }, Create extends TObject, Patch extends TObject>(
  kind: Kind<Row, Create, Patch>,
  reads: string,
  builders: BusinessBuilders,
) => {
  const { record, path } = kind;
  const [one, several] = kind.names;
  const [idOfOne, idOfSeveral] = kind.ids ?? [idOf(one), idOf(several)];
  const aOne = `${/^[aeiou]/i.test(one) ? 'an' : 'a'} ${one}`;
  const staff = typeof kind.staff === 'string' ? { read: kind.staff, write: kind.staff } : kind.staff;
  const brand = kind.sites === undefined ? {} : { sites: kind.sites };
  const onOne = { on: record, response: record.schema, ...brand };
  const viewsOf = (read: Read, caller: Caller, rows: readonly Row[]) => kind.views?.(read, caller, rows) ?? record.view;
  const viewOf = (read: Read, caller: Caller, row: Row) => viewsOf(read, caller, [row])(row);
  return {
    list: <Fields extends TProperties = Record<never, never>>(
      description: string,
      pageOf: (read: Read, call: FilteredCall<Fields>) => Page<Row> | ListResult<object>,
      { id = `list${idOfSeveral}`, ...said }: DifferingList<Fields> = {},
    ) => {
      const filtersOf = filtersFor(said.filters ?? {});
      return builders.list(
        `GET ${path}`,
        id,
        { summary: `List ${several}`, description, response: record.list, staff: staff.read, ...brand, ...said },
        (read, call) => {
          const page = pageOf(read, { ...call, filters: filtersOf(call.query) });
          return 'view' in page ? page : { page, view: viewsOf(read, call.caller, page.rows) };
        },
      );
    },
    create: (
      description: string,
      rule: (tx: Tx, caller: Caller, body: Static<Create>) => Row,
      { id = `create${idOfOne}`, ...said }: Differing & { readonly example: { readonly body: object } },
    ) =>
      builders.write(
        `POST ${path}`,
        id,
        {
          summary: `Create ${aOne}`,
          description,
          body: record.create,
          status: 201,
          response: record.schema,
          staff: staff.write,
          sites: kind.sites ?? 'named',
          ...said,
        },
        (tx, { caller, body }) => viewOf(tx, caller, rule(tx, caller, body)),
      ),
    retrieve: (description = `The ${one} with this ID.`, said: Differing = {}) =>
      builders.read(
        `GET ${path}/:id`,
        reads,
        { summary: `Retrieve ${aOne}`, description, staff: staff.read, example: kind.example, ...onOne, ...said },
        (read, { caller, record: row }) => viewOf(read, caller, row),
      ),
    update: (
      description: string,
      rule: (tx: Tx, caller: Caller, row: Row, body: Static<Patch>) => Row,
      {
        id = `update${idOfOne}`,
        example,
        ...said
      }: Differing & {
        readonly example: { readonly body: object };
        readonly dryRun?: DryRun<Call<Caller, Record<never, never>, Static<Patch>, Row>>;
      },
    ) =>
      builders.write(
        `PATCH ${path}/:id`,
        id,
        {
          summary: `Update ${aOne}`,
          description,
          body: record.patch,
          staff: staff.write,
          example: { ...kind.example, ...example },
          ...onOne,
          ...said,
        },
        (tx, { caller, record: row, body }) => viewOf(tx, caller, rule(tx, caller, row, body)),
      ),
    /** An action on a record: `POST <path>/:id/<verb>`. */
    act: <Body extends TObject = TObject<Record<never, never>>>(
      verb: string,
      description: string,
      rule: (tx: Tx, caller: Caller, row: Row, body: Static<Body>) => Row,
      {
        id = `${verb}${idOfOne}`,
        example,
        ...said
      }: Omit<Differing, 'summary'> &
        BodySpec<Body> & {
          readonly summary: string;
          readonly dryRun?: DryRun<Call<Caller, Record<never, never>, Static<Body>, Row>>;
        },
    ) =>
      builders.write(
        `POST ${path}/:id/${verb}`,
        id,
        { description, staff: staff.write, example: { ...kind.example, ...example }, ...onOne, ...said },
        (tx, { caller, record: row, body }) => viewOf(tx, caller, rule(tx, caller, row, body)),
      ),
    remove: (
      description: string,
      rule: (tx: Tx, caller: Caller, row: Row) => RuleResponse,
      {
        id = `delete${idOfOne}`,
        ...said
      }: Differing & { readonly dryRun?: DryRun<Call<Caller, Record<never, never>, Record<never, never>, Row>> } = {},
    ) =>
      builders.write(
        `DELETE ${path}/:id`,
        id,
        {
          summary: `Archive ${aOne}`,
          description,
          staff: staff.write,
          example: kind.example,
          ...onOne,
          response: record.archived,
          ...said,
        },
        (tx, { caller, record: row }) => rule(tx, caller, row),
      ),
  };
};

/**
 * Declares the operations of a kind of record. The usual five need only what does not follow from the kind: descriptions,
 * rules, examples, and what differs. A group writes out its other operations with the builders.
 * @param group changes have entries in the audit log unless it says otherwise. `reads` is the id of the operation that
 * retrieves a record, by default `getPlan` for `plan`.
 */
export const recordOperations = <Row extends { readonly id: string }, Create extends TObject, Patch extends TObject>(
  group: OperationGroup,
  scopes: ScopeFamily | 'manage',
  kind: Kind<Row, Create, Patch>,
  operations: (
    usual: ReturnType<typeof usualFor<Row, Create, Patch>>,
    builders: BusinessBuilders,
  ) => readonly Operation[],
): readonly Operation[] => {
  const { reads = `get${kind.ids?.[0] ?? idOf(kind.names[0])}` } = group;
  return businessOperations({ audited: true, ...group, reads }, scopes, (builders) =>
    operations(usualFor(kind, reads, builders), builders),
  );
};
