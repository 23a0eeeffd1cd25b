import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { client, send } from '../../../api/client.ts';
import { useKeyFor } from '../../../api/use-key-for.ts';
import { useMe } from '../../../session.ts';
import { useText } from '../../../texts.tsx';
import { AreaField } from '../../../ui/area-field.tsx';
import { ConfirmButton } from '../../../ui/confirm-button.tsx';
import { Field } from '../../../ui/field.tsx';
import { PickMany } from '../../../ui/pick-many.tsx';
import { Select } from '../../../ui/select.tsx';
import { useAtOwnSites } from '../own-sites.ts';
import { type Category, categoriesQuery } from '../queries.ts';
import { CATEGORY_NAMES } from './banner-words.ts';
import { FormDialog } from './form-dialog.tsx';
import { RecordList, RecordRow } from './record-list.tsx';
import { type Placed, placeable, treeOf } from './tree.ts';
import { textOrNull, useRemove, useStore, wholeOf } from './use-store.ts';

const TOP = '';

interface CategoryDialogProps {
  /** The category that is changed; null for a new one. */
  readonly category: Category | null;
  readonly all: readonly Category[];
  readonly onClose: () => void;
}

const CategoryDialog = ({ category, all, onClose }: CategoryDialogProps) => {
  const t = useText();
  const { sites } = useMe();
  const keyFor = useKeyFor();
  const atOwnSites = useAtOwnSites();
  const [name, setName] = useState(category?.name ?? '');
  const [description, setDescription] = useState(category?.description ?? '');
  const [parent, setParent] = useState(category?.parentId ?? TOP);
  const [position, setPosition] = useState(String(category?.position ?? all.length));
  const [siteIds, setSiteIds] = useState<readonly string[]>(category?.siteIds ?? []);
  const [isChecked, setChecked] = useState(false);
  const { store, isPending, refusal } = useStore({
    kind: 'categories',
    store: () => {
      const body = {
        name: name.trim(),
        description: textOrNull(description),
        parentId: parent === TOP ? null : parent,
        position: wholeOf(position) ?? 0,
        siteIds: [...siteIds],
      };
      return category === null
        ? atOwnSites(siteIds, (ids) => {
            const made = { ...body, siteIds: ids };
            return send(client.POST('/manage/content/categories', { params: { header: keyFor(made) }, body: made }));
          })
        : send(client.PATCH('/manage/content/categories/{id}', { params: { path: { id: category.id } }, body }));
    },
    onDone: onClose,
  });
  const problems = {
    name: name.trim() === '' ? t('content.nameMissing') : undefined,
    position: wholeOf(position) === undefined ? t('content.orderWrong') : undefined,
  };
  const save = (): string | undefined => {
    setChecked(true);
    const first = Object.entries(problems).find(([, problem]) => problem !== undefined)?.[0];
    if (first === undefined) store(undefined);
    return first;
  };
  return (
    <FormDialog
      title={category === null ? t('content.newCategory') : t('content.changeOf', { name: category.name })}
      refusal={refusal}
      isPending={isPending}
      onSave={save}
      onClose={onClose}
    >
      <Field
        name="name"
        label={t(CATEGORY_NAMES.name)}
        value={name}
        onChange={setName}
        error={isChecked ? problems.name : undefined}
        autoComplete="off"
        autoFocus
      />
      <Select
        label={t(CATEGORY_NAMES.parentId)}
        choices={[{ id: TOP, name: t('content.top') }, ...placeable(all, category?.id)]}
        value={parent}
        onChange={setParent}
      />
      <AreaField label={t(CATEGORY_NAMES.description)} rows={2} value={description} onChange={setDescription} />
      <Field
        name="position"
        label={t(CATEGORY_NAMES.position)}
        hint={t('content.orderHint')}
        inputMode="numeric"
        value={position}
        onChange={setPosition}
        error={isChecked ? problems.position : undefined}
        autoComplete="off"
      />
      {sites.length > 1 && (
        <PickMany
          label={t(CATEGORY_NAMES.siteIds)}
          hint={t('content.sitesHint')}
          choices={sites}
          chosen={siteIds}
          onChange={setSiteIds}
        />
      )}
    </FormDialog>
  );
};

/** The tree in which members find content. */
export const CategoriesTab = ({ isAdding, onAdded }: { isAdding: boolean; onAdded: () => void }) => {
  const t = useText();
  const query = useQuery(categoriesQuery);
  const all = query.data ?? [];
  const [open, setOpen] = useState<Category>();
  const remove = useRemove('categories', (id) =>
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
