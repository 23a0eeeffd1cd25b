import type { Read } from '../../database/database.ts';
import { PICTURES_PREFIX } from '../../resources/own-pictures.ts';
import { isKept } from '../../resources/pictures/pictures.ts';

/** The server whose files a page loads. */
interface Own {
  readonly read: Read;
  readonly rootUrl: string;
}

/** The files of media and pictures. */
const FILES = '/media/';

/**
 * The path of a file that this server keeps; undefined for files of other hosts, whatever their path: the pages do not load
 * them. An uploaded picture keeps the address that the server had then, so it is known by its name.
 */
export const ownFile = ({ read, rootUrl }: Own, url: string | null | undefined): string | undefined => {
  const parsed = url == null ? null : URL.parse(url, rootUrl);
  if (parsed === null || !parsed.pathname.startsWith(FILES)) return undefined;
  const { origin, pathname } = parsed;
  const isHere =
    origin === URL.parse(rootUrl)?.origin ||
    (pathname.startsWith(PICTURES_PREFIX) && isKept(read, pathname.slice(PICTURES_PREFIX.length)));
  return isHere ? pathname : undefined;
};
