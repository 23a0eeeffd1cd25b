import { ShieldAlert } from 'lucide-react';
import { useText } from '../../base/texts.tsx';
import { lacksSecondFactor, useMe } from '../../session/session.ts';
import { Icon } from '../../ui/pictures/icon.tsx';
import { CodesCard } from './codes-card.tsx';
import { LookCard } from './look-card.tsx';
import { PasskeysCard } from './passkeys-card.tsx';
import { PasswordCard } from './password-card.tsx';
import { PersonCard } from './person-card.tsx';
import { SessionsCard } from './sessions-card.tsx';

/** The account of who is signed in: who they are, how the console looks, and how they sign in. */
export const AccountPage = () => {
  const t = useText();
  const { secondFactor } = useMe();
  const isWaiting = lacksSecondFactor(secondFactor);
  return (
    <>
      <div className="page-head">
        <div className="titles">
          <h1>{t('shell.ownAccount')}</h1>
        </div>
      </div>
      {isWaiting && (
        <div className="notice account-notice" data-tone="caution">
          <Icon of={ShieldAlert} />
          <div className="text">
            <b>{t('account.requiredTitle')}</b>
            <span className="small">{t('account.requiredText')}</span>
          </div>
        </div>
      )}
      <div className="account">
        <div className="stack" data-gap="wide">
          <PersonCard />
          <LookCard />
          <PasswordCard />
        </div>
        <div className="stack" data-gap="wide">
          <CodesCard />
          <PasskeysCard />
          {!isWaiting && <SessionsCard />}
        </div>
      </div>
    </>
  );
};
