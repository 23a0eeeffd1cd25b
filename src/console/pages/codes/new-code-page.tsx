import { useNavigate } from '@tanstack/react-router';
import { client, send } from '../../api/client.ts';
import { useNewRecord } from '../../forms/use-record-form.tsx';
import { useRefresh } from '../../live/refresh.ts';
import { useText } from '../../texts.tsx';
import { say } from '../../ui/toasts.tsx';
import { CodeForm } from './code-form.tsx';
import { codeFields } from './code-record.ts';
import { useNames } from './code-words.ts';

/** A new discount code. */
export const NewCodePage = () => {
  const t = useText();
  const { plans } = useNames();
  const refresh = useRefresh();
  const navigate = useNavigate();
  const form = useNewRecord(codeFields, {
    choices: { planIds: plans },
    create: (body, header) => send(client.POST('/manage/discount-codes', { params: { header }, body })),
    onCreated: ({ id, code }) => {
      void refresh('discount_code');
      say(t('codes.added', { code }));
      void navigate({ to: '/plans/codes', search: { open: id }, ignoreBlocker: true });
    },
  });
  return <CodeForm form={form} title={t('codes.add')} act={t('codes.addNow')} />;
};
