import { closestName } from './did-you-mean.ts';

/** Headers that many requests have and that are no misspelling. */
const USUAL = /^(?:accept|content|sec|if|cf|forwarded|x-forwarded|x-request|x-real|x-service-version)\b/;

/**
 * A sentence for the error of a request that lacks a header: it names the header of the request that was probably meant to be
 * `name`, or is empty.
 * @param others names that other services use for it, in lower case
 */
export const misnamedHeader = (headers: Headers, name: string, others: readonly string[] = []): string => {
  const sent = [...headers.keys()].filter((each) => each !== name.toLowerCase() && !USUAL.test(each));
  const misnamed = others.find((each) => sent.includes(each)) ?? closestName(name, sent);
  return misnamed === undefined ? '' : ` The request has the header '${misnamed}': its name must be '${name}'.`;
};
