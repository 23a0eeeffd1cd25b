import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { client, sendTagged, type Tagged } from '../../api/client.ts';
import { useText } from '../../base/texts.tsx';
import { useEditedRecord } from '../../forms/use-record-form.tsx';
import { planFields } from '../../parts/plans/plan-record.ts';
import { type Plan, planQuery } from '../../parts/plans/queries.ts';
import { NotLoaded } from '../../ui/notices/page-states.tsx';
import { usePageTitle } from '../../ui/page-title.ts';
import { PlanForm } from './plan-form.tsx';

const route = getRouteApi('/signed-in/plans/$planId');

const Loaded = ({ version }: { version: Tagged<Plan> }) => {
  const t = useText();
  const navigate = route.useNavigate();
  const { id, name } = version.data;
  usePageTitle(name);
  const leave = (how: { readonly ignoreBlocker?: true }): void =>
    void navigate({ to: '/plans', search: { open: id }, ...how });
  const form = useEditedRecord(planFields, {
    kind: 'plan',
    version,
    query: planQuery(id),
    write: (body, header) =>
      sendTagged(client.PATCH('/manage/plans/{id}', { params: { path: { id }, ...header }, body })),
    onSaved: () => leave({ ignoreBlocker: true }),
    onUnchanged: () => leave({}),
  });
  return <PlanForm form={form} title={name} act={t('common.save')} />;
};

/** The terms of a plan, to change. */
export const EditPlanPage = () => {
  const { planId } = route.useParams();
  const { data, error, refetch } = useQuery(planQuery(planId));
  if (data !== undefined) return <Loaded version={data} />;
  return <NotLoaded error={error} onRetry={() => void refetch()} />;
};
