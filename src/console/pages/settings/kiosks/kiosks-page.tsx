import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Ban, CircleCheck } from 'lucide-react';
import { useState } from 'react';
import { useFormats } from '../../../formats.ts';
import { staffQuery } from '../../../people.ts';
import { useCan, useMe } from '../../../session.ts';
import { useText } from '../../../texts.tsx';
import { Button } from '../../../ui/button.tsx';
import { LeadCell, PagedTable } from '../../../ui/paged-table.tsx';
import { Status } from '../../../ui/status.tsx';
import { SettingsFrame } from '../settings-frame.tsx';
import { type Kiosk, kiosksQuery } from './queries.ts';
import { RevokeKiosk } from './revoke-kiosk.tsx';

interface KioskCellsProps {
  readonly kiosk: Kiosk;
  readonly onRevoke: () => void;
}

const useSiteOf = () => {
  const { sites } = useMe();
  return ({ siteId }: Kiosk) => sites.find(({ id }) => id === siteId);
};

/** The cells of a kiosk in the list. */
const KioskCells = ({ kiosk, onRevoke }: KioskCellsProps) => {
  const t = useText();
  const can = useCan();
  const site = useSiteOf()(kiosk);
  const { date, dayTime } = useFormats(site?.timezone);
  const { data: people = [] } = useQuery({ ...staffQuery, enabled: can('staff:read') });
  const { name, createdAt, createdByStaffId, lastSeenAt, revokedAt } = kiosk;
  const person = people.find(({ id }) => id === createdByStaffId);
  return (
    <>
      <td data-cell="lead">
        <LeadCell
          name={<span className="strong">{name}</span>}
          note={
            person === undefined
              ? t('kiosks.started', { date: date(createdAt) })
              : t('kiosks.startedBy', { date: date(createdAt), person: `${person.firstName} ${person.lastName}` })
          }
        />
      </td>
      <td data-priority="2">{site?.name}</td>
      <td data-priority="2">
        {lastSeenAt === null ? <span className="quiet">{t('kiosks.notUsed')}</span> : dayTime(lastSeenAt)}
      </td>
      <td data-cell="side">
        {revokedAt === null ? (
          <Status icon={CircleCheck} tone="positive">
            {t('kiosks.works')}
          </Status>
        ) : (
          <Status icon={Ban}>{t('kiosks.ended', { date: date(revokedAt) })}</Status>
        )}
      </td>
      <td data-cell="act" className="num">
        {revokedAt === null && (
          <Button size="small" onPress={onRevoke}>
            {t('kiosks.revoke')}
            <span className="visually-hidden"> {name}</span>
          </Button>
        )}
      </td>
    </>
  );
};

/** The tablets at the doors: who has started them and when, and what ends them. */
export const KiosksPage = () => {
  const t = useText();
  const query = useInfiniteQuery({
    ...kiosksQuery,
    // A kiosk is created again each time it is left: kiosks that work would be far down.
    select: ({ pages, pageParams }) => {
      const data = pages.flatMap((page) => page.data);
      const sorted = data.toSorted((a, b) => Number(a.revokedAt !== null) - Number(b.revokedAt !== null));
      return { pages: [{ data: sorted }], pageParams };
    },
  });
  const siteOf = useSiteOf();
  const [ending, setEnding] = useState<Kiosk>();
  return (
    <SettingsFrame page="/settings/kiosks">
      <div className="stack" data-gap="wide">
        <p className="quiet">{t('kiosks.hint')}</p>
        <PagedTable
          query={query}
          caption={t('kiosks.title')}
          empty={t('kiosks.none')}
          columns={[
            { name: t('kiosks.kiosk') },
            { name: t('kiosks.site') },
            { name: t('kiosks.lastUsed') },
            { name: t('kiosks.state') },
          ]}
        >
          {(kiosk) => <KioskCells kiosk={kiosk} onRevoke={() => setEnding(kiosk)} />}
        </PagedTable>
      </div>
      {ending !== undefined && (
        <RevokeKiosk
          kiosk={ending}
          siteName={siteOf(ending)?.name ?? ending.name}
          onClose={() => setEnding(undefined)}
        />
      )}
    </SettingsFrame>
  );
};
