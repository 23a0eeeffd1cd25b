import { Copy } from 'lucide-react';
import { useRef } from 'react';
import { useText } from '../../base/texts.tsx';
import { useFormats } from '../../formats/use-formats.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/fields/field.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { useCopy } from '../../ui/use-copy.ts';
import type { InvitationWithLink } from './queries.ts';

/** The link of a person, shown once: to copy, and mailed where a mail server is set up. */
export const LinkDialog = ({ made, onClose }: { made: InvitationWithLink; onClose: () => void }) => {
  const t = useText();
  const { dayTime } = useFormats();
  const { copied, copy } = useCopy();
  const content = useRef<HTMLDivElement>(null);
  const { link, isMailed, person, expiresAt, purpose } = made;
  const isCopied = copied !== undefined;
  const values = { name: person.displayName, email: person.email, date: dayTime(expiresAt) };
  return (
    <Dialog
      title={t(purpose === 'invitation' ? 'staff.invitedTitle' : 'staff.resetTitle', values)}
      onClose={onClose}
      stays
    >
      <div ref={content} className="stack" data-gap="wide">
        <p>{t(isMailed ? 'staff.linkMailed' : 'staff.linkCopy', values)}</p>
        <Field label={t('staff.link')} value={link} isReadOnly hint={t('staff.linkHint', values)} />
        <div className="row">
          <Button
            variant="primary"
            autoFocus
            onPress={() => void copy(link, content.current?.querySelector('input'))}
            icon={Copy}
          >
            {t(isCopied ? 'staff.copied' : 'staff.copy')}
          </Button>
          <Button onPress={onClose}>{t('words.close')}</Button>
        </div>
        <span className="visually-hidden" aria-live="polite">
          {isCopied && t('staff.copied')}
        </span>
      </div>
    </Dialog>
  );
};
