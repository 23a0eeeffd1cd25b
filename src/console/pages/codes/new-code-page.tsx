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
import { CodeForm } from './code-form.tsx';
import { codeFields } from './code-record.ts';
import { useNames } from './code-words.ts';

const NewCode = () => {
  const t = useText();
  const { plans } = useNames();
  const queries = useQueryClient();
  const navigate = useNavigate();
  usePageTitle(t('codes.add'));
  const form = useNewRecord(codeFields, {
    choices: { planIds: plans },
    create: (body, header) => send(client.POST('/manage/discount-codes', { params: { header }, body })),
    onCreated: ({ id, code }) => {
      void queries.invalidateQueries({ queryKey: ['codes'] });
      say(t('codes.added', { code }));
      void navigate({ to: '/plans/codes', search: { open: id }, ignoreBlocker: true });
    },
  });
  return <CodeForm form={form} title={t('codes.add')} act={t('codes.addNow')} />;
};

/** A new discount code. */
export const NewCodePage = () => (mayOpen(useMe(), '/plans/codes/new') ? <NewCode /> : <ForbiddenPage />);
