import { useRef } from 'react';
import { useText } from '../../base/texts.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { useCopy } from '../../ui/use-copy.ts';

interface ShownOnceProps {
  readonly title: string;
  /** What it is for. */
  readonly text: string;
  /** What is shown, with its name where there are several. */
  readonly values: readonly { readonly name?: string; readonly value: string }[];
  readonly onClose: () => void;
}

/** A secret that no one can show again, so only the button closes the dialog. */
export const ShownOnce = ({ title, text, values, onClose }: ShownOnceProps) => {
  const t = useText();
  const { copied, copy } = useCopy();
  const shown = useRef(new Map<string, HTMLElement | null>());
  return (
    <Dialog title={title} onClose={onClose} stays>
      <div className="stack" data-gap="wide">
        <p className="quiet">{text}</p>
        {values.map(({ name, value }) => (
          <div key={value} className="stack">
            {name !== undefined && <span className="label">{name}</span>}
            <div className="row once">
              <code ref={(element) => void shown.current.set(value, element)} className="code secret">
                {value}
              </code>
              {/* Browsers let only secure pages write to the clipboard. */}
              {globalThis.isSecureContext && (
                <Button onPress={() => void copy(value, shown.current.get(value))}>
                  {t('integrations.copy')}
                  {name !== undefined && <span className="visually-hidden"> {name}</span>}
                </Button>
              )}
            </div>
          </div>
        ))}
        <div className="row" data-wrap="">
          <Button variant="primary" onPress={onClose}>
            {t('integrations.secretKept')}
          </Button>
          <span className="small quiet" role="status">
            {copied === undefined ? '' : t('integrations.copied')}
          </span>
        </div>
      </div>
    </Dialog>
  );
};
