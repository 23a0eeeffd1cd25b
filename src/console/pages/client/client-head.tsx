import {
  Archive,
  Ban,
  Check,
  ChevronRight,
  CircleCheck,
  CircleDashed,
  CirclePause,
  type LucideIcon,
  Plus,
  Receipt,
  WifiOff,
} from 'lucide-react';
import { useText } from '../../base/texts.tsx';
import { STATUS_WORDS } from '../../parts/client/filters.ts';
import { lastList } from '../../parts/client/last-list.ts';
import type { Client } from '../../parts/client/queries.ts';
import { useCan } from '../../session/session.ts';
import { Button, Link } from '../../ui/button.tsx';
import { Pill, Status, type Tone } from '../../ui/notices/status.tsx';
import { Avatar } from '../../ui/pictures/avatar.tsx';
import { Icon } from '../../ui/pictures/icon.tsx';
import { type MoreAction, MoreMenu } from './actions/more-menu.tsx';
import { ClientTags } from './client-tags.tsx';

const LOOKS: Readonly<Record<Client['status'], { readonly icon: LucideIcon; readonly tone?: Tone }>> = {
  lead: { icon: CircleDashed, tone: 'info' },
  active: { icon: CircleCheck, tone: 'positive' },
  inactive: { icon: CirclePause },
  suspended: { icon: Ban, tone: 'caution' },
  archived: { icon: Archive },
};

const StatusPill = ({ status }: { status: Client['status'] }) => {
  const t = useText();
  return <Pill {...LOOKS[status]}>{t(STATUS_WORDS[status])}</Pill>;
};

interface ClientHeadProps {
  readonly client: Client;
  readonly canChange: boolean;
  readonly onBook: () => void;
  readonly onCheckIn: () => void;
  readonly isCheckingIn: boolean;
  /** The check-in waits for the connection. */
  readonly isCheckInKept: boolean;
  readonly onAct: (act: MoreAction) => void;
}

/** Who the client is, and what is done with a client most. */
export const ClientHead = (props: ClientHeadProps) => {
  const { client, canChange, onBook, onCheckIn, isCheckingIn, isCheckInKept, onAct } = props;
  const t = useText();
  const can = useCan();
  const { id, fullName, photoUrl, status, email, phone, archivedAt } = client;
  const from = lastList();
  const isOpen = archivedAt === null;
  return (
    <div className="page-head client-head">
      <Avatar name={fullName} photoUrl={photoUrl} size="huge" />
      <div className="titles">
        <span className="crumb">
          <Link className="" to="/clients" search={from.search}>
            {t('clients.title')}
          </Link>
          {from.name !== undefined && (
            <>
              <Icon of={ChevronRight} />
              <span>{from.name}</span>
            </>
          )}
        </span>
        <h1>{fullName}</h1>
        <div className="row" data-wrap="">
          <StatusPill status={status} />
          {isCheckInKept && (
            <Status icon={WifiOff} tone="caution">
              {t('today.waitsForLine')}
            </Status>
          )}
          <ClientTags client={client} canChange={canChange} />
          <span className="quiet small dot-list">
            {email !== null && <span>{email}</span>}
            {phone !== null && <span>{phone}</span>}
          </span>
        </div>
      </div>
      <div className="actions">
        {isOpen && can('bookings:create') && (
          <Button variant="primary" onPress={onBook} icon={Plus}>
            {t('words.book')}
            <kbd>B</kbd>
          </Button>
        )}
        {isOpen && can('bookings:check_in') && (
          <Button onPress={onCheckIn} isPending={isCheckingIn} isDisabled={isCheckInKept} icon={Check}>
            {t('words.checkIn')}
          </Button>
        )}
        {isOpen && can('packages:sell') && (
          <Link className="button" wideOnly to="/sell" search={{ client: id }} icon={Receipt}>
            {t('words.sell')}
          </Link>
        )}
        <MoreMenu client={client} canChange={canChange} onAct={onAct} />
      </div>
    </div>
  );
};
