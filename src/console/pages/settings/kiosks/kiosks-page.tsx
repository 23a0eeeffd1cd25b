import { useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query';
import { Ban, CircleCheck } from 'lucide-react';
import { useState } from 'react';
import { useText } from '../../../base/texts.tsx';
import { useFormats } from '../../../formats/use-formats.ts';
import { useRefresh } from '../../../live/refresh.ts';
import { staffQuery } from '../../../session/people.ts';
import { useCan, useMe } from '../../../session/session.ts';
import { Button } from '../../../ui/button.tsx';
import { ActionError } from '../../../ui/notices/errors.tsx';
import { Status } from '../../../ui/notices/status.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { say } from '../../../ui/overlays/toasts.tsx';
import type { ListColumn } from '../../../ui/tables/columns.ts';
import { LeadCell, PagedTable } from '../../../ui/tables/paged-table.tsx';
import { SettingsFrame } from '../settings-frame.tsx';
import { type Kiosk, kiosksQuery, revokeKiosk } from './queries.ts';

interface RevokeKioskProps {
  readonly kiosk: Kiosk;
  readonly siteName: string;
  readonly onClose: () => void;
}

/** Asks before a kiosk is ended for good, with what that does to its tablet. */
const RevokeKiosk = ({ kiosk: { id, name }, siteName, onClose }: RevokeKioskProps) => {
  const t = useText();
  const refresh = useRefresh();
  const revoke = useMutation({
    mutationFn: () => revokeKiosk(id),
    onSuccess: () => {
      say(t('kiosks.revokedNow', { name }));
      onClose();
    },
    onSettled: () => refresh('kiosk'),
  });
  return (
    <Dialog title={t('kiosks.revokeTitle', { name })} onClose={onClose} isAlert>
      <div className="stack" data-gap="wide">
        <p>{t('kiosks.revokeText', { site: siteName })}</p>
        <p className="quiet">{t('kiosks.revokeAgain')}</p>
        <ActionError error={revoke.error} />
        <div className="row">
          <Button variant="danger" autoFocus isPending={revoke.isPending} onPress={() => revoke.mutate()}>
            {t('kiosks.revokeAct', { name })}
          </Button>
          <Button onPress={onClose}>{t('words.cancel')}</Button>
        </div>
      </div>
    </Dialog>
  );
};

interface KioskProps {
  readonly kiosk: Kiosk;
  readonly zone: string | undefined;
}

const useSiteOf = () => {
  const { sites } = useMe();
  return ({ siteId }: Kiosk) => sites.find(({ id }) => id === siteId);
};

/** What a kiosk is called, and who has started it and when. */
const Name = ({ kiosk: { name, createdAt, createdByStaffId }, zone }: KioskProps) => {
  const t = useText();
  const can = useCan();
  const { date } = useFormats(zone);
  const { data: people = [] } = useQuery({ ...staffQuery, enabled: can('staff:read') });
  const person = people.find(({ id }) => id === createdByStaffId);
  return (
    <LeadCell
      name={<span className="strong">{name}</span>}
      note={
        person === undefined
          ? t('kiosks.started', { date: date(createdAt) })
          : t('kiosks.startedBy', { date: date(createdAt), person: `${person.firstName} ${person.lastName}` })
      }
    />
  );
};

const LastUse = ({ kiosk: { lastSeenAt }, zone }: KioskProps) => {
  const t = useText();
  const { dayTime } = useFormats(zone);
  return lastSeenAt === null ? <span className="quiet">{t('kiosks.notUsed')}</span> : dayTime(lastSeenAt);
};

const State = ({ kiosk: { revokedAt }, zone }: KioskProps) => {
  const t = useText();
  const { date } = useFormats(zone);
  return revokedAt === null ? (
    <Status icon={CircleCheck} tone="positive">
      {t('kiosks.works')}
    </Status>
  ) : (
    <Status icon={Ban}>{t('kiosks.ended', { date: date(revokedAt) })}</Status>
  );
};

const useColumns = (onRevoke: (kiosk: Kiosk) => void): readonly ListColumn<Kiosk>[] => {
  const t = useText();
  const siteOf = useSiteOf();
  const zoneOf = (kiosk: Kiosk): string | undefined => siteOf(kiosk)?.timezone;
  return [
    {
      id: 'kiosk',
      name: t('kiosks.kiosk'),
      part: 'lead',
      cell: (kiosk) => <Name kiosk={kiosk} zone={zoneOf(kiosk)} />,
    },
    { id: 'site', name: t('kiosks.site'), cell: (kiosk) => siteOf(kiosk)?.name },
    { id: 'used', name: t('kiosks.lastUsed'), cell: (kiosk) => <LastUse kiosk={kiosk} zone={zoneOf(kiosk)} /> },
    {
      id: 'state',
      name: t('kiosks.state'),
      part: 'side',
      cell: (kiosk) => <State kiosk={kiosk} zone={zoneOf(kiosk)} />,
    },
    {
      id: 'actions',
      name: t('common.actions'),
      part: 'act',
      isUnnamed: true,
      className: 'num',
      cell: (kiosk) =>
        kiosk.revokedAt === null && (
          <Button size="small" onPress={() => onRevoke(kiosk)}>
            {t('kiosks.revoke')}
            <span className="visually-hidden"> {kiosk.name}</span>
          </Button>
        ),
    },
  ];
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
  const columns = useColumns(setEnding);
  return (
    <SettingsFrame page="/settings/kiosks">
      <div className="stack" data-gap="wide">
        <p className="quiet">{t('kiosks.hint')}</p>
        <PagedTable query={query} caption={t('kiosks.title')} empty={t('kiosks.none')} columns={columns} />
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
