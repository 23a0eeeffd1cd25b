import { useRef } from 'react';
import { useText } from '../base/texts.tsx';
import { Button } from './button.tsx';
import { useCopy } from './use-copy.ts';

interface CopyLineProps {
  readonly value: string;
  /** What is copied, for screen readers. */
  readonly label: string;
}

/** A text to copy, such as a line of HTML, with its button. */
export const CopyLine = ({ value, label }: CopyLineProps) => {
  const t = useText();
  const { copied, copy } = useCopy();
  const text = useRef<HTMLElement>(null);
  return (
    <div className="stack">
      <div className="row once">
        <code ref={text} className="code secret">
          {value}
        </code>
        {/* Browsers let only secure pages write to the clipboard. */}
        {globalThis.isSecureContext && (
          <Button onPress={() => void copy(value, text.current)}>
            {t('common.copy')}
            <span className="visually-hidden"> {label}</span>
          </Button>
        )}
      </div>
      <span className="small quiet" role="status">
        {copied === value ? t('common.copied') : ''}
      </span>
    </div>
  );
};
