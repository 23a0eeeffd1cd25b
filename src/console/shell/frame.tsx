import { Outlet, useMatches, useNavigate } from '@tanstack/react-router';
import { Keyboard } from 'lucide-react';
import { type ReactNode, Suspense, useEffect, useLayoutEffect, useState } from 'react';
import { endFirstPicture } from '../base/first-picture.ts';
import { useText } from '../base/texts.tsx';
import { later, useNow } from '../base/time/now.ts';
import { useFormats } from '../formats/use-formats.ts';
import { ConfirmPassword } from '../forms/password/confirm-password.tsx';
import { useWatchedJobs } from '../live/jobs/use-watched-jobs.ts';
import { useIsSignedOut, useMe, useSite } from '../session/session.ts';
import { Button } from '../ui/button.tsx';
import { listenToKeys, setSingleKeys, useShortcut } from '../ui/keys/shortcuts.ts';
import { ForbiddenPage } from '../ui/notices/page-states.tsx';
import { loadedLater } from '../ui/overlays/loaded-later.ts';
import { Toasts, undoLast } from '../ui/overlays/toasts.tsx';
import { SiteButton } from './account/site-button.tsx';
import { DeskBar } from './desk-bar.tsx';
import { useLive } from './live.ts';
import { EVERYBODY, mayOpen, type PagePath } from './navigation/navigation.ts';
import { Sidebar } from './navigation/sidebar.tsx';
import { TabBar } from './navigation/tab-bar.tsx';
import { useSections } from './navigation/use-pages.ts';
import { OfflineBar, useLostAt } from './offline-bar.tsx';

/** The keys that open a page after `G`. */
const GO_KEYS = { t: '/today', c: '/calendar', l: '/clients', s: '/sell', p: '/payments' } as const;

/** `G` and a letter open a page that the person may open. */
const useGoKeys = (): void => {
  const navigate = useNavigate();
  const open = useSections().map(({ to }) => to);
  const go = (to: PagePath) => (): unknown => (open.includes(to) ? navigate({ to }) : false);
  useShortcut('g t', go(GO_KEYS.t));
  useShortcut('g c', go(GO_KEYS.c));
  useShortcut('g l', go(GO_KEYS.l));
  useShortcut('g s', go(GO_KEYS.s));
  useShortcut('g p', go(GO_KEYS.p));
  useShortcut('s', go('/sell'));
};

/** Seldom needed, and not part of the first load. */
const SignedOut = loadedLater(async () => (await import('./account/signed-out.tsx')).SignedOut);
const ShortcutList = loadedLater(async () => (await import('./shortcut-list.tsx')).ShortcutList);

/** No one has entered anything within the first seconds, which are for the first picture. */
const GUARD_MS = 1_500;
const Guards = loadedLater(async () => (await import('./guards.tsx')).Guards);

const Clock = (): ReactNode => {
  const { timezone } = useSite();
  const now = useNow();
  const { day, time } = useFormats(timezone);
  return (
    <span className="clock">
      {day(now)} <b>{time(now)}</b>
    </span>
  );
};

/** The frame around all pages of a person who is signed in: navigation, desk bar, clock, toasts, keys. */
export const Frame = () => {
  const t = useText();
  const me = useMe();
  const { singleKeys } = me;
  const isSignedOut = useIsSignedOut();
  // The page asks the server nothing when it is not for the person, also when that changes while it is open.
  const isAllowed = mayOpen(me, useMatches({ select: (matches) => matches.at(-1)?.staticData ?? EVERYBODY }));
  const isLive = useLive(useSite().id);
  const isLost = useLostAt() !== undefined;
  const [isHelpOpen, setHelpOpen] = useState(false);
  useLayoutEffect(endFirstPicture, []);
  const [isGuarded, setGuarded] = useState(false);
  useEffect(() => later(() => setGuarded(true), GUARD_MS), []);
  useEffect(listenToKeys, []);
  useEffect(() => setSingleKeys(singleKeys), [singleKeys]);
  useShortcut('?', () => setHelpOpen(true));
  useShortcut('z', () => undoLast());
  useGoKeys();
  useWatchedJobs();
  return (
    <>
      <a className="skip" href="#page">
        {t('shell.skip')}
      </a>
      <div className="shell">
        <Sidebar />
        <header className="topbar">
          <div className="mobile-top">
            <SiteButton isSmall />
            <Clock />
          </div>
          <DeskBar />
          <span className="live push" data-off={isLive && !isLost ? undefined : ''}>
            {t(isLost ? 'shell.isOffline' : isLive ? 'shell.live' : 'shell.notLive')}
          </span>
          <Clock />
          <Button
            className="button help"
            variant="quiet"
            iconOnly
            aria-label={t('shell.shortcuts')}
            onPress={() => setHelpOpen(true)}
            icon={Keyboard}
          />
        </header>
        <OfflineBar isLive={isLive} />
        <main className="page" id="page" tabIndex={-1}>
          {isAllowed ? <Outlet /> : <ForbiddenPage />}
        </main>
      </div>
      <TabBar />
      <Toasts />
      <ConfirmPassword />
      {isGuarded && (
        <Suspense fallback={null}>
          <Guards />
        </Suspense>
      )}
      {isSignedOut && (
        <Suspense fallback={null}>
          <SignedOut />
        </Suspense>
      )}
      {isHelpOpen && (
        <Suspense fallback={null}>
          <ShortcutList isOpen onOpenChange={setHelpOpen} />
        </Suspense>
      )}
    </>
  );
};
