import { ChevronsUpDown } from 'lucide-react';
import { Suspense, useState } from 'react';
import { Button as AriaButton } from 'react-aria-components';
import { useMe } from '../session.ts';
import { useText } from '../texts.tsx';
import { Icon } from '../ui/icon.tsx';
import { loadedLater } from '../ui/loaded-later.ts';
import { Logo } from '../ui/logo.tsx';
import { useMenuOpener } from '../ui/menu-opener.ts';
import { useSite } from './site.ts';

const SiteMenu = loadedLater(async () => (await import('./site-menu.tsx')).SiteMenu);

/** Seldom needed, and not part of the first load. */
const StartKiosk = loadedLater(async () => (await import('./start-kiosk.tsx')).StartKiosk);

/** The studio and the site at which the person works; it opens the list of their sites. */
export const SiteButton = ({ isSmall = false }: { isSmall?: boolean }) => {
  const t = useText();
  const { studio } = useMe();
  const site = useSite();
  const { button, place } = useMenuOpener();
  const [isStarting, setStarting] = useState(false);
  return (
    <>
      <AriaButton className="brand-button" {...button}>
        <Logo url={studio.logoUrl} />
        {isSmall ? (
          <span>
            <b>{site.name}</b>
          </span>
        ) : (
          <span className="label">
            <b>{studio.name}</b>
            <small>{site.name}</small>
          </span>
        )}
        <span className="visually-hidden">{t('shell.changeSite')}</span>
        <Icon of={ChevronsUpDown} />
      </AriaButton>
      {place !== undefined && (
        <Suspense fallback={null}>
          <SiteMenu place={place} onStartKiosk={() => setStarting(true)} />
        </Suspense>
      )}
      {isStarting && (
        <Suspense fallback={null}>
          <StartKiosk onOpenChange={setStarting} />
        </Suspense>
      )}
    </>
  );
};
