import { Suspense, useEffect } from 'react';
import { Button as AriaButton } from 'react-aria-components';
import { useText } from '../../base/texts.tsx';
import { useMe } from '../../session/session.ts';
import { loadedLater } from '../../ui/overlays/loaded-later.ts';
import { useMenuOpener } from '../../ui/overlays/menu-opener.ts';
import { Avatar } from '../../ui/pictures/avatar.tsx';
import { showTheme } from './preferences.ts';

const AccountMenu = loadedLater(async () => (await import('./account-menu.tsx')).AccountMenu);

/** Who is signed in; it opens the menu of what belongs to the person. */
export const AccountButton = ({
  onLeave,
}: {
  /** Called when the page of the account opens. */ onLeave?: () => void;
}) => {
  const t = useText();
  const { staff, theme } = useMe();
  const { button, place } = useMenuOpener();
  useEffect(() => showTheme(theme), [theme]);
  return (
    <>
      <AriaButton className="brand-button" {...button}>
        <Avatar name={staff.displayName} photoUrl={staff.photoUrl} />
        <span className="label">
          <b>{staff.displayName}</b>
          <small>{t(`words.${staff.role}`)}</small>
        </span>
        <span className="visually-hidden">{t('shell.account')}</span>
      </AriaButton>
      {place !== undefined && (
        <Suspense fallback={null}>
          <AccountMenu place={place} onLeave={onLeave} />
        </Suspense>
      )}
    </>
  );
};
