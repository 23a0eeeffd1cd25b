import { useQuery } from '@tanstack/react-query';
import { MailX } from 'lucide-react';
import { setupQuery } from '../../../session.ts';
import { Text, useText } from '../../../texts.tsx';
import { Icon } from '../../../ui/icon.tsx';

/** Says that this server has no mail server, and what to set. */
export const NotSetUp = () => {
  const t = useText();
  const { data } = useQuery(setupQuery);
  if (data === undefined || data.mailsLinks) return null;
  return (
    <section className="notice" data-tone="caution" aria-labelledby="not-set-up">
      <Icon of={MailX} />
      <div className="text">
        <b id="not-set-up">{t('mails.notSetUp')}</b>
        <span className="small">
          <Text
            id="mails.notSetUpHow"
            values={{ url: 'STUDIOD_SMTP_URL', from: 'STUDIOD_MAIL_FROM', test: 'studiod mail test' }}
          />
        </span>
      </div>
    </section>
  );
};
