import { storedId } from '../../../kernel/ids.ts';
import { ApiRefusal, gonePage } from '../messages.ts';
import { signInPath } from '../paths.ts';
import type { PageResult, Visit } from '../visit.ts';

/**
 * Makes a page of the library: of the home of a member, or of the site that the address of a stranger names. Where strangers see
 * no library, they sign in.
 */
export const inLibrary = async (visit: Visit, make: (visit: Visit) => Promise<PageResult>): Promise<PageResult> => {
  const { context, url } = visit;
  const named = context.member === undefined ? (url.searchParams.get('site') ?? '') : '';
  const at = named === '' ? context : visit.at(storedId(named) ?? '');
  if (at === undefined) return gonePage(context);
  if (at.member === undefined && !at.site.hasLibrary) return { to: signInPath(url.pathname + url.search) };
  try {
    return await make({ ...visit, context: at });
  } catch (error) {
    // The address asks for what there is not, such as an unknown kind.
    if (error instanceof ApiRefusal && error.status === 400) return gonePage(at);
    throw error;
  }
};
