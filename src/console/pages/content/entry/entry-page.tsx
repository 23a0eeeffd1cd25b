import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { ApiError } from '../../../api/client.ts';
import { LoadError } from '../../../ui/notices/errors.tsx';
import { NotFoundPage } from '../../../ui/notices/page-states.tsx';
import { SkeletonRows } from '../../../ui/tables/skeleton-rows.tsx';
import { EntryForm } from './entry-form.tsx';
import { entryQuery } from './entry-query.ts';

const route = getRouteApi('/signed-in/content/entries/$entryId');

export const EntryPage = () => {
  const { entryId } = route.useParams();
  const { data, error, refetch } = useQuery(entryQuery(entryId));
  if (data !== undefined) return <EntryForm key={entryId} version={data} />;
  if (error instanceof ApiError && (error.status === 404 || error.status === 400)) return <NotFoundPage />;
  if (error !== null) return <LoadError error={error} onRetry={() => void refetch()} />;
  return (
    <div className="stack" aria-hidden="true">
      <SkeletonRows count={3} />
    </div>
  );
};
