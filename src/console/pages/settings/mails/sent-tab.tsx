import { useInfiniteQuery } from '@tanstack/react-query';
import { CircleCheck, CircleX, Clock, type LucideIcon, MailCheck, MinusCircle } from 'lucide-react';
import { ToggleButton, ToggleButtonGroup } from 'react-aria-components';
import type { TextKey } from '../../../../texts/translate.ts';
import { notSentBecause } from '../../../base/not-sent.ts';
import { useText } from '../../../base/texts.tsx';
import { useFormats } from '../../../formats/use-formats.ts';
import { isKind, KINDS } from '../../../parts/settings/mails/kinds.ts';
import { useMe } from '../../../session/session.ts';
import { Button, Link } from '../../../ui/button.tsx';
import { Status, type Tone } from '../../../ui/notices/status.tsx';
import { Icon } from '../../../ui/pictures/icon.tsx';
import type { ListColumn } from '../../../ui/tables/columns.ts';
import { DataTable } from '../../../ui/tables/data-table.tsx';
import { ListStates } from '../../../ui/tables/list-states.tsx';
import { type Message, messagesQuery } from './queries.ts';

interface Look {
  readonly icon: LucideIcon;
  readonly tone?: Tone;
  readonly label: TextKey;
}

const LOOKS: Readonly<Record<Message['status'], Look>> = {
  sent: { icon: CircleCheck, tone: 'positive', label: 'mails.statusSent' },
  scheduled: { icon: Clock, label: 'mails.statusScheduled' },
  failed: { icon: CircleX, tone: 'critical', label: 'mails.statusFailed' },
  skipped: { icon: MinusCircle, label: 'mails.statusSkipped' },
};

/** When it was sent or will be, in the zone of its site. */
const When = ({ message: { siteId, sentAt, dueAt } }: { message: Message }) => {
  const { sites } = useMe();
  const { dayTime } = useFormats(sites.find(({ id }) => id === siteId)?.timezone);
  return dayTime(sentAt ?? dueAt);
};

const useColumns = (): readonly ListColumn<Message>[] => {
  const t = useText();
  return [
    {
      id: 'to',
      name: t('mails.to'),
      part: 'lead',
      cell: ({ client, clientId, toEmail, channel }) => (
        <>
          {client ? (
            <Link to="/clients/$clientId/{-$tab}" params={{ clientId: client.id }}>
              {client.fullName}
            </Link>
          ) : (
            <span className="quiet">{t(clientId === null ? 'mails.stranger' : 'words.otherSiteClient')}</span>
          )}
          {toEmail !== null && <small className="quiet mail-line">{toEmail}</small>}
          {channel === 'push' && <small className="quiet mail-line">{t('mails.byPush')}</small>}
        </>
      ),
    },
    {
      id: 'what',
      name: t('mails.what'),
      cell: ({ kind, subject }) => (
        <>
          {isKind(kind) ? t(KINDS[kind]) : kind}
          {subject !== null && <small className="quiet mail-line">{subject}</small>}
        </>
      ),
    },
    {
      id: 'status',
      name: t('mails.status'),
      cell: ({ status, errorCode, errorMessage }) => {
        const { icon, tone, label } = LOOKS[status];
        return (
          <>
            <Status icon={icon} tone={tone}>
              {t(label)}
            </Status>
            {errorCode !== null && <small className="quiet mail-line">{t(notSentBecause(errorCode))}</small>}
            {errorMessage !== null && (
              <small className="quiet mail-line" lang="en">
                {errorMessage}
              </small>
            )}
          </>
        );
      },
    },
    {
      id: 'when',
      name: t('mails.when'),
      part: 'side',
      className: 'nowrap',
      cell: (message) => <When message={message} />,
    },
  ];
};

const ALL = 'all';
const FAILED = 'failed';

interface SentTabProps {
  readonly isFailed: boolean;
  readonly onFailed: (isFailed: boolean) => void;
}

/** The last emails to clients, and what the mail server said where it refused them. */
export const SentTab = ({ isFailed, onFailed }: SentTabProps) => {
  const t = useText();
  const columns = useColumns();
  const query = useInfiniteQuery(messagesQuery(isFailed));
  const messages = query.data?.pages.flatMap(({ data }) => data) ?? [];
  return (
    <section className="card" aria-label={t('mails.sent')}>
      <header>
        <h2>{t('mails.sent')}</h2>
        <ToggleButtonGroup
          className="segmented push"
          aria-label={t('mails.show')}
          disallowEmptySelection
          selectedKeys={[isFailed ? FAILED : ALL]}
          onSelectionChange={(keys) => onFailed(keys.has(FAILED))}
        >
          <ToggleButton id={ALL}>{t('mails.showAll')}</ToggleButton>
          <ToggleButton id={FAILED}>{t('mails.showFailed')}</ToggleButton>
        </ToggleButtonGroup>
      </header>
      <ListStates query={query} hasRows={messages.length > 0}>
        <Icon of={MailCheck} />
        <p>{t(isFailed ? 'mails.noneFailed' : 'mails.noneSent')}</p>
      </ListStates>
      {messages.length > 0 && (
        <div className="table-region">
          <DataTable className="data sent" columns={columns} rows={messages} keyOf={({ id }) => id} />
        </div>
      )}
      {query.hasNextPage && (
        <div className="body">
          <Button size="small" isPending={query.isFetchingNextPage} onPress={() => void query.fetchNextPage()}>
            {t('mails.earlier')}
          </Button>
        </div>
      )}
    </section>
  );
};
