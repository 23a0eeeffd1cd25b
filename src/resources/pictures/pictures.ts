import type { Read, Tx } from '../../database/database.ts';
import type { Random } from '../../kernel/random.ts';
import { PICTURES_PREFIX, type PictureOwner } from '../own-pictures.ts';
import type { Picture } from './receive.ts';

const ID_BYTES = 24;

const INSERT = 'insert into "pictures" ("id", "owner", "mimeType", "bytes", "createdAt") values (?, ?, ?, ?, ?)';
const FIND = 'select "mimeType", "bytes" from "pictures" where "id" = ?';

export const removePicture = (tx: Tx, owner: PictureOwner): void => {
  tx.db.query('delete from "pictures" where "owner" = ?').run(owner);
};

/** Stores a picture in place of the one that its owner had. Returns its address on this server. */
export const storePicture = (
  tx: Tx,
  owner: PictureOwner,
  { mimeType, bytes }: Picture,
  { random, rootUrl }: { readonly random: Random; readonly rootUrl: () => string },
): string => {
  removePicture(tx, owner);
  const id = Buffer.from(random.bytes(ID_BYTES)).toString('base64url');
  tx.db.query(INSERT).run(id, owner, mimeType, bytes, tx.now);
  return `${rootUrl()}${PICTURES_PREFIX}${id}`;
};

/** Whether there is a picture with this id. */
export const isKept = (read: Read, id: string): boolean =>
  read.db.query('select 1 from "pictures" where "id" = ?').get(id) !== null;

export const findPicture = (read: Read, id: string): Picture | undefined =>
  read.db.query<Picture, [string]>(FIND).get(id) ?? undefined;
