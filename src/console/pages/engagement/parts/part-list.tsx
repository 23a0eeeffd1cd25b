import type { UseQueryResult } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useText } from '../../../base/texts.tsx';
import { Button } from '../../../ui/button.tsx';
import { ActionError } from '../../../ui/notices/errors.tsx';
import { ConfirmButton } from '../../../ui/overlays/confirm-button.tsx';
import type { ListColumn } from '../../../ui/tables/columns.ts';
import { onePage, PagedTable } from '../../../ui/tables/paged-table.tsx';

interface PartListProps<Part> {
  readonly query: Pick<UseQueryResult<readonly Part[]>, 'data' | 'error' | 'refetch'>;
  readonly caption: string;
  readonly lead: string;
  readonly empty: string;
  readonly add: string;
  /** Absent where nothing can be added. */
  readonly onAdd: (() => void) | undefined;
  readonly error: unknown;
  readonly columns: readonly ListColumn<Part>[];
}

/** The parts of a challenge of one kind, and the button that adds one. */
export const PartList = <Part extends { readonly id: string }>(props: PartListProps<Part>) => {
  const { query, caption, lead, empty, add, onAdd, error, columns } = props;
  return (
    <div className="stack">
      <div className="spread part-head">
        <p className="quiet">{lead}</p>
        {onAdd !== undefined && (
          <Button variant="primary" onPress={onAdd} icon={Plus}>
            {add}
          </Button>
        )}
      </div>
      <ActionError error={error} />
      <PagedTable query={onePage(query)} caption={caption} empty={empty} columns={columns} />
    </div>
  );
};

interface PartActsProps {
  readonly name: string;
  readonly onEdit: () => void;
  readonly onArchive: () => void;
  /** Whether members may have done something with it. */
  readonly isPublished: boolean;
}

/** What can be done with a part. */
export const PartActions = ({ name, onEdit, onArchive, isPublished }: PartActsProps) => {
  const t = useText();
  return (
    <span className="row">
      <Button size="small" onPress={onEdit}>
        {t('parts.edit')}
        <span className="visually-hidden"> {name}</span>
      </Button>
      <ConfirmButton
        variant="quiet"
        label={
          <>
            {t('parts.remove')}
            <span className="visually-hidden"> {name}</span>
          </>
        }
        outcome={t(isPublished ? 'parts.removeText' : 'parts.removeDraftText', { name })}
        confirm={t('parts.removeAct')}
        onConfirm={onArchive}
      />
    </span>
  );
};
