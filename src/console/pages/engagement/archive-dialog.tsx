import { useMutation } from '@tanstack/react-query';
import { useText } from '../../base/texts.tsx';
import { Button } from '../../ui/button.tsx';
import { ActionError } from '../../ui/notices/errors.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';

interface ArchiveDialogProps {
  readonly title: string;
  /** What archiving does, in words. */
  readonly outcome: string;
  readonly act: string;
  readonly archive: () => Promise<unknown>;
  readonly onArchived: () => void;
  readonly onClose: () => void;
}

/** Asks before something is archived, which cannot be undone. */
export const ArchiveDialog = ({ title, outcome, act, archive, onArchived, onClose }: ArchiveDialogProps) => {
  const t = useText();
  const store = useMutation({
    mutationFn: archive,
    onSuccess: () => {
      onClose();
      onArchived();
    },
  });
  return (
    <Dialog title={title} onClose={onClose} isAlert>
      <div className="stack" data-gap="wide">
        <p className="quiet">{outcome}</p>
        <ActionError error={store.error} />
        <div className="row">
          <Button variant="danger" isPending={store.isPending} onPress={() => store.mutate()}>
            {act}
          </Button>
          <Button onPress={onClose} autoFocus>
            {t('words.cancel')}
          </Button>
        </div>
      </div>
    </Dialog>
  );
};
