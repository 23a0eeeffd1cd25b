import { useQuery } from '@tanstack/react-query';
import { CircleCheck, ExternalLink, MailX } from 'lucide-react';
import { Text, useText } from '../../../base/texts.tsx';
import type { Version } from '../../../parts/settings/queries.ts';
import { setupQuery, useMe } from '../../../session/session.ts';
import { Link } from '../../../ui/button.tsx';
import { CopyLine } from '../../../ui/copy-line.tsx';
import { Status } from '../../../ui/notices/status.tsx';
import { Icon } from '../../../ui/pictures/icon.tsx';
import { QrCode } from '../../../ui/pictures/qr-code.tsx';

/** Whether members can sign in, and what to set where they cannot. */
const SignIn = ({ signsIn, mails }: { signsIn: boolean; mails: boolean }) => {
  const t = useText();
  if (signsIn) {
    return (
      <Status icon={CircleCheck} tone="positive">
        {t('members.signsIn')}
      </Status>
    );
  }
  return (
    <div className="notice" data-tone="caution">
      <Icon of={MailX} />
      <div className="text">
        <b>{t('members.nobodySignsIn')}</b>
        <span className="small">
          {mails ? (
            <Text id="members.signInOff" values={{ setting: 'STUDIOD_MEMBER_SIGN_IN' }} />
          ) : (
            t('members.signInNoMail')
          )}
        </span>
      </div>
      {!mails && (
        <Link className="button" size="small" to="/settings/mails">
          {t('mails.title')}
        </Link>
      )}
    </div>
  );
};

interface AddressCardProps {
  readonly siteId: string | undefined;
  readonly version: Version;
}

/** Where members find the page of the studio, or of a site, and whether they can sign in there. */
export const AddressCard = ({ siteId, version }: AddressCardProps) => {
  const t = useText();
  const { sites } = useMe();
  const { data: setup } = useQuery(setupQuery);
  if (setup === undefined) return null;
  const isOfSite = siteId !== undefined && siteId !== version.data.brand.defaultSiteId;
  const url = `${setup.publicUrl}/book${isOfSite ? `/${siteId}` : ''}`;
  return (
    <section className="card rules members-address" aria-labelledby="address">
      <header>
        <h2 id="address">{t('members.address')}</h2>
        <a className="button" data-size="small" href={url} target="_blank" rel="noreferrer">
          <Icon of={ExternalLink} />
          {t('members.open')}
        </a>
      </header>
      <div className="body">
        <div className="stack">
          <p className="quiet">
            {t(sites.length > 1 && siteId === undefined ? 'members.addressOfAll' : 'members.addressText')}
          </p>
          <CopyLine value={url} label={t('members.address')} />
          <SignIn signsIn={setup.signsMembersIn} mails={setup.mailsLinks} />
        </div>
        <QrCode text={url} label={t('members.qrCode', { url })} />
      </div>
    </section>
  );
};
