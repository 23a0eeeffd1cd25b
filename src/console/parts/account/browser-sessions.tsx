import { useMutation, useQuery } from '@tanstack/react-query';
import { CircleCheck, Monitor } from 'lucide-react';
import { browserName } from '../../../texts/browser-name.ts';
import { client, send } from '../../api/client.ts';
import { useText } from '../../base/texts.tsx';
import { useFormats } from '../../formats/use-formats.ts';
import { useRefresh } from '../../live/refresh.ts';
import { Button } from '../../ui/button.tsx';
import { ActionError, LoadError } from '../../ui/notices/errors.tsx';
import { Status } from '../../ui/notices/status.tsx';
import { say } from '../../ui/overlays/toasts.tsx';
import { Icon } from '../../ui/pictures/icon.tsx';
import { SkeletonRows } from '../../ui/tables/skeleton-rows.tsx';
import { sessionsQuery } from './queries.ts';

/** The browsers in which a person is signed in. Each can be signed out, except the browser that shows them. */
export const BrowserSessions = ({ staffId, mayEnd = true }: { staffId: string; mayEnd?: boolean }) => {
  const t = useText();
  const { dayTime } = useFormats();
  const refresh = useRefresh();
  const query = sessionsQuery(staffId);
  const sessions = useQuery(query);
  const end = useMutation({
    mutationFn: (sessionId: string) =>
      send(client.DELETE('/manage/staff/{id}/sessions/{sessionId}', { params: { path: { id: staffId, sessionId } } })),
    onSuccess: () => {
      say(t('account.sessionEnded'));
      return refresh('browser_session');
    },
  });
  if (sessions.isError) return <LoadError error={sessions.error} onRetry={() => void sessions.refetch()} />;
  if (sessions.data === undefined) return <SkeletonRows />;
  return (
    <>
      {sessions.data.length === 0 && <p className="quiet">{t('staff.noSessions')}</p>}
      <ul className="own-list ruled">
        {sessions.data.map(({ id, userAgent, address, lastSeenAt, isCurrent }) => {
          const name = browserName(userAgent ?? '') || t('account.unknownBrowser');
          return (
            <li key={id}>
              <Icon of={Monitor} />
              <span className="who">
                <b>{name}</b>
                <small className="quiet">
                  {t('account.seen', { address: address ?? '', time: dayTime(lastSeenAt) })}
                </small>
              </span>
              {isCurrent && (
                <Status icon={CircleCheck} tone="positive">
                  {t('account.thisBrowser')}
                </Status>
              )}
              {mayEnd && !isCurrent && (
                <Button size="small" isPending={end.isPending && end.variables === id} onPress={() => end.mutate(id)}>
                  {t('account.endSession')}
                  <span className="visually-hidden"> {name}</span>
                </Button>
              )}
            </li>
          );
        })}
      </ul>
      <ActionError error={end.error} isLine />
    </>
  );
};
