import { CircleCheck, CircleX } from 'lucide-react';
import type { TextKey } from '../../../../texts/translate.ts';
import { useText } from '../../../base/texts.tsx';
import { Icon } from '../../../ui/pictures/icon.tsx';
import type { MailServerTest } from './queries.ts';

const ACTIONS: Readonly<Record<NonNullable<MailServerTest['problem']>, TextKey>> = {
  connect_error: 'services.mailConnect',
  timeout: 'services.mailTimeout',
  tls_error: 'services.mailTls',
  auth_error: 'services.mailAuth',
  refused: 'services.mailRefused',
  recipient_refused: 'services.mailRecipient',
  deferred: 'services.mailDeferred',
  interrupted: 'services.mailInterrupted',
};

/** What to do where a mail server has refused, by the code of its failure. */
export const mailActionOf = (code: string): TextKey | undefined =>
  Object.entries(ACTIONS).find(([known]) => known === code)?.[1];

/** What became of a test email. */
export const MailTried = ({ tried }: { tried: MailServerTest }) => {
  const t = useText();
  const { isAccepted, problem, message, email } = tried;
  return (
    <div className="notice" data-tone={isAccepted ? 'positive' : 'critical'} role="status">
      <Icon of={isAccepted ? CircleCheck : CircleX} />
      <div className="text">
        <b>{isAccepted ? t('services.testSent', { email }) : t('services.testFailed')}</b>
        {problem !== null && <span className="small">{t(ACTIONS[problem])}</span>}
        {problem !== null && <span className="small quiet">{t('services.serverSaid', { message })}</span>}
      </div>
    </div>
  );
};
