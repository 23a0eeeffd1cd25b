import { useNavigate } from '@tanstack/react-router';
import { client, send } from '../../api/client.ts';
import { useText } from '../../base/texts.tsx';
import { useNewRecord } from '../../forms/use-record-form.tsx';
import { codeFields } from '../../parts/plans/code-record.ts';
import { say } from '../../ui/overlays/toasts.tsx';
import { CodeForm } from './code-form.tsx';
import { useNames } from './code-words.ts';

export const NewCodePage = () => {
  const t = useText();
  const { plans } = useNames();
  const navigate = useNavigate();
  const form = useNewRecord(codeFields, {
    kind: 'discount_code',
    choices: { planIds: plans },
    create: (body, header) => send(client.POST('/manage/discount-codes', { params: { header }, body })),
    onCreated: ({ id, code }) => {
      say(t('codes.added', { code }));
      void navigate({ to: '/plans/codes', search: { open: id }, ignoreBlocker: true });
    },
  });
  return <CodeForm form={form} title={t('codes.add')} act={t('codes.addNow')} />;
};
