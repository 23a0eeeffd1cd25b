import { useNavigate } from '@tanstack/react-router';
import { client, send } from '../../api/client.ts';
import { useText } from '../../base/texts.tsx';
import { useNewRecord } from '../../forms/use-record-form.tsx';
import { planFields, withUsualTerms } from '../../parts/plans/plan-record.ts';
import { say } from '../../ui/overlays/toasts.tsx';
import { PlanForm } from './plan-form.tsx';

export const NewPlanPage = () => {
  const t = useText();
  const navigate = useNavigate();
  const form = useNewRecord(planFields, {
    kind: 'plan',
    after: withUsualTerms,
    create: (body, header) => send(client.POST('/manage/plans', { params: { header }, body })),
    onCreated: ({ id, name }) => {
      say(t('plans.added', { name }));
      void navigate({ to: '/plans', search: { open: id }, ignoreBlocker: true });
    },
  });
  return <PlanForm form={form} title={t('plans.add')} act={t('plans.addNow')} />;
};
