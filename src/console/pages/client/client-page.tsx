import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { ApiError, client as api, send } from '../../api/client.ts';
import { useText } from '../../base/texts.tsx';
import { type Client, clientQuery, type Version } from '../../parts/client/queries.ts';
import { useChange, useRefreshClient } from '../../parts/client/use-change.ts';
import { useCheckIn } from '../../parts/client/use-check-in.tsx';
import { PhotoForm } from '../../parts/photo/photo-form.tsx';
import { useCan } from '../../session/session.ts';
import { useShortcut } from '../../ui/keys/shortcuts.ts';
import { ActionError } from '../../ui/notices/errors.tsx';
import { NotLoaded } from '../../ui/notices/page-states.tsx';
import { say, sayWithUndo } from '../../ui/overlays/toasts.tsx';
import { usePageTitle } from '../../ui/page-title.ts';
import { SkeletonRows } from '../../ui/tables/skeleton-rows.tsx';
import { ArchiveClient } from './actions/archive.tsx';
import { BookClass } from './actions/book-class.tsx';
import { EraseClient } from './actions/erase.tsx';
import type { MoreAction } from './actions/more-menu.tsx';
import { RenewCalendar } from './actions/renew-calendar.tsx';
import { ClientFigures } from './client-figures.tsx';
import { ClientHead } from './client-head.tsx';
import { ClientNotices } from './client-notices.tsx';
import { ClientTabs } from './client-tabs.tsx';
import { AlertsDialog } from './edit/text-dialogs.tsx';
import { MergeClients } from './merge/merge-clients.tsx';

const PhotoDialog = ({ client, onClose }: { client: Client; onClose: () => void }) => {
  const t = useText();
  const { id, firstName: name, fullName, photoUrl } = client;
  const refresh = useRefreshClient();
  const params = { path: { id } };
  return (
    <PhotoForm
      {...{ name, fullName, photoUrl, onClose }}
      text={t('client.photoText')}
      save={(image) => send(api.PUT('/manage/clients/{id}/photo', { params, body: { image } }))}
      remove={() => send(api.DELETE('/manage/clients/{id}/photo', { params }))}
      onDone={() => void refresh()}
    />
  );
};

const route = getRouteApi('/signed-in/clients/$clientId/{-$tab}');

type Open = 'book' | 'alerts' | 'photo' | 'calendar' | 'merge' | 'archive' | 'erase';

/** A client who was read. */
const Profile = ({ version }: { version: Version }) => {
  const t = useText();
  const can = useCan();
  const navigate = route.useNavigate();
  const { data: client } = version;
  const { id, fullName, firstName, archivedAt } = client;
  const [open, setOpen] = useState<Open>();
  const change = useChange(id);
  const checkIn = useCheckIn(client);
  const canChange = can('clients:write') && archivedAt === null;
  const close = (): void => setOpen(undefined);
  usePageTitle(fullName);
  useShortcut('b', () => (archivedAt === null && can('bookings:create') ? setOpen('book') : false));
  const setStatus = (status: 'active' | 'suspended'): void => {
    const before = client.status === 'archived' ? 'active' : client.status;
    const set = (to: typeof before): void => change.mutate({ body: { status: to }, shown: () => ({ status: to }) });
    set(status);
    sayWithUndo(t(status === 'suspended' ? 'client.suspended' : 'client.suspensionLifted', { name: firstName }), () =>
      set(before),
    );
  };
  const act = (chosen: MoreAction): void => {
    if (chosen === 'suspend') setStatus('suspended');
    else if (chosen === 'activate') setStatus('active');
    else if (chosen === 'edit') void navigate({ params: { clientId: id, tab: 'details' } });
    else setOpen(chosen);
  };
  const error = change.error ?? checkIn.error;
  return (
    <>
      <ClientHead
        client={client}
        canChange={canChange}
        onBook={() => setOpen('book')}
        onCheckIn={checkIn.checkIn}
        isCheckingIn={checkIn.isPending}
        isCheckInKept={checkIn.isKept}
        onAct={act}
      />
      <ActionError error={error} />
      <ClientNotices client={client} canChange={canChange} onChangeAlerts={() => setOpen('alerts')} />
      <ClientFigures client={client} />
      <ClientTabs version={version} canChange={canChange} />
      {checkIn.dialog}
      {open === 'book' && <BookClass client={client} onClose={close} />}
      {open === 'alerts' && <AlertsDialog version={version} onClose={close} />}
      {open === 'photo' && <PhotoDialog client={client} onClose={close} />}
      {open === 'calendar' && <RenewCalendar client={client} onClose={close} />}
      {open === 'merge' && (
        <MergeClients
          first={client}
          onClose={close}
          onMerged={(clientId) => navigate({ params: { clientId }, replace: true })}
        />
      )}
      {open === 'archive' && <ArchiveClient version={version} onClose={close} />}
      {open === 'erase' && <EraseClient client={client} onClose={close} />}
    </>
  );
};

/** The frame of the page in its final size, while the client is loading. */
const Skeleton = () => (
  <div className="stack" aria-hidden="true">
    <span className="skeleton client-head-skeleton" />
    <span className="skeleton client-figures-skeleton" />
    <SkeletonRows count={2} />
  </div>
);

/** The client into whom another client was merged, by the refusal that says so. */
const mergedInto = (error: unknown): string | undefined =>
  error instanceof ApiError ? error.details.find((detail) => detail.mergedInto !== undefined)?.mergedInto : undefined;

/** The page of a client, for anyone who may read clients. */
export const ClientPage = () => {
  const t = useText();
  const { clientId } = route.useParams();
  const navigate = route.useNavigate();
  const { data, error, refetch } = useQuery(clientQuery(clientId));
  const kept = mergedInto(error);
  useEffect(() => {
    if (kept === undefined) return;
    say(t('merge.wasMerged'));
    void navigate({ params: { clientId: kept }, replace: true });
  }, [kept, navigate, t]);
  if (kept !== undefined) return <Skeleton />;
  if (data !== undefined) return <Profile key={clientId} version={data} />;
  if (error === null) return <Skeleton />;
  return <NotLoaded error={error} onRetry={() => void refetch()} />;
};
