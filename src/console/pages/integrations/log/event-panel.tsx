import { useQuery } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { allOf } from '../../../api/all-pages.ts';
import { client, send } from '../../../api/client.ts';
import { useText } from '../../../base/texts.tsx';
import { useFormats } from '../../../formats/use-formats.ts';
import { staffQuery } from '../../../session/people.ts';
import { useCan, useMe } from '../../../session/session.ts';
import { Button, Link } from '../../../ui/button.tsx';
import { useShortcut } from '../../../ui/keys/shortcuts.ts';
import { LoadError } from '../../../ui/notices/errors.tsx';
import { eventWord } from '../event-words.ts';
import { JsonView } from '../json-view.tsx';
import { useClientName } from './client-name.ts';

interface EventPanelProps {
  readonly id: string;
  /** Shows the events of one client. */
  readonly onClient: (id: string) => void;
  readonly onClose: () => void;
}

const ID = /^[0-9a-f-]{36}$/;

/** Who raised an event, by name where it is a member of the staff or a key that the reader may see. */
const useActor = (actor: string | null): string => {
  const t = useText();
  const can = useCan();
  const { staff } = useMe();
  const isOther = actor !== null && ID.test(actor) && actor !== staff.id;
  const people = useQuery({ ...staffQuery, enabled: isOther && can('staff:read') });
  const keys = useQuery({
    queryKey: ['keys', 'names'],
    queryFn: () =>
      allOf((after) => send(client.GET('/manage/api-keys', { params: { query: { limit: 100, ...after } } }))),
    enabled: isOther,
  });
  // A job of the server, a command on its command line, or the card processor.
  if (actor === null || !ID.test(actor)) return t('integrations.nobody');
  if (!isOther) return t('integrations.you');
  const person = people.data?.find(({ id }) => id === actor);
  if (person !== undefined) return `${person.firstName} ${person.lastName}`;
  return keys.data?.find(({ id }) => id === actor)?.name ?? actor;
};

/** One event: what it says, who raised it, and its payload as endpoints get it. */
export const EventPanel = ({ id, onClient, onClose }: EventPanelProps) => {
  const t = useText();
  const can = useCan();
  const { dayTime } = useFormats();
  const heading = useRef<HTMLHeadingElement>(null);
  const { data, error, refetch } = useQuery({
    queryKey: ['events', 'one', id],
    queryFn: () => send(client.GET('/manage/events/{event}', { params: { path: { event: id } } })),
  });
  const actor = useActor(data?.actor ?? null);
  const clientId = typeof data?.data.clientId === 'string' ? data.data.clientId : undefined;
  const name = useClientName(clientId);
  useShortcut('Escape', onClose);
  useEffect(() => heading.current?.focus(), []);
  const word = data === undefined ? undefined : eventWord(data.type);
  return (
    <aside className="panel session-panel delivery-panel" aria-labelledby="event-title">
      <header>
        <span className="grip" aria-hidden="true" />
        <div className="spread">
          <h2 id="event-title" ref={heading} tabIndex={-1}>
            {word === undefined ? (data?.type ?? t('integrations.event')) : t(word)}
          </h2>
          <Button
            variant="quiet"
            size="small"
            iconOnly
            aria-label={t('integrations.closePanel')}
            onPress={onClose}
            icon={X}
          />
        </div>
        {data !== undefined && (
          <p className="small quiet">{t('integrations.raised', { time: dayTime(data.createdAt) })}</p>
        )}
      </header>
      <div className="body">
        {error !== null && data === undefined && <LoadError error={error} onRetry={() => void refetch()} />}
        {data !== undefined && (
          <>
            <dl className="facts event-facts">
              {clientId !== undefined && name !== undefined && can('clients:read') && (
                <>
                  <dt>{t('integrations.clientFilter')}</dt>
                  <dd>
                    <Link to="/clients/$clientId/{-$tab}" params={{ clientId, tab: undefined }}>
                      {name}
                    </Link>
                  </dd>
                </>
              )}
              <dt>{t('integrations.raisedBy')}</dt>
              <dd>{actor}</dd>
            </dl>
            <JsonView value={{ ...data, actor: undefined, requestId: undefined }} label={t('integrations.payload')} />
            {data.requestId !== null && (
              <p className="small quiet">{t('integrations.request', { id: data.requestId })}</p>
            )}
          </>
        )}
      </div>
      {clientId !== undefined && (
        <footer>
          <Button onPress={() => onClient(clientId)}>{t('integrations.oneClient')}</Button>
        </footer>
      )}
    </aside>
  );
};
