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
import { CodeForm } from './code-form.tsx';
import { codeOf, newFields } from './form.ts';

const NewCode = () => {
  const t = useText();
  const { studio } = useMe();
  const queries = useQueryClient();
  const navigate = useNavigate();
  usePageTitle(t('codes.add'));
  const form = useNewTerms({
    start: () => newFields(studio.currency),
    bodyOf: (fields) => codeOf(fields, studio.timezone),
    create: (body, header) => send(client.POST('/manage/discount-codes', { params: { header }, body })),
    onCreated: ({ id, code }) => {
      void queries.invalidateQueries({ queryKey: ['codes'] });
      say(t('codes.added', { code }));
      void navigate({ to: '/plans/codes', search: { open: id }, ignoreBlocker: true });
    },
    act: t('codes.addNow'),
  });
  return <CodeForm title={t('codes.add')} {...form} />;
};

/** A new discount code. */
export const NewCodePage = () => (mayOpen(useMe(), '/plans/codes/new') ? <NewCode /> : <ForbiddenPage />);
