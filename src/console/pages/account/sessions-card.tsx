import { useId } from 'react';
import { useMe } from '../../session.ts';
import { useText } from '../../texts.tsx';
import { BrowserSessions } from './browser-sessions.tsx';

/** The browsers in which the person is signed in. Each can be signed out, except this one, which has its own button. */
export const SessionsCard = () => {
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
