import { useMutation } from '@tanstack/react-query';
import { Archive } from 'lucide-react';
import type { ReactNode } from 'react';
import { useText } from '../base/texts.tsx';
import { ActionError } from '../ui/notices/errors.tsx';
import { ConfirmButton } from '../ui/overlays/confirm-button.tsx';
import { Icon } from '../ui/pictures/icon.tsx';

interface ArchiveActsProps {
  readonly name: string;
  /** What comes of it, in words. */
  readonly outcome: string;
  /** Archives it; absent for anyone who may not. */
  readonly archive: (() => Promise<unknown>) | undefined;
  readonly onArchived: () => unknown;
  /** What else can be done with it. */
  readonly children: ReactNode;
}

/** What can be done with the record of a panel: archiving it comes last, and asks before. */
export const ArchiveActions = ({ name, outcome, archive: send, onArchived, children }: ArchiveActsProps) => {
  const t = useText();
  const archive = useMutation({ mutationFn: async () => send?.(), onSuccess: onArchived });
  return (
    <>
      <div className="row panel-actions" data-wrap="">
        {children}
        {send !== undefined && (
          <ConfirmButton
            variant="quiet"
            label={
              <>
                <Icon of={Archive} />
                {t('plans.archive')}
              </>
            }
            isDisabled={archive.isPending}
            outcome={outcome}
            confirm={t('plans.archiveAct', { name })}
            onConfirm={() => archive.mutate()}
          />
        )}
      </div>
      <ActionError error={archive.error} />
    </>
  );
};
