import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useText } from '../../../base/texts.tsx';
import { settingsQuery, type Version } from '../../../parts/settings/queries.ts';
import { useMe, useSite } from '../../../session/session.ts';
import { Select } from '../../../ui/choices/select.tsx';
import { LoadError } from '../../../ui/notices/errors.tsx';
import { SkeletonRows } from '../../../ui/tables/skeleton-rows.tsx';

const BRAND = 'brand';
interface ScopedProps {
  /** The site in the address. */
  readonly site: string | undefined;
  readonly onSite: (id: string | undefined) => void;
  /** The settings, once they are read. */
  readonly children: (siteId: string | undefined, version: Version) => ReactNode;
}

/** Settings of all sites or of one of them: which ones is chosen above them. Those of all are for a person who has all. */
export const Scoped = ({ site, onSite, children }: ScopedProps) => {
  const t = useText();
  const { sites, hasAllSites } = useMe();
  const place = useSite();
  const siteId = sites.find(({ id }) => id === site)?.id ?? (hasAllSites ? undefined : place.id);
  const settings = useQuery(settingsQuery(siteId));
  return (
    <div className="stack" data-gap="wide">
      {sites.length > 1 && (
        <div className="settings-of">
          <Select
            label={t('settings.of')}
            choices={[...(hasAllSites ? [{ id: BRAND, name: t('settings.allSites') }] : []), ...sites]}
            value={siteId ?? BRAND}
            onChange={(id) => onSite(id === BRAND ? undefined : id)}
            hint={t(siteId === undefined ? 'settings.allSitesHint' : 'settings.ofSiteHint')}
          />
        </div>
      )}
      {settings.isError && <LoadError error={settings.error} onRetry={() => void settings.refetch()} />}
      {settings.isPending && <SkeletonRows count={8} />}
      {settings.data !== undefined && children(siteId, settings.data)}
    </div>
  );
};
