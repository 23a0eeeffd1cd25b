import { ShieldAlert } from 'lucide-react';
import { useId } from 'react';
import { useText } from '../../base/texts.tsx';
import { BrowserSessions } from '../../parts/account/browser-sessions.tsx';
import { lacksSecondFactor, useMe } from '../../session/session.ts';
import { Avatar } from '../../ui/pictures/avatar.tsx';
import { Icon } from '../../ui/pictures/icon.tsx';
import { CodesCard } from './codes-card.tsx';
import { LookCard } from './look-card.tsx';
import { PasskeysCard } from './passkeys-card.tsx';
import { PasswordCard } from './password-card.tsx';

/** Who is signed in: name, email and role, as the staff page has them. */
const PersonCard = () => {
  const t = useText();
  const headingId = useId();
  const { staff } = useMe();
  return (
    <section className="card" aria-labelledby={headingId}>
      <header>
        <h2 id={headingId}>{t('account.you')}</h2>
      </header>
      <div className="body stack">
        <div className="row">
          <Avatar name={staff.displayName} photoUrl={staff.photoUrl} size="large" />
          <div>
            <b className="strong">{staff.displayName}</b>
            <p className="small quiet">{t(`words.${staff.role}`)}</p>
          </div>
        </div>
        <dl className="facts" data-align="start">
          <dt>{t('gate.email')}</dt>
          <dd>{staff.email}</dd>
          <dt>{t('account.fullName')}</dt>
          <dd>
            {staff.firstName} {staff.lastName}
          </dd>
        </dl>
        <p className="small quiet">{t('account.youHint')}</p>
      </div>
    </section>
  );
};

/** The browsers in which the person is signed in. Each can be signed out, except this one, which has its own button. */
const SessionsCard = () => {
  const t = useText();
  const headingId = useId();
  const { staff } = useMe();
  return (
    <section className="card" aria-labelledby={headingId}>
      <header>
        <h2 id={headingId}>{t('account.sessions')}</h2>
      </header>
      <div className="body stack">
        <BrowserSessions staffId={staff.id} />
      </div>
    </section>
  );
};

/** The account of the person who is signed in: who they are, how the console looks, and how they sign in. */
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
