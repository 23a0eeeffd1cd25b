import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { client, send, sendTagged } from '../../../api/client.ts';
import { useText } from '../../../base/texts.tsx';
import { FormFields } from '../../../forms/form-fields.tsx';
import { EditDialog, NewDialog } from '../../../forms/record-dialog.tsx';
import type { RecordForm } from '../../../forms/use-record-form.tsx';
import { type CategoryDraft, categoryFields } from '../../../parts/content/order-record.ts';
import { type Category, categoriesQuery } from '../../../parts/content/queries.ts';
import { useMe } from '../../../session/session.ts';
import { ConfirmButton } from '../../../ui/overlays/confirm-button.tsx';
import { RecordList, RecordRow } from './record-list.tsx';
import { type Placed, placeable, treeOf } from './tree.ts';
import { useRemove } from './use-remove.ts';

interface CategoryDialogProps {
  /** The category that is changed; null for a new one. */
  readonly category: Category | null;
  readonly all: readonly Category[];
  readonly onClose: () => void;
}

const CategoryDialog = ({ category, all, onClose }: CategoryDialogProps) => {
  const t = useText();
  const { sites } = useMe();
  const shared = {
    kind: 'content' as const,
    fields: categoryFields,
    choices: { parentId: placeable(all, category?.id), siteIds: sites },
    onClose,
    children: (form: RecordForm<CategoryDraft>) => (
      <FormFields form={form} without={sites.length > 1 ? [] : ['siteIds']} begins />
    ),
  };
  if (category === null) {
    return (
      <NewDialog
        {...shared}
        title={t('content.newCategory')}
        created={t('common.saved')}
        start={{ position: String(all.length) }}
        create={(body, header) => send(client.POST('/manage/content/categories', { params: { header }, body }))}
      />
    );
  }
  const { id } = category;
  const path = { id };
  return (
    <EditDialog
      {...shared}
      row={category}
      title={t('content.changeOf', { name: category.name })}
      query={{
        queryKey: ['content', 'category', id],
        queryFn: () => sendTagged(client.GET('/manage/content/categories/{id}', { params: { path } })),
      }}
      write={(body, header) =>
        sendTagged(client.PATCH('/manage/content/categories/{id}', { params: { path, ...header }, body }))
      }
    />
  );
};

/** The tree in which members find content. */
export const CategoriesTab = ({ isAdding, onAdded }: { isAdding: boolean; onAdded: () => void }) => {
  const t = useText();
  const query = useQuery(categoriesQuery);
  const all = query.data ?? [];
  const [open, setOpen] = useState<Category>();
  const remove = useRemove((id) =>
    send(client.DELETE('/manage/content/categories/{id}', { params: { path: { id } } })),
  );
  const shown = {
    data: query.data === undefined ? undefined : treeOf(query.data),
    error: query.error,
    refetch: query.refetch,
  };
  return (
    <>
      <RecordList<Placed>
        label={t('content.categories')}
        query={shown}
        empty={t('content.categoriesEmpty')}
        refused={remove.error}
      >
        {(rows) =>
          rows.map(({ category, depth }) => (
            <RecordRow
              key={category.id}
              name={category.name}
              depth={depth}
              note={t('content.publishedCount', { count: category.entryCount })}
              onOpen={() => setOpen(category)}
            >
              <ConfirmButton
                label={t('content.remove')}
                variant="quiet"
                outcome={t('content.removeCategoryOutcome', { name: category.name })}
                confirm={t('content.removeOf', { name: category.name })}
                onConfirm={() => remove.mutate(category)}
              />
            </RecordRow>
          ))
        }
      </RecordList>
      {(isAdding || open !== undefined) && (
        <CategoryDialog
          key={open?.id ?? 'new'}
          category={open ?? null}
          all={all}
          onClose={() => {
            setOpen(undefined);
            onAdded();
          }}
        />
      )}
    </>
  );
};
