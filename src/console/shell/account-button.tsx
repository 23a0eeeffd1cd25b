import { Suspense, useEffect } from 'react';
import { Button as AriaButton } from 'react-aria-components';
import { useMe } from '../session.ts';
import { useText } from '../texts.tsx';
import { Avatar } from '../ui/avatar.tsx';
import { loadedLater } from '../ui/loaded-later.ts';
import { useMenuOpener } from '../ui/menu-opener.ts';
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
