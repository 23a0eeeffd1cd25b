import { useInfiniteQuery } from '@tanstack/react-query';
import { CircleCheck, CircleX, Clock, type LucideIcon, MailCheck, MinusCircle } from 'lucide-react';
import { ToggleButton, ToggleButtonGroup } from 'react-aria-components';
import type { TextKey } from '../../../../texts/translate.ts';
import { useFormats } from '../../../formats.ts';
import { notSentBecause } from '../../../not-sent.ts';
import { useMe } from '../../../session.ts';
import { useText } from '../../../texts.tsx';
import { Button, Link } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { ListStates } from '../../../ui/list-states.tsx';
import { Status, type Tone } from '../../../ui/status.tsx';
import { isKind, KINDS } from './kinds.ts';
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

const Sent = ({ message }: { message: Message }) => {
  const t = useText();
  const { sites } = useMe();
  const { dayTime } = useFormats(sites.find(({ id }) => id === message.siteId)?.timezone);
  const { kind, status, subject, client, toEmail, errorCode, errorMessage, sentAt, dueAt } = message;
  const { icon, tone, label } = LOOKS[status];
  const kindName = isKind(kind) ? t(KINDS[kind]) : kind;
  return (
    <tr>
      <td data-cell="lead">
        {client ? (
          <Link to="/clients/$clientId/{-$tab}" params={{ clientId: client.id }}>
            {client.fullName}
          </Link>
        ) : (
          <span className="quiet">{t(message.clientId === null ? 'mails.stranger' : 'words.otherSiteClient')}</span>
        )}
        {toEmail !== null && <small className="quiet mail-line">{toEmail}</small>}
      </td>
      <td data-priority="2">
        {kindName}
        {subject !== null && <small className="quiet mail-line">{subject}</small>}
      </td>
      <td data-priority="2">
        <Status icon={icon} tone={tone}>
          {t(label)}
        </Status>
        {errorCode !== null && <small className="quiet mail-line">{t(notSentBecause(errorCode))}</small>}
        {errorMessage !== null && (
          <small className="quiet mail-line" lang="en">
            {errorMessage}
          </small>
        )}
      </td>
      <td data-cell="side" className="nowrap">
        {dayTime(sentAt ?? dueAt)}
      </td>
    </tr>
  );
};

const ALL = 'all';
const FAILED = 'failed';

interface SentTabProps {
  readonly isFailed: boolean;
  readonly onFailed: (isFailed: boolean) => void;
}

/** The last mails to clients, and what the mail server said where it refused them. */
export const SentTab = ({ isFailed, onFailed }: SentTabProps) => {
  const t = useText();
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
          <table className="data sent" data-cards="">
            <thead>
              <tr>
                <th scope="col">{t('mails.to')}</th>
                <th scope="col">{t('mails.what')}</th>
                <th scope="col">{t('mails.status')}</th>
                <th scope="col">{t('mails.when')}</th>
              </tr>
            </thead>
            <tbody>
              {messages.map((message) => (
                <Sent key={message.id} message={message} />
              ))}
            </tbody>
          </table>
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
