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

/** A kind of part of a challenge, and the rules by which it is managed. */
interface Kind<Row extends Own, Create extends TObject, Patch extends TObject> {
  /** The last part of the path, such as `goals`, and the name of its id. */
  readonly path: string;
  readonly idName: string;
  /** In operation ids, one and several; likewise in texts. */
  readonly ids: readonly [string, string];
  readonly words: readonly [string, string];
  readonly about: { readonly list: string; readonly create: string; readonly update: string };
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
  const { record, about } = kind;
  const [idOfOne, idOfSeveral] = kind.ids;
  const [one, several] = kind.words;
  const aOne = /^[aeiou]/.test(one) ? `an ${one}` : `a ${one}`;
  const path = `/manage/challenges/:id/${kind.path}` as const;
  const access = { on: Challenge, staff: 'challenges:manage' } as const;
  const all = at(CHALLENGES.spring);
  const example = { path: { id: CHALLENGES.spring, [kind.idName]: kind.example.id } };
  const found = (read: Read, challenge: ChallengeRow, params: Readonly<Record<string, string>>): Row =>
    partOf(read, record, challenge, String(params[kind.idName]));
  return businessOperations(
    { tag: 'Challenges', audited: true, reads: `manageGet${idOfOne}`, readsWhole: 'manageGetChallenge' },
    'manage',
    ({ list, read, write }) => [
      list(
        `GET ${path}`,
        `manageList${idOfSeveral}`,
        {
          summary: `List the ${several} of a challenge`,
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
        `create${idOfOne}`,
        {
          hasEtag: false,
          summary: `Add ${aOne} to a challenge`,
          description: about.create,
          body: record.create,
          status: 201,
          response: record.schema,
          example: { ...all, body: kind.example.create },
          ...access,
        },
        (tx, { caller, record: challenge, body }) => {
          const row = kind.create(tx, caller, challenge, body);
          return kind.views(tx, challenge, [row])(row);
        },
      ),
      read(
        `GET ${path}/:${kind.idName}`,
        `manageGet${idOfOne}`,
        {
          summary: `Retrieve ${aOne} of a challenge`,
          description: 'You can also retrieve archived records.',
          response: record.schema,
          example,
          ...access,
        },
        (read, { record: challenge, params }) => {
          const row = found(read, challenge, params);
          return kind.views(read, challenge, [row])(row);
        },
      ),
      write(
        `PATCH ${path}/:${kind.idName}`,
        `update${idOfOne}`,
        {
          summary: `Update ${aOne} of a challenge`,
          description: about.update,
          errors: [409],
          body: record.patch,
          response: record.schema,
          example: { ...example, body: kind.example.update },
          ...access,
        },
        (tx, { caller, record: challenge, params, body }) => {
          const row = kind.update(tx, caller, challenge, found(tx, challenge, params), body);
          return kind.views(tx, challenge, [row])(row);
        },
      ),
      write(
        `DELETE ${path}/:${kind.idName}`,
        `delete${idOfOne}`,
        {
          summary: `Archive ${aOne} of a challenge`,
          response: record.archived,
          example,
          ...access,
          description: 'It is no longer listed. What members did with it, and its points, stay.',
        },
        (tx, { caller, record: challenge, params }) =>
          archivePart(tx, caller, challenge, record, found(tx, challenge, params)),
      ),
    ],
  );
};
