import { MenuItem, MenuSection, Separator } from 'react-aria-components';
import { useText } from '../../base/texts.tsx';
import { useConfirmedPassword } from '../../forms/password/confirm-password.tsx';
import { chooseSite, useCan, useMe, useSite } from '../../session/session.ts';
import { LaterMenu } from '../../ui/overlays/later-menu.tsx';
import type { MenuPlace } from '../../ui/overlays/menu-opener.ts';

interface SiteMenuProps {
  readonly place: MenuPlace;
  readonly onStartKiosk: () => void;
}

/** The sites at which the person works, and the kiosk. */
export const SiteMenu = ({ place, onStartKiosk }: SiteMenuProps) => {
  const t = useText();
  const { sites } = useMe();
  const site = useSite();
  const afterPassword = useConfirmedPassword();
  const mayStartKiosk = useCan()('bookings:check_in');
  return (
    <LaterMenu place={place} placement="bottom start">
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
        <MenuItem onAction={() => afterPassword(t('shell.startKiosk'), onStartKiosk)}>{t('shell.startKiosk')}</MenuItem>
      )}
    </LaterMenu>
  );
};
