import { useRef } from 'react';
import { useText } from '../../base/texts.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { useCopy } from '../../ui/use-copy.ts';

interface RecoveryCodesProps {
  readonly codes: readonly string[];
  readonly onClose: () => void;
}

/** New recovery codes. No one can show them again, so only the button closes the dialog. */
export const RecoveryCodes = ({ codes, onClose }: RecoveryCodesProps) => {
  const t = useText();
  const { copied, copy } = useCopy();
  const list = useRef<HTMLUListElement>(null);
  return (
    <Dialog title={t('account.recoveryTitle')} onClose={onClose} stays>
      <div className="stack" data-gap="wide">
        <p className="quiet">{t('account.recoveryText')}</p>
        <ul ref={list} className="code recovery-codes">
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ul>
        <div className="row" data-wrap="">
          <Button variant="primary" onPress={onClose}>
            {t('account.recoveryKept')}
          </Button>
          {/* Browsers let only secure pages write to the clipboard. */}
          {globalThis.isSecureContext && (
            <Button onPress={() => void copy(codes.join('\n'), list.current)}>{t('account.copy')}</Button>
          )}
          <span className="small quiet" role="status">
            {copied === undefined ? '' : t('account.copied')}
          </span>
        </div>
      </div>
    </Dialog>
  );
};
