import { ApiError, type Tagged } from './client.ts';

const MOST_TRIES = 5;

/**
 * Changes a record by what it is now: reads it, and writes over that version. Where someone was faster, it is read again.
 * @param write takes what was read, and the header that names its version
 */
export const changeNow = async <Data, Saved>(
  read: () => Promise<Tagged<Data>>,
  write: (now: Data, params: { readonly header?: { 'If-Match': string } }) => Promise<Saved>,
  triesLeft = MOST_TRIES,
): Promise<Saved> => {
  const { data, etag } = await read();
  try {
    return await write(data, etag === null ? {} : { header: { 'If-Match': etag } });
  } catch (error) {
    const isStale = error instanceof ApiError && error.status === 412;
    if (!isStale || triesLeft === 1) throw error;
    return changeNow(read, write, triesLeft - 1);
  }
};
