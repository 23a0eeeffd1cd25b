import type { Tx } from '../database/database.ts';

/** Who has a picture on this server: a record by its id, such as a client, or the brand, whose picture is the logo. */
export type PictureOwner = string;

export const BRAND_PICTURE: PictureOwner = 'brand';
/** The photo of the brand, as wide screens and as phones show it. */
export const BRAND_PHOTOS = { wide: 'brand photo', small: 'brand photo for phones' } as const;

/** The pictures of this server are below this path; the rest of it is secret. */
export const PICTURES_PREFIX = '/media/pictures/';

/** Whether an address may be of a picture of this server, whatever its address was then. */
export const isOwnPicture = (url: string | null): boolean =>
  url !== null && URL.parse(url)?.pathname.startsWith(PICTURES_PREFIX) === true;

const FORGET = `delete from "pictures" where "owner" = ?1
  and coalesce(?2 not like '%${PICTURES_PREFIX}' || "id", true)`;

/** Removes the picture of this server where the record of its owner names another one, or none. */
export const forgetPicture = (tx: Tx, owner: PictureOwner, url: string | null): void => {
  tx.db.query(FORGET).run(owner, url);
};
