import { ChevronsUpDown } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import {
  Button as AriaButton,
  Menu,
  MenuItem,
  MenuSection,
  MenuTrigger,
  Popover,
  Separator,
} from 'react-aria-components';
import { useCan, useMe } from '../session.ts';
import { loadAllTexts, useText } from '../texts.tsx';
import { Icon } from '../ui/icon.tsx';
import { Logo } from '../ui/logo.tsx';
import { useConfirmedPassword } from './confirm-password.tsx';
import { chooseSite, useSite } from './site.ts';

/** Seldom needed, and not part of the first load. */
const StartKiosk = lazy(async () => {
  const [{ StartKiosk: dialog }] = await Promise.all([import('./start-kiosk.tsx'), loadAllTexts()]);
  return { default: dialog };
});

/** The studio and the site at which the person works; it opens the list of their sites. */
export const SiteButton = ({ isSmall = false }: { isSmall?: boolean }) => {
  const t = useText();
  const { studio, sites } = useMe();
  const site = useSite();
  const [isStarting, setStarting] = useState(false);
  const afterPassword = useConfirmedPassword();
  const mayStartKiosk = useCan()('bookings:check_in');
  return (
    <>
      <MenuTrigger>
        <AriaButton className="brand-button">
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
        <Popover className="popover" placement="bottom start">
          <Menu className="menu">
            <MenuSection
              aria-label={t('shell.sites')}
              selectionMode="single"
              disallowEmptySelection
              selectedKeys={[site.id]}
              onSelectionChange={(keys) => {
                const chosen = sites.find(({ id }) => keys !== 'all' && keys.has(id));
                if (chosen !== undefined) chooseSite(chosen.id);
              }}
            >
              {sites.map(({ id, name }) => (
                <MenuItem key={id} id={id}>
                  {name}
                </MenuItem>
              ))}
            </MenuSection>
            {mayStartKiosk && <Separator />}
            {mayStartKiosk && (
              <MenuItem onAction={() => afterPassword(t('shell.startKiosk'), () => setStarting(true))}>
                {t('shell.startKiosk')}
              </MenuItem>
            )}
          </Menu>
        </Popover>
      </MenuTrigger>
      {mayStartKiosk && isStarting && (
        <Suspense fallback={null}>
          <StartKiosk onOpenChange={setStarting} />
        </Suspense>
      )}
    </>
  );
};
