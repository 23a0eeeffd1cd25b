import { useId } from 'react';
import { useText } from '../../base/texts.tsx';
import { BrowserSessions } from '../../parts/account/browser-sessions.tsx';
import { useMe } from '../../session/session.ts';

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
