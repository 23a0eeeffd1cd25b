import { CircleAlert } from 'lucide-react';
import { useRef } from 'react';
import { useText } from '../base/texts.tsx';
import type { Formats } from '../formats/use-formats.ts';
import { Icon } from '../ui/pictures/icon.tsx';
import { dropUnsent, unsent, useQueued } from './queue.ts';

/** The check-ins that were kept and are not sent, for the front desk: who or which number, when, and at which other site. */
export const Refused = ({ formats }: { formats: Formats }) => {
  const t = useText();
  useQueued();
  const refused = unsent();
  const dialog = useRef<HTMLDialogElement>(null);
  if (refused.length === 0) return null;
  const clear = (): void => {
    for (const { key } of refused) dropUnsent(key);
  };
  return (
    <>
      <button className="kiosk-together" type="button" onClick={() => dialog.current?.showModal()}>
        <Icon of={CircleAlert} />
        {t('kiosk.refused', { count: refused.length })}
      </button>
      <dialog ref={dialog} className="dialog" aria-labelledby="refused-title">
        <div className="stack">
          <h2 id="refused-title">{t('kiosk.refusedTitle')}</h2>
          <p>{t('kiosk.refusedHint')}</p>
          <ul className="stack">
            {refused.map(({ key, name = '', elsewhere, body: { code, barcode, fobNumber, checkedInAt } }) => (
              <li key={key} className="spread">
                <b>{name || (code ?? barcode ?? fobNumber)}</b>
                <span>
                  {[elsewhere, checkedInAt == null ? undefined : formats.dayTime(checkedInAt)]
                    .filter(Boolean)
                    .join(', ')}
                </span>
              </li>
            ))}
          </ul>
          <div className="row">
            <button type="button" className="button" data-variant="primary" onClick={() => dialog.current?.close()}>
              {t('words.close')}
            </button>
            <button type="button" className="button" onClick={clear}>
              {t('kiosk.clearRefused')}
            </button>
          </div>
        </div>
      </dialog>
    </>
  );
};
