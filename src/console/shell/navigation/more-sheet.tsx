import { Menu } from 'lucide-react';
import { Suspense, useState } from 'react';
import { useText } from '../../base/texts.tsx';
import { useWorks } from '../../live/long-work.ts';
import { Button } from '../../ui/button.tsx';
import { loadedLater } from '../../ui/overlays/loaded-later.ts';
import { Icon } from '../../ui/pictures/icon.tsx';
import type { NamedSection } from './use-pages.ts';

const MoreDialog = loadedLater(async () => (await import('./more-dialog.tsx')).MoreDialog);

/** Opens the pages that the tab bar has no room for. */
export const MoreSheet = ({ sections }: { sections: readonly NamedSection[] }) => {
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
      >
        <Icon of={Menu} />
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
