import type { TObject, TSchema } from '@sinclair/typebox';
import type { Read, Tx } from '../../database/database.ts';
import { businessOperations } from '../../http/operations/declare.ts';
import { at } from '../../http/operations/example.ts';
import type { Operation } from '../../http/operations/operation.ts';
import type { Caller } from '../../kernel/caller.ts';
import type { Static } from '../../kernel/schemas.ts';
import { pageOfAll } from '../../records/pages.ts';
import { CHALLENGES } from '../demo-ids.ts';
import { archivePart, partOf } from './parts.ts';
import { Challenge, type ChallengeRow } from './record.ts';

type Own = Parameters<typeof archivePart>[4] & { readonly createdAt: string };

const FIXED =
  'Only the fields you send are changed. Once the challenge is published, changing fields that affect points or ' +
  'periods fails with 409 `challenge_published`.';

/** A kind of part of a challenge, and the rules by which it is managed. */
interface Kind<Row extends Own, Create extends TObject, Patch extends TObject> {
  /** Such as `goal`: paths, ids of operations and texts follow from it. */
  readonly name: string;
  readonly about: { readonly list: string; readonly create: string };
  readonly record: Parameters<typeof archivePart<Row>>[3] & {
    readonly schema: TSchema;
    readonly archived: TSchema;
    readonly create: Create;
    readonly patch: Patch;
    readonly rows: { find(read: Read, id: string): Row | undefined };
  };
  readonly list: TSchema;
  /** One of the demo studio, and bodies that add and change one. */
  readonly example: { readonly id: string; readonly create: object; readonly update: object };
  all(read: Read, challengeId: string): Row[];
  views(read: Read, challenge: ChallengeRow, rows: readonly Row[]): (row: Row) => object;
  create(tx: Tx, caller: Caller, challenge: ChallengeRow, body: Static<Create>): Row;
  update(tx: Tx, caller: Caller, challenge: ChallengeRow, row: Row, body: Static<Patch>): Row;
}

/** The operations with which a studio manages the parts of a challenge: list, create, retrieve, update and archive. */
export const partOperations = <Row extends Own, Create extends TObject, Patch extends TObject>(
  kind: Kind<Row, Create, Patch>,
): readonly Operation[] => {
  const { record, about, name } = kind;
  const id = `Challenge${name[0]?.toUpperCase()}${name.slice(1)}`;
  const aName = /^[aeiou]/.test(name) ? `an ${name}` : `a ${name}`;
  const path = `/manage/challenges/:id/${name}s` as const;
  const access = { on: Challenge, staff: 'challenges:manage' } as const;
  const all = at(CHALLENGES.spring);
  const example = { path: { ...all.path, [`${name}Id`]: kind.example.id } };
  const ofOne = { ...access, response: record.schema, example };
  const found = (read: Read, challenge: ChallengeRow, params: Readonly<Record<string, string>>): Row =>
    partOf(read, record, challenge, String(params[`${name}Id`]));
  const viewOf = (read: Read, challenge: ChallengeRow, row: Row) => kind.views(read, challenge, [row])(row);
  return businessOperations(
    { tag: 'Challenges', audited: true, reads: `manageGet${id}`, readsWhole: 'manageGetChallenge' },
    'manage',
    ({ list, read, write }) => [
      list(
        `GET ${path}`,
        `manageList${id}s`,
        {
          summary: `List a challenge's ${name}s`,
          description: about.list,
          response: kind.list,
          example: all,
          ...access,
        },
        (read, { record: challenge, page }) => {
          const rows = pageOfAll(kind.all(read, challenge.id), page);
          return { page: rows, view: kind.views(read, challenge, rows.rows) };
        },
      ),
      write(
        `POST ${path}`,
        `create${id}`,
        {
          ...ofOne,
          hasEtag: false,
          summary: `Add ${aName} to a challenge`,
          description: about.create,
          body: record.create,
          status: 201,
          example: { ...all, body: kind.example.create },
        },
        (tx, { caller, record: challenge, body }) => viewOf(tx, challenge, kind.create(tx, caller, challenge, body)),
      ),
      read(
        `GET ${path}/:${name}Id`,
        `manageGet${id}`,
        {
          ...ofOne,
          summary: `Retrieve a challenge ${name}`,
          description: 'Archived records can be retrieved, too.',
        },
        (read, { record: challenge, params }) => viewOf(read, challenge, found(read, challenge, params)),
      ),
      write(
        `PATCH ${path}/:${name}Id`,
        `update${id}`,
        {
          ...ofOne,
          summary: `Update a challenge ${name}`,
          description: FIXED,
          errors: [409],
          body: record.patch,
          example: { ...example, body: kind.example.update },
        },
        (tx, { caller, record: challenge, params, body }) =>
          viewOf(tx, challenge, kind.update(tx, caller, challenge, found(tx, challenge, params), body)),
      ),
      write(
        `DELETE ${path}/:${name}Id`,
        `delete${id}`,
        {
          ...ofOne,
          summary: `Archive a challenge ${name}`,
          response: record.archived,
          description: "It is no longer listed. Members' activity with it, and its points, are kept.",
        },
        (tx, { caller, record: challenge, params }) =>
          archivePart(tx, caller, challenge, record, found(tx, challenge, params)),
      ),
    ],
  );
};
