import { ApiError } from '../../api/client.ts';
import { useMe } from '../../session/session.ts';

/**
 * Creates a record that is at all sites unless some are named. For staff with access to some sites only, it is at those sites: the server
 * refuses one for all sites.
 */
export const useAtOwnSites = () => {
  const { sites } = useMe();
  return async <Made>(siteIds: readonly string[], create: (siteIds: string[]) => Promise<Made>): Promise<Made> => {
    try {
      return await create([...siteIds]);
    } catch (error) {
      const isTooWide = error instanceof ApiError && error.code === 'site_not_allowed' && siteIds.length === 0;
      if (!isTooWide) throw error;
      return create(sites.map(({ id }) => id));
    }
  };
};
