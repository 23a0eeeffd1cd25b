import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { capitalized } from '../../base/capitalized.ts';
import { useText } from '../../base/texts.tsx';
import { useFormats } from '../../formats/use-formats.ts';
import { PendingPanel, SidePanel } from '../../lists/side-panel.tsx';
import { useCheckinSource } from '../../parts/checkins/checkin-sources.ts';
import { useCan, useMe, useZoneOf } from '../../session/session.ts';
import { Button, Link } from '../../ui/button.tsx';
import { Avatar } from '../../ui/pictures/avatar.tsx';
import { CheckinStatus, useCheckinWords } from './checkin-parts.tsx';
import { type Checkin, checkinQuery } from './queries.ts';

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </>
);

interface CheckinPanelProps {
  readonly id: string;
  readonly takesFocus: boolean;
  readonly onLetIn: (checkin: Checkin) => void;
  readonly onClose: () => void;
}

const Loaded = ({ checkin, takesFocus, onLetIn, onClose }: CheckinPanelProps & { checkin: Checkin }) => {
  const t = useText();
  const can = useCan();
  const { sites } = useMe();
  const site = sites.find(({ id }) => id === checkin.locationId);
  const { dayTime } = useFormats(useZoneOf()(checkin.locationId));
  const { whoOf, whatOf } = useCheckinWords();
  const name = whoOf(checkin);
  const { session, override, status, statusCode, checkedInAt, isReEntry } = checkin;
  const isRefused = status === 'invalid' && statusCode !== 'undone';
  const sourceOf = useCheckinSource();
  return (
    <SidePanel
      id={checkin.id}
      title={
        checkin.client != null && can('clients:read') ? (
          <Link
            to="/clients/$clientId/{-$tab}"
            params={{ clientId: checkin.clientId, tab: 'checkins' }}
            className="plain"
          >
            {name}
          </Link>
        ) : (
          name
        )
      }
      note={dayTime(checkedInAt)}
      face={<Avatar name={name} photoUrl={checkin.client?.photoUrl ?? null} size="large" />}
      takesFocus={takesFocus}
      onClose={onClose}
    >
      <CheckinStatus checkin={checkin} />
      {isRefused && (
        <div className="notice" data-tone="critical">
          <div className="text">{t(`checkins.why_${statusCode}`)}</div>
        </div>
      )}
      {isRefused && can('bookings:check_in') && (
        <div className="row panel-actions">
          <Button size="small" variant="tinted" onPress={() => onLetIn(checkin)}>
            {t('client.letIn')}
          </Button>
        </div>
      )}
      <dl className="facts">
        {session == null ? (
          <Fact name={t('client.class')}>{whatOf(checkin)}</Fact>
        ) : (
          <Fact name={t('client.class')}>
            <Link to="/sessions/$sessionId" params={{ sessionId: session.id }}>
              {session.name}
            </Link>
          </Fact>
        )}
        {session != null && <Fact name={t('checkins.begins')}>{dayTime(session.startTime)}</Fact>}
        {site !== undefined && <Fact name={t('lists.site')}>{site.name}</Fact>}
        <Fact name={t('checkins.by')}>{capitalized(sourceOf(checkin))}</Fact>
        {isReEntry && <Fact name={t('checkins.again')}>{t('client.yes')}</Fact>}
        {override !== null && (
          <>
            <Fact name={t('checkins.wasRefused')}>{t(`checkins.why_${override.statusCode}`)}</Fact>
            <Fact name={t('checkins.letInAt')}>{dayTime(override.at)}</Fact>
            {override.reason !== null && <Fact name={t('client.reason')}>{override.reason}</Fact>}
          </>
        )}
      </dl>
    </SidePanel>
  );
};

/** One check-in: who, when, to what; why it was refused, and who was let in all the same. */
export const CheckinPanel = (props: CheckinPanelProps) => {
  const t = useText();
  const { id, takesFocus, onClose } = props;
  const { data, error, refetch } = useQuery(checkinQuery(id));
  if (data !== undefined) return <Loaded {...props} checkin={data} />;
  return (
    <PendingPanel {...{ id, takesFocus, onClose, error }} title={t('checkins.one')} onRetry={() => void refetch()} />
  );
};
