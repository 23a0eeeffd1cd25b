import { useId } from 'react';
import { useText } from '../../base/texts.tsx';
import { useMe } from '../../session/session.ts';
import { Avatar } from '../../ui/pictures/avatar.tsx';

/** Who is signed in: name, email and role, as the staff page has them. */
export const PersonCard = () => {
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
