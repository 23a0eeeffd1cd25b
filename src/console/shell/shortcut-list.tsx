import { Modal, ModalOverlay } from 'react-aria-components';
import { useText } from '../base/texts.tsx';
import { Button } from '../ui/button.tsx';
import { DialogBody } from '../ui/overlays/dialog.tsx';

interface ShortcutListProps {
  readonly isOpen: boolean;
  readonly onOpenChange: (isOpen: boolean) => void;
}

const Keys = ({ keys, children }: { keys: readonly string[]; children: string }) => (
  <li className="spread">
    <span>{children}</span>
    <span className="row">
      {keys.map((key) => (
        <kbd key={key}>{key}</kbd>
      ))}
    </span>
  </li>
);

/** The keys of the console, opened by `?`. */
export const ShortcutList = ({ isOpen, onOpenChange }: ShortcutListProps) => {
  const t = useText();
  return (
    <ModalOverlay className="scrim" isDismissable isOpen={isOpen} onOpenChange={onOpenChange}>
      <Modal className="dialog" data-size="wide">
        <DialogBody title={t('shell.shortcuts')}>
          <div className="columns">
            <section aria-labelledby="keys-anywhere">
              <h3 id="keys-anywhere">{t('keys.anywhere')}</h3>
              <ul className="stack">
                <Keys keys={['/', 'Ctrl K']}>{t('keys.find')}</Keys>
                <Keys keys={['?']}>{t('keys.help')}</Keys>
                <Keys keys={['G', 'T']}>{t('keys.go', { page: t('shell.today') })}</Keys>
                <Keys keys={['G', 'C']}>{t('keys.go', { page: t('shell.calendar') })}</Keys>
                <Keys keys={['G', 'L']}>{t('keys.go', { page: t('shell.clients') })}</Keys>
                <Keys keys={['G', 'S']}>{t('keys.go', { page: t('shell.sell') })}</Keys>
                <Keys keys={['G', 'P']}>{t('keys.go', { page: t('shell.payments') })}</Keys>
                <Keys keys={['B']}>{t('keys.book')}</Keys>
                <Keys keys={['S']}>{t('keys.sell')}</Keys>
                <Keys keys={['Z']}>{t('keys.undo')}</Keys>
                <Keys keys={['Ctrl ↵']}>{t('keys.submit')}</Keys>
                <Keys keys={['Esc']}>{t('keys.escape')}</Keys>
                <Keys keys={['[', ']']}>{t('keys.range')}</Keys>
              </ul>
            </section>
            <section aria-labelledby="keys-lists">
              <h3 id="keys-lists">{t('keys.lists')}</h3>
              <ul className="stack">
                <Keys keys={['J', 'K']}>{t('keys.move')}</Keys>
                <Keys keys={['Enter']}>{t('keys.open')}</Keys>
                <Keys keys={['I']}>{t('keys.checkIn')}</Keys>
                <Keys keys={['N']}>{t('keys.new')}</Keys>
                <Keys keys={['N']}>{t('keys.noShow')}</Keys>
                <Keys keys={['C']}>{t('keys.cancel')}</Keys>
                <Keys keys={['X', 'Shift X']}>{t('keys.select')}</Keys>
                <Keys keys={['F']}>{t('keys.filter')}</Keys>
                <Keys keys={['R']}>{t('keys.retry')}</Keys>
              </ul>
            </section>
          </div>
          <Button onPress={() => onOpenChange(false)}>{t('words.close')}</Button>
        </DialogBody>
      </Modal>
    </ModalOverlay>
  );
};
