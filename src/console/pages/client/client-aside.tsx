import { useQuery } from '@tanstack/react-query';
import { CircleAlert, CircleCheck, CircleX, Pencil } from 'lucide-react';
import { useState } from 'react';
import { useText } from '../../base/texts.tsx';
import { useFormats } from '../../formats/use-formats.ts';
import { type Client, packagesQuery, type Version } from '../../parts/client/queries.ts';
import { useCan, useMe, useSite } from '../../session/session.ts';
import { Button, Link } from '../../ui/button.tsx';
import { LoadError } from '../../ui/notices/errors.tsx';
import { Status } from '../../ui/notices/status.tsx';
import { SkeletonRows } from '../../ui/tables/skeleton-rows.tsx';
import { NotesDialog } from './edit/text-dialogs.tsx';
import { HouseholdCard } from './household/household-card.tsx';
import { PackCard } from './packages/pack-card.tsx';
import { CardsCard } from './payments/cards-card.tsx';
import { Signed } from './signed/signed.tsx';

interface AsideProps {
  readonly version: Version;
  readonly canChange: boolean;
}

/** How many packages are beside the timeline; the tab has all. */
const MOST = 3;

const Packages = ({ version: { data: client }, canChange }: AsideProps) => {
  const t = useText();
  const { data, error, refetch } = useQuery(packagesQuery(client.id));
  const packages = data ?? [];
  const inUse = packages.filter(({ status }) => status === 'active');
  const shown = [...inUse, ...packages.filter(({ status }) => status !== 'active')].slice(
    0,
    Math.max(MOST, inUse.length),
  );
  return (
    <section className="card" aria-labelledby="client-packages">
      <header>
        <h2 id="client-packages">{t('client.packages')}</h2>
        <span className="push" />
        {canChange && (
          <Link className="button" variant="quiet" size="small" to="/sell" search={{ client: client.id }}>
            {t('words.sell')}
          </Link>
        )}
      </header>
      <div className="body stack">
        {error !== null && <LoadError error={error} onRetry={() => void refetch()} />}
        {data === undefined && error === null && <SkeletonRows />}
        {data?.length === 0 && <p className="quiet">{t('client.noPackages', { name: client.firstName })}</p>}
        {shown.map((pack) => (
          <PackCard key={pack.id} pack={pack} canChange={canChange} />
        ))}
        {packages.length > shown.length && (
          <Link
            to="/clients/$clientId/{-$tab}"
            params={{ clientId: client.id, tab: 'packages' }}
            className="link small"
          >
            {t('client.allPackages', { count: packages.length })}
          </Link>
        )}
      </div>
    </section>
  );
};

const Notes = ({ version, canChange }: AsideProps) => {
  const t = useText();
  const [isEdited, setEdited] = useState(false);
  const { notes } = version.data;
  if (!canChange && notes === null) return null;
  return (
    <section className="card" aria-labelledby="client-notes">
      <header>
        <h2 id="client-notes">{t('client.notes')}</h2>
        <span className="push" />
        {canChange && (
          <Button
            variant="quiet"
            size="small"
            iconOnly
            aria-label={t('client.editNotes')}
            onPress={() => setEdited(true)}
            icon={Pencil}
          />
        )}
      </header>
      <div className="body">
        <p className={notes === null ? 'quiet' : 'notes'}>{notes ?? t('client.noNotes')}</p>
      </div>
      {isEdited && <NotesDialog version={version} onClose={() => setEdited(false)} />}
    </section>
  );
};

const Waiver = ({ waiver }: Pick<Client, 'waiver'>) => {
  const t = useText();
  const { status, version } = waiver;
  if (status === 'signed') {
    return (
      <Status icon={CircleCheck} tone="positive">
        {version === null ? t('client.waiverSigned') : t('client.waiverSignedVersion', { version })}
      </Status>
    );
  }
  return (
    <Status icon={status === 'expired' ? CircleX : CircleAlert} tone="caution">
      {t(status === 'expired' ? 'client.waiverExpired' : 'client.waiverMissing')}
    </Status>
  );
};

const About = ({ version: { data: client } }: AsideProps) => {
  const t = useText();
  const { sites } = useMe();
  const { date, list } = useFormats(useSite().timezone);
  const { date: onDate } = useFormats('UTC');
  const { joinedAt, homeLocationId, waiver, marketingConsent, emergencyContact, dateOfBirth, barcode } = client;
  const consents = [
    marketingConsent.email ? t('client.consentEmail') : '',
    marketingConsent.sms ? t('client.consentSms') : '',
    marketingConsent.push ? t('client.consentPush') : '',
  ].filter((word) => word !== '');
  const emergency = [emergencyContact?.name, emergencyContact?.phone].filter((part) => part != null && part !== '');
  const site = sites.find(({ id }) => id === homeLocationId);
  return (
    <section className="card" aria-labelledby="client-about">
      <header>
        <h2 id="client-about">{t('client.about')}</h2>
      </header>
      <div className="body">
        <dl className="facts">
          <dt>{t('clients.joined')}</dt>
          <dd>{date(joinedAt)}</dd>
          {site !== undefined && (
            <>
              <dt>{t('clients.site')}</dt>
              <dd>{site.name}</dd>
            </>
          )}
          {dateOfBirth !== null && (
            <>
              <dt>{t('client.dateOfBirth')}</dt>
              <dd>{onDate(`${dateOfBirth}T12:00:00Z`)}</dd>
            </>
          )}
          <dt>{t('clients.waiver')}</dt>
          <dd>
            <Waiver waiver={waiver} />
          </dd>
          <dt>{t('client.offers')}</dt>
          <dd>{consents.length === 0 ? t('client.noOffers') : list(consents)}</dd>
          <dt>{t('client.emergency')}</dt>
          <dd>{emergency.length === 0 ? t('client.nobody') : emergency.join(', ')}</dd>
          {barcode !== null && (
            <>
              <dt>{t('client.barcode')}</dt>
              <dd>{barcode}</dd>
            </>
          )}
          {Object.entries(client.customProperties).map(([name, value]) => [
            <dt key={`${name} name`}>{name}</dt>,
            <dd key={name}>{typeof value === 'string' ? value : JSON.stringify(value)}</dd>,
          ])}
        </dl>
      </div>
    </section>
  );
};

/** What is beside the tabs: packages, notes, facts. What a tab shows itself does not stand beside it again. */
export const ClientAside = ({ version, canChange, tab }: AsideProps & { readonly tab: string }) => {
  const t = useText();
  const can = useCan();
  return (
    <aside className="stack client-aside" aria-label={t('client.aside')}>
      {can('packages:sell') && tab !== 'packages' && <Packages version={version} canChange={canChange} />}
      {can('clients:read') && <HouseholdCard person={version.data} canChange={canChange} />}
      {can('packages:sell') && <CardsCard client={version.data} canChange={canChange} />}
      {tab !== 'details' && <Notes version={version} canChange={canChange} />}
      <About version={version} canChange={canChange} />
      <Signed client={version.data} />
    </aside>
  );
};
