import { useNavigate } from '@tanstack/react-router';
import { Header, MenuItem, MenuSection, Separator } from 'react-aria-components';
import { LANGUAGE_NAMES } from '../../../texts/languages.ts';
import { STAFF_LANGUAGES } from '../../../texts/made/languages.ts';
import { client, send } from '../../api/client.ts';
import { pageLanguage, useText } from '../../base/texts.tsx';
import { useMe } from '../../session/session.ts';
import { LaterMenu } from '../../ui/overlays/later-menu.tsx';
import type { MenuPlace } from '../../ui/overlays/menu-opener.ts';
import { THEME_LABELS, THEMES, usePreferences } from './preferences.ts';

const signOut = async (): Promise<void> => {
  await send(client.POST('/manage/auth/sign-out'));
  location.assign('/console/sign-in');
};

interface AccountMenuProps {
  readonly place: MenuPlace;
  readonly onLeave: (() => void) | undefined;
}

/** What belongs to the person who is signed in: their account, theme, language, keys, signing out. */
export const AccountMenu = ({ place, onLeave }: AccountMenuProps) => {
  const t = useText();
  const { theme, singleKeys } = useMe();
  const change = usePreferences();
  const navigate = useNavigate();
  return (
    <LaterMenu place={place} placement="top start">
      <MenuItem
        onAction={() => {
          onLeave?.();
          void navigate({ to: '/account' });
        }}
      >
        {t('shell.ownAccount')}
      </MenuItem>
      <Separator />
      <MenuSection
        selectionMode="single"
        selectedKeys={[theme]}
        onSelectionChange={(keys) => {
          const chosen = THEMES.find((each) => keys !== 'all' && keys.has(each));
          if (chosen !== undefined) change.mutate({ theme: chosen });
        }}
      >
        <Header>{t('shell.theme')}</Header>
        {THEMES.map((each) => (
          <MenuItem key={each} id={each}>
            {t(THEME_LABELS[each])}
          </MenuItem>
        ))}
      </MenuSection>
      <MenuSection
        selectionMode="single"
        selectedKeys={[pageLanguage()]}
        onSelectionChange={(keys) => {
          const chosen = STAFF_LANGUAGES.find((each) => keys !== 'all' && keys.has(each));
          if (chosen !== undefined) change.mutate({ language: chosen });
        }}
      >
        <Header>{t('shell.language')}</Header>
        {STAFF_LANGUAGES.map((each) => (
          <MenuItem key={each} id={each}>
            {LANGUAGE_NAMES[each]}
          </MenuItem>
        ))}
      </MenuSection>
      <MenuSection
        selectionMode="multiple"
        selectedKeys={singleKeys ? ['keys'] : []}
        onSelectionChange={(keys) => change.mutate({ singleKeys: keys === 'all' || keys.has('keys') })}
      >
        <MenuItem id="keys">{t('shell.singleKeys')}</MenuItem>
      </MenuSection>
      <Separator />
      <MenuItem onAction={() => void signOut()}>{t('shell.signOut')}</MenuItem>
    </LaterMenu>
  );
};
