import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { client, send } from '../../../api/client.ts';
import { useText } from '../../../base/texts.tsx';
import { Button } from '../../../ui/button.tsx';
import { ActionError } from '../../../ui/notices/errors.tsx';
import { ConfirmButton } from '../../../ui/overlays/confirm-button.tsx';
import { ProcessorDialog } from './processor-dialog.tsx';
import { cardProcessorQuery } from './queries.ts';
import { useTakenOver } from './use-taken-over.ts';

/** Sets up the card processor, or says where it is set up. For owners. */
export const ProcessorActions = () => {
  const t = useText();
  const takenOver = useTakenOver();
  const { data } = useQuery(cardProcessorQuery);
  const [isOpen, setOpen] = useState(false);
  const remove = useMutation({
    mutationFn: async () => {
      await send(client.DELETE('/manage/card-processor'));
      await takenOver();
    },
  });
  if (data === undefined || data.source === 'sandbox') return null;
  if (!data.canChange) {
    return <p className="small quiet">{t('services.environmentWins', { setting: 'STUDIOD_PROCESSOR' })}</p>;
  }
  const isSetUp = data.source === 'console';
  return (
    <>
      <div className="row" data-wrap="">
        <Button {...(isSetUp ? {} : { variant: 'primary' as const })} onPress={() => setOpen(true)}>
          {t(isSetUp ? 'services.change' : 'services.setUpStripe')}
        </Button>
        {isSetUp && (
          <ConfirmButton
            label={t('services.remove')}
            outcome={t('services.removeProcessor')}
            confirm={t('services.removeProcessorAct')}
            isDisabled={remove.isPending}
            onConfirm={() => remove.mutate()}
          />
        )}
      </div>
      <ActionError error={remove.error} isLine />
      {isOpen && <ProcessorDialog processor={data} onClose={() => setOpen(false)} />}
    </>
  );
};
