import { useQuery } from '@tanstack/react-query';
import { useText } from '../../../base/texts.tsx';
import { type Client, packagesQuery } from '../../../parts/client/queries.ts';
import { useCan } from '../../../session/session.ts';
import { Link } from '../../../ui/button.tsx';
import { LoadError } from '../../../ui/notices/errors.tsx';
import { SkeletonRows } from '../../../ui/tables/skeleton-rows.tsx';
import { PackCard } from '../packages/pack-card.tsx';

/** All packages of a client, also those that are over. */
export const PackagesTab = ({ client, canChange }: { client: Client; canChange: boolean }) => {
  const t = useText();
  const can = useCan();
  const { data, error, refetch } = useQuery(packagesQuery(client.id));
  if (error !== null) return <LoadError error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <SkeletonRows />;
  if (data.length === 0) {
    return (
      <div className="empty">
        <p>{t('client.noPackages', { name: client.firstName })}</p>
        {canChange && can('packages:sell') && (
          <Link className="button" variant="primary" to="/sell" search={{ client: client.id }}>
            {t('client.sellOne')}
          </Link>
        )}
      </div>
    );
  }
  return (
    <div className="card">
      <div className="body stack">
        {data.map((pack) => (
          <PackCard key={pack.id} pack={pack} canChange={canChange} />
        ))}
      </div>
    </div>
  );
};
