import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useText } from '../../base/texts.tsx';
import { isOpenToDesk } from '../../parts/desk/open-classes.ts';
import { CancelSession } from '../../parts/session/change/cancel-session.tsx';
import { ChangeSession } from '../../parts/session/change/change-session.tsx';
import { Substitute } from '../../parts/session/change/substitute.tsx';
import { type Entry, entriesOf, type Roster, rosterQuery } from '../../parts/session/queries.ts';
import { useRights } from '../../parts/session/rights.ts';
import { type RefusedAction, useActions } from '../../parts/session/use-actions.ts';
import { Button } from '../../ui/button.tsx';
import { useShortcut } from '../../ui/keys/shortcuts.ts';
import { NotLoaded } from '../../ui/notices/page-states.tsx';
import { usePageTitle } from '../../ui/page-title.ts';
import { BookSomeone } from './book-someone.tsx';
import { Panel } from './panel.tsx';
import { RosterTable } from './roster-table.tsx';
import { type HeadDialog, SessionHead } from './session-head.tsx';
import { StripCard } from './strip-card.tsx';

const route = getRouteApi('/signed-in/sessions/$sessionId');

/** What the server refused, above the roster, with another try. */
const RefusedNotice = ({ refusal, onDismiss }: { refusal: RefusedAction; onDismiss: () => void }) => {
  const t = useText();
  useShortcut('r', refusal.retry);
  return (
    <div className="notice" data-tone="critical" role="alert">
      <div className="text">{refusal.text}</div>
      <Button size="small" onPress={refusal.retry}>
        {t('words.retry')}
      </Button>
      <Button size="small" variant="quiet" onPress={onDismiss}>
        {t('session.dismiss')}
      </Button>
    </div>
  );
};

const Empty = ({ mayBook }: { mayBook: boolean }) => {
  const t = useText();
  return (
    <div className="card">
      <div className="empty">
        <h2>{t('session.nobody')}</h2>
        {mayBook && <p>{t('session.nobodyHelp')}</p>}
      </div>
    </div>
  );
};

const Loaded = ({ roster }: { roster: Roster }) => {
  const t = useText();
  const { session } = roster;
  const navigate = route.useNavigate();
  const { panel, act } = route.useSearch();
  const rights = useRights(session);
  const actions = useActions(session.id, session.timezone);
  const [dialog, setDialog] = useState<HeadDialog>();
  const [isCancelling, setCancelling] = useState(false);
  const [takesFocus, setTakesFocus] = useState(false);
  usePageTitle(session.name);
  const entries = entriesOf(roster);
  const shown = entries.find(({ id }) => id === panel);
  const mayBook = isOpenToDesk(session) && rights.book;
  const show = (id: string | undefined): void => {
    void navigate({ search: id === undefined ? {} : { panel: id }, replace: panel !== undefined, resetScroll: false });
  };
  const open = (entry: Entry, cancels = false): void => {
    // Walking the rows with an open panel keeps the focus on the rows.
    setTakesFocus(shown === undefined || shown.id === entry.id || cancels);
    setCancelling(cancels);
    show(entry.id);
  };
  const close = (): void => {
    setCancelling(false);
    show(undefined);
  };
  useShortcut('b', () => (mayBook ? setDialog('book') : false));
  // From the class on another page: opened right away, and not again by a reload or by going back.
  useEffect(() => {
    if (act === undefined) return;
    if (act === 'book' && mayBook) setDialog('book');
    void navigate({ search: ({ act: _, ...before }) => before, replace: true });
  }, [act, mayBook, navigate]);
  return (
    <>
      <SessionHead roster={roster} rights={rights} onOpen={setDialog} />
      <div
        className={shown === undefined ? 'session' : 'split session'}
        data-aside={shown === undefined ? undefined : 'wide'}
      >
        <section className="stack" aria-label={t('session.roster')}>
          {session.status === 'cancelled' && (
            <div className="notice" data-tone="caution">
              <div className="text">
                {session.cancelReason === null
                  ? t('session.cancelledPlain')
                  : t('session.cancelledBecause', { reason: session.cancelReason })}
              </div>
            </div>
          )}
          <StripCard roster={roster} />
          {actions.refusal !== undefined && <RefusedNotice refusal={actions.refusal} onDismiss={actions.dismiss} />}
          {entries.length === 0 ? (
            <Empty mayBook={mayBook} />
          ) : (
            <RosterTable roster={roster} actions={actions} rights={rights} openId={shown?.id} onOpen={open} />
          )}
          {roster.hasMore && <p className="small quiet">{t('session.moreThanShown')}</p>}
        </section>
        {shown !== undefined && (
          <Panel
            entry={shown}
            session={session}
            actions={actions}
            rights={rights}
            isCancelling={isCancelling}
            onCancelling={setCancelling}
            takesFocus={takesFocus}
            onClose={close}
          />
        )}
      </div>
      {dialog === 'book' && (
        <BookSomeone {...{ session, rights }} onShow={open} onClose={() => setDialog(undefined)} roster={roster} />
      )}
      {dialog === 'substitute' && <Substitute session={session} onClose={() => setDialog(undefined)} />}
      {dialog === 'change' && <ChangeSession session={session} onClose={() => setDialog(undefined)} />}
      {dialog === 'cancel' && <CancelSession session={session} onClose={() => setDialog(undefined)} />}
    </>
  );
};

/** One session: who is expected, who is here, who waits, and all that the desk does with them. */
export const SessionPage = () => {
  const { sessionId } = route.useParams();
  const { data: roster, error, refetch } = useQuery(rosterQuery(sessionId));
  if (roster !== undefined) return <Loaded key={sessionId} roster={roster} />;
  return <NotLoaded error={error} onRetry={() => void refetch()} />;
};
