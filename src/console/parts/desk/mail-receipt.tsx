import { useMutation, useQuery } from '@tanstack/react-query';
import { Mail } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { client, send } from '../../api/client.ts';
import type { Schemas } from '../../api/types.ts';
import { useKeyFor } from '../../api/use-key-for.ts';
import { useText } from '../../base/texts.tsx';
import { useRefresh } from '../../live/refresh.ts';
import { useCan } from '../../session/session.ts';
import { Button } from '../../ui/button.tsx';
import { ActionError } from '../../ui/notices/errors.tsx';
import { mailedReceiptQuery } from './receipt.ts';

type Receipt = Schemas['Receipt'];

/**
 * The button that sends a receipt to its client by email, and what became of it: to whom it goes, or went automatically, or why it cannot.
 */
export const useMailReceipt = (
  id: string,
  receipt: Receipt | undefined,
): { readonly button: ReactNode; readonly outcome: ReactNode } => {
  const t = useText();
  const refresh = useRefresh();
  const keyFor = useKeyFor();
  const clientId = receipt?.client?.id;
  const { data: mailed } = useQuery({
    ...mailedReceiptQuery(clientId ?? '', receipt?.paidAt ?? ''),
    enabled: useCan()('clients:read') && clientId !== undefined,
  });
  const mail = useMutation({
    mutationFn: () =>
      send(client.POST('/manage/payments/{id}/receipt/send', { params: { path: { id }, header: keyFor(id) } })),
    onSuccess: () => {
      void refresh('message');
    },
  });
  // The button is gone then: the focus goes to what it did.
  const said = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    if (mail.isSuccess) said.current?.focus();
  }, [mail.isSuccess]);
  return {
    button: !mail.isSuccess && (
      <Button isPending={mail.isPending} onPress={() => mail.mutate()} icon={Mail}>
        {t(mailed == null ? 'words.mailReceipt' : 'words.mailAgain')}
      </Button>
    ),
    outcome: (
      <>
        <p className="quiet" role="status" tabIndex={-1} ref={said}>
          {mail.isSuccess
            ? t('words.receiptMailed', { email: mail.data.email ?? 'none' })
            : mailed != null && t('words.receiptMailed', { email: mailed.toEmail ?? 'none' })}
        </p>
        <ActionError error={mail.error} isLine />
      </>
    ),
  };
};
