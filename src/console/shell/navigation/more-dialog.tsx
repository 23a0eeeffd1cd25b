import { Dialog, Modal, ModalOverlay } from 'react-aria-components';
import { useText } from '../../base/texts.tsx';
import { Link } from '../../ui/button.tsx';
import { AccountButton } from '../account/account-button.tsx';
import { Tray } from './tray.tsx';
import type { NamedSection } from './use-pages.ts';

interface MoreDialogProps {
  readonly sections: readonly NamedSection[];
  readonly onClose: () => void;
}

/** The pages that the tab bar has no room for, and the account. */
export const MoreDialog = ({ sections, onClose }: MoreDialogProps) => {
  const t = useText();
  return (
    <ModalOverlay className="scrim" isDismissable isOpen onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Modal className="sheet">
        <Dialog className="sheet-body" aria-label={t('words.more')}>
          <ul className="sheet-links">
            {sections.map(({ to, title, icon }) => (
              <li key={to}>
                <Link to={to} className="" onPress={onClose} icon={icon}>
                  {title}
                </Link>
              </li>
            ))}
          </ul>
          <Tray onLeave={onClose} />
          <AccountButton onLeave={onClose} />
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
};
