import { isUnchanged, type Version } from '../kernel/preconditions.ts';

/** What describes a body, which a 304 does not have. */
const OF_THE_BODY = ['content-type', 'content-length', 'content-encoding', 'content-disposition'];

/** The answer without its body: the client has it. */
const notModified = ({ headers }: Response): Response => {
  for (const name of OF_THE_BODY) headers.delete(name);
  return new Response(null, { status: 304, headers });
};

/**
 * The answer to a GET or HEAD by its conditions: as it is, or 304 where the client has it already.
 * @throws Problem 412 `record_changed` where the request asks for another version.
 */
export const conditional = ({ headers }: Request, response: Response): Response => {
  const etag = response.headers.get('etag');
  const version: Version | undefined = etag === null ? undefined : { etag };
  return version !== undefined && isUnchanged(headers, version) ? notModified(response) : response;
};
