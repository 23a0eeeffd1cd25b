import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { client, send } from '../../api/client.ts';
import { useNewRecord } from '../../forms/use-record-form.tsx';
import { useMe } from '../../session.ts';
import { mayOpen } from '../../shell/navigation.ts';
import { ForbiddenPage } from '../../shell/page-states.tsx';
import { useText } from '../../texts.tsx';
import { usePageTitle } from '../../ui/page-title.ts';
import { say } from '../../ui/toasts.tsx';
import { PlanForm } from './plan-form.tsx';
import { planFields, withUsualTerms } from './plan-record.ts';

const NewPlan = () => {
  const t = useText();
  const queries = useQueryClient();
  const navigate = useNavigate();
  usePageTitle(t('plans.add'));
  const form = useNewRecord(planFields, {
    after: withUsualTerms,
    create: (body, header) => send(client.POST('/manage/plans', { params: { header }, body })),
    onCreated: ({ id, name }) => {
      void queries.invalidateQueries({ queryKey: ['plans'] });
      say(t('plans.added', { name }));
      void navigate({ to: '/plans', search: { open: id }, ignoreBlocker: true });
    },
  });
  return <PlanForm form={form} title={t('plans.add')} act={t('plans.addNow')} />;
};

/** A new plan. */
export const NewPlanPage = () => (mayOpen(useMe(), '/plans/new') ? <NewPlan /> : <ForbiddenPage />);
