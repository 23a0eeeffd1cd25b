import { ChevronsUpDown } from 'lucide-react';
import { Suspense, useState } from 'react';
import { Button as AriaButton } from 'react-aria-components';
import { useText } from '../../base/texts.tsx';
import { useMe, useSite } from '../../session/session.ts';
import { loadedLater } from '../../ui/overlays/loaded-later.ts';
import { useMenuOpener } from '../../ui/overlays/menu-opener.ts';
import { Icon } from '../../ui/pictures/icon.tsx';
import { Logo } from '../../ui/pictures/logo.tsx';

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
