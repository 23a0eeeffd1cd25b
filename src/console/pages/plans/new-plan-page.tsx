import { useNavigate } from '@tanstack/react-router';
import { client, send } from '../../api/client.ts';
import { useNewRecord } from '../../forms/use-record-form.tsx';
import { useRefresh } from '../../live/refresh.ts';
import { useText } from '../../texts.tsx';
import { say } from '../../ui/toasts.tsx';
import { PlanForm } from './plan-form.tsx';
import { planFields, withUsualTerms } from './plan-record.ts';

/** A new plan. */
export const NewPlanPage = () => {
  const t = useText();
  const refresh = useRefresh();
  const navigate = useNavigate();
  const form = useNewRecord(planFields, {
    after: withUsualTerms,
    create: (body, header) => send(client.POST('/manage/plans', { params: { header }, body })),
    onCreated: ({ id, name }) => {
      void refresh('plan');
      say(t('plans.added', { name }));
      void navigate({ to: '/plans', search: { open: id }, ignoreBlocker: true });
    },
  });
  return <PlanForm form={form} title={t('plans.add')} act={t('plans.addNow')} />;
};
