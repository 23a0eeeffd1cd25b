import { useMutation, useQuery } from '@tanstack/react-query';
import { CircleCheck, MailX, Send } from 'lucide-react';
import { useState } from 'react';
import { client, send } from '../../../api/client.ts';
import { Text, useText } from '../../../base/texts.tsx';
import { setupQuery, useCan } from '../../../session/session.ts';
import { Button } from '../../../ui/button.tsx';
import { ActionError, LoadError } from '../../../ui/notices/errors.tsx';
import { ConfirmButton } from '../../../ui/overlays/confirm-button.tsx';
import { Icon } from '../../../ui/pictures/icon.tsx';
import { MailServerDialog } from './mail-server-dialog.tsx';
import { MailTried } from './mail-tried.tsx';
import { type MailServer, mailServerQuery } from './queries.ts';
import { useTakenOver } from './use-taken-over.ts';

/** For those who may not set it up: that no emails are sent, and whom to ask. */
const AskOwner = () => {
  const t = useText();
  const { data } = useQuery(setupQuery);
  if (data === undefined || data.mailsLinks) return null;
  return (
    <section className="notice" data-tone="caution" aria-labelledby="not-set-up">
      <Icon of={MailX} />
      <div className="text">
        <b id="not-set-up">{t('mails.notSetUp')}</b>
        <span className="small">{t('services.askOwner')}</span>
      </div>
    </section>
  );
};

/** Where emails leave from, which an owner sees and changes. */
const Server = ({ server }: { server: MailServer }) => {
  const t = useText();
  const takenOver = useTakenOver();
  const [isOpen, setOpen] = useState(false);
  const test = useMutation({ mutationFn: () => send(client.POST('/manage/mail-server/test', { body: {} })) });
  const remove = useMutation({
    mutationFn: async () => {
      await send(client.DELETE('/manage/mail-server'));
      await takenOver();
    },
  });
  const { source, host, port, fromAddress, canChange } = server;
  const isSetUp = source === 'console' || source === 'environment';
  return (
    <section className="card rules" aria-labelledby="mail-server">
      <header>
        <h2 id="mail-server">{t('services.mailServer')}</h2>
      </header>
      <div className="body stack">
        {isSetUp ? (
          <p className="row">
            <Icon of={CircleCheck} />
            <span>
              <Text id="services.mailsFrom" values={{ address: fromAddress ?? '', server: `${host}:${port}` }} />
            </span>
          </p>
        ) : (
          <div>
            <b>{t('mails.notSetUp')}</b>
            <p className="small quiet">{t('services.mailNeeded')}</p>
          </div>
        )}
        {source === 'environment' && (
          <p className="small quiet">{t('services.environmentWins', { setting: 'STUDIOD_SMTP_URL' })}</p>
        )}
        <div className="row" data-wrap="">
          {canChange && (
            <Button {...(isSetUp ? {} : { variant: 'primary' as const })} onPress={() => setOpen(true)}>
              {t(isSetUp ? 'services.change' : 'services.setUpMail')}
            </Button>
          )}
          {isSetUp && (
            <Button isPending={test.isPending} onPress={() => test.mutate()} icon={Send}>
              {t('services.sendTest')}
            </Button>
          )}
          {source === 'console' && (
            <ConfirmButton
              label={t('services.remove')}
              outcome={t('services.removeMail')}
              confirm={t('services.removeMailAct')}
              isDisabled={remove.isPending}
              onConfirm={() => remove.mutate()}
            />
          )}
        </div>
        {test.data !== undefined && !test.isPending && <MailTried tried={test.data} />}
        <ActionError error={test.error ?? remove.error} isLine />
      </div>
      {isOpen && <MailServerDialog server={server} onClose={() => setOpen(false)} />}
    </section>
  );
};

const OwnersCard = () => {
  const { data, error, refetch } = useQuery(mailServerQuery);
  if (error !== null) return <LoadError error={error} onRetry={() => void refetch()} />;
  return data === undefined || data.source === 'sandbox' ? null : <Server server={data} />;
};

/** The mail server of the studio: for an owner with fields, for others whether there is one. */
export const MailServerCard = () => {
  const can = useCan();
  return can('settings:processor') ? <OwnersCard /> : <AskOwner />;
};
