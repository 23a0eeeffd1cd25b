import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useText } from '../base/texts.tsx';
import { callApi, KioskError } from './api.ts';

interface LeaveProps {
  readonly onClose: () => void;
  readonly onLeft: () => void;
}

/**
 * Leaving the kiosk with its PIN. Like the rest of the kiosk, it takes no part in the forms of the console: they would bring the
 * client of its interface along.
 */
export const Leave = ({ onClose, onLeft }: LeaveProps) => {
  const t = useText();
  const [pin, setPin] = useState('');
  const [error, setError] = useState<string>();
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    try {
      await callApi('/leave', { method: 'POST', body: { pin } });
      onLeft();
    } catch (reason) {
      setPin('');
      setError(reason instanceof KioskError && reason.message !== '' ? reason.message : t('shell.noConnection'));
    }
  };
  return (
    <dialog ref={dialog} className="dialog" aria-labelledby="leave-title" onClose={onClose}>
      <form className="stack" onSubmit={(event) => void submit(event)}>
        <h2 id="leave-title">{t('kiosk.leaveTitle')}</h2>
        <div className="field">
          <label htmlFor="pin">{t('kiosk.pin')}</label>
          <input
            className="input"
            id="pin"
            type="password"
            inputMode="numeric"
            autoComplete="off"
            value={pin}
            onChange={(event) => setPin(event.target.value)}
          />
          {error !== undefined && (
            <span className="error" role="alert">
              {error}
            </span>
          )}
        </div>
        <div className="row">
          <button type="submit" className="button" data-variant="primary">
            {t('kiosk.leave')}
          </button>
          <button type="button" className="button" onClick={() => dialog.current?.close()}>
            {t('words.cancel')}
          </button>
        </div>
      </form>
    </dialog>
  );
};
