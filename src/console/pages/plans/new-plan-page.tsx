import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { client, send } from '../../api/client.ts';
import { useNewTerms } from '../../edit/use-terms.tsx';
import { useMe } from '../../session.ts';
import { mayOpen } from '../../shell/navigation.ts';
import { ForbiddenPage } from '../../shell/page-states.tsx';
import { useText } from '../../texts.tsx';
import { usePageTitle } from '../../ui/page-title.ts';
import { say } from '../../ui/toasts.tsx';
import { newFields, planOf, withField } from './form.ts';
import { PlanForm } from './plan-form.tsx';

const NewPlan = () => {
  const t = useText();
  const { studio } = useMe();
  const queries = useQueryClient();
  const navigate = useNavigate();
  usePageTitle(t('plans.add'));
  const form = useNewTerms({
    start: () => newFields(studio.currency),
    withField,
    bodyOf: planOf,
    create: (body, header) => send(client.POST('/manage/plans', { params: { header }, body })),
    onCreated: ({ id, name }) => {
      void queries.invalidateQueries({ queryKey: ['plans'] });
      say(t('plans.added', { name }));
      void navigate({ to: '/plans', search: { open: id }, ignoreBlocker: true });
    },
    act: t('plans.addNow'),
  });
  return <PlanForm title={t('plans.add')} {...form} />;
};

/** A new plan. */
export const NewPlanPage = () => (mayOpen(useMe(), '/plans/new') ? <NewPlan /> : <ForbiddenPage />);
