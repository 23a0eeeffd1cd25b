import { Menu } from 'lucide-react';
import { Suspense, useState } from 'react';
import { useText } from '../../base/texts.tsx';
import { useWorks } from '../../live/long-work.ts';
import { Button, Link } from '../../ui/button.tsx';
import { loadedLater } from '../../ui/overlays/loaded-later.ts';
import { GROUPS } from './navigation.ts';
import { type NamedSection, useSections } from './use-pages.ts';

const MoreDialog = loadedLater(async () => (await import('./more-dialog.tsx')).MoreDialog);

/** Opens the pages that the tab bar has no room for. */
const MoreSheet = ({ sections }: { sections: readonly NamedSection[] }) => {
  const t = useText();
  const works = useWorks();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        className=""
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onPress={() => setOpen(true)}
        {...(works.length > 0 ? { 'aria-label': `${t('words.more')}, ${t('shell.work')}` } : {})}
        icon={Menu}
      >
        {t('words.more')}
        {works.length > 0 && <span className="work-dot" aria-hidden="true" />}
      </Button>
      {isOpen && (
        <Suspense fallback={null}>
          <MoreDialog sections={sections} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
};

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
        <Link key={to} to={to} className="" activeProps={{ 'aria-current': 'page' }} icon={icon}>
          {title}
        </Link>
      ))}
      <MoreSheet sections={sections.filter(({ to }) => !TABS.includes(to))} />
    </nav>
  );
};
