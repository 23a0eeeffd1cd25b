import { Menu } from 'lucide-react';
import { Dialog, DialogTrigger, Modal, ModalOverlay } from 'react-aria-components';
import { useText } from '../texts.tsx';
import { Button, Link } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import { AccountButton } from './account-button.tsx';
import { useWorks } from './long-work.ts';
import type { Section } from './navigation.ts';
import { Tray } from './tray.tsx';

/** The pages that the tab bar has no room for, and the account. */
export const MoreSheet = ({ sections }: { sections: readonly Section[] }) => {
  const t = useText();
  const works = useWorks();
  return (
    <DialogTrigger>
      <Button className="" {...(works.length > 0 ? { 'aria-label': `${t('words.more')}, ${t('shell.work')}` } : {})}>
        <Icon of={Menu} />
        {t('words.more')}
        {works.length > 0 && <span className="work-dot" aria-hidden="true" />}
      </Button>
      <ModalOverlay className="scrim" isDismissable>
        <Modal className="sheet">
          <Dialog className="sheet-body" aria-label={t('words.more')}>
            {({ close }) => (
              <>
                <ul className="sheet-links">
                  {sections.map(({ to, label, icon }) => (
                    <li key={to}>
                      <Link to={to} className="" onPress={close}>
                        <Icon of={icon} />
                        {t(label)}
                      </Link>
                    </li>
                  ))}
                </ul>
                <Tray onLeave={close} />
                <AccountButton onLeave={close} />
              </>
            )}
          </Dialog>
        </Modal>
      </ModalOverlay>
    </DialogTrigger>
  );
};
