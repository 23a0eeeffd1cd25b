import { useText } from '../../base/texts.tsx';
import { Link } from '../../ui/button.tsx';
import { Icon } from '../../ui/pictures/icon.tsx';
import { MoreSheet } from './more-sheet.tsx';
import { GROUPS } from './navigation.ts';
import { useSections } from './use-pages.ts';

const [DESK] = GROUPS;
/** The pages of the tab bar; the rest is in a sheet. */
const TABS = ['/today', '/calendar', '/sell', '/clients'];

/** The navigation of narrow screens. */
export const TabBar = () => {
  const t = useText();
  const sections = useSections();
  const tabs = TABS.flatMap((to) => sections.find((section) => section.to === to) ?? []);
  return (
    <nav className="tabbar" aria-label={t(DESK?.label ?? 'shell.sections')}>
      {tabs.map(({ to, title, icon }) => (
        <Link key={to} to={to} className="" activeProps={{ 'aria-current': 'page' }}>
          <Icon of={icon} />
          {title}
        </Link>
      ))}
      <MoreSheet sections={sections.filter(({ to }) => !TABS.includes(to))} />
    </nav>
  );
};
