import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { client, sendTagged, type Tagged } from '../../api/client.ts';
import { useEditedTerms } from '../../edit/use-terms.tsx';
import { useMe } from '../../session.ts';
import { mayOpen } from '../../shell/navigation.ts';
import { ForbiddenPage, NotLoaded } from '../../shell/page-states.tsx';
import { usePageTitle } from '../../ui/page-title.ts';
import { fieldsOf, patchOf } from './form.ts';
import { PlanForm } from './plan-form.tsx';
import { type Plan, planQuery } from './queries.ts';
import { useFieldWords } from './use-field-words.ts';

const route = getRouteApi('/signed-in/plans/$planId');

const Loaded = ({ version }: { version: Tagged<Plan> }) => {
  const navigate = route.useNavigate();
  const { id, name } = version.data;
  usePageTitle(name);
  const form = useEditedTerms({
    version,
    query: planQuery(id),
    fieldsOf,
    write: ({ etag }, fields, changed) =>
      sendTagged(
        client.PATCH('/manage/plans/{id}', {
          params: { path: { id }, ...(etag === null ? {} : { header: { 'If-Match': etag } }) },
          body: patchOf(fields, changed),
        }),
      ),
    words: useFieldWords(),
    leave: (how) => void navigate({ to: '/plans', search: { open: id }, ...how }),
  });
  return <PlanForm title={name} {...form} />;
};

const EditPlan = () => {
  const { planId } = route.useParams();
  const { data, error, refetch } = useQuery(planQuery(planId));
  if (data !== undefined) return <Loaded version={data} />;
  return <NotLoaded error={error} onRetry={() => void refetch()} />;
};

/** The terms of a plan, to change. */
export const EditPlanPage = () => (mayOpen(useMe(), '/plans/$planId') ? <EditPlan /> : <ForbiddenPage />);
