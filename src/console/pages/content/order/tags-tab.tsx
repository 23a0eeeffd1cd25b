import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { client, send } from '../../../api/client.ts';
import { useKeyFor } from '../../../api/use-key-for.ts';
import { useText } from '../../../texts.tsx';
import { ConfirmButton } from '../../../ui/confirm-button.tsx';
import { Field } from '../../../ui/field.tsx';
import { type Tag, tagsQuery } from '../queries.ts';
import { TAG_NAMES } from './banner-words.ts';
import { FormDialog } from './form-dialog.tsx';
import { RecordList, RecordRow } from './record-list.tsx';
import { textOrNull, useRemove, useStore } from './use-store.ts';

interface TagDialogProps {
  /** The tag that is changed; null for a new one. */
  readonly tag: Tag | null;
  readonly onClose: () => void;
}

const TagDialog = ({ tag, onClose }: TagDialogProps) => {
  const t = useText();
  const keyFor = useKeyFor();
  const [name, setName] = useState(tag?.name ?? '');
  const [group, setGroup] = useState(tag?.group ?? '');
  const [isChecked, setChecked] = useState(false);
  const isMissing = name.trim() === '';
  const { store, isPending, refusal } = useStore({
    kind: 'tags',
    store: () => {
      const body = { name: name.trim(), group: textOrNull(group) };
      return tag === null
        ? send(client.POST('/manage/content/tags', { params: { header: keyFor(body) }, body }))
        : send(client.PATCH('/manage/content/tags/{id}', { params: { path: { id: tag.id } }, body }));
    },
    onDone: onClose,
  });
  const save = (): string | undefined => {
    setChecked(true);
    if (isMissing) return 'name';
    store(undefined);
    return undefined;
  };
  return (
    <FormDialog
      title={tag === null ? t('content.newTag') : t('content.changeOf', { name: tag.name })}
      refusal={refusal}
      isPending={isPending}
      onSave={save}
      onClose={onClose}
    >
      <Field
        name="name"
        label={t(TAG_NAMES.name)}
        value={name}
        onChange={setName}
        error={isChecked && isMissing ? t('content.nameMissing') : undefined}
        autoComplete="off"
        autoFocus
      />
      <Field
        label={t(TAG_NAMES.group)}
        hint={t('content.groupHint')}
        value={group}
        onChange={setGroup}
        autoComplete="off"
      />
    </FormDialog>
  );
};

/** The words by which content is found. */
export const TagsTab = ({ isAdding, onAdded }: { isAdding: boolean; onAdded: () => void }) => {
  const t = useText();
  const query = useQuery(tagsQuery);
  const [open, setOpen] = useState<Tag>();
  const remove = useRemove('tags', (id) =>
    send(client.DELETE('/manage/content/tags/{id}', { params: { path: { id } } })),
  );
  return (
    <>
      <RecordList label={t('content.tags')} query={query} empty={t('content.tagsEmpty')} refused={remove.error}>
        {(tags) =>
          tags.map((tag) => (
            <RecordRow
              key={tag.id}
              name={tag.name}
              note={[
                ...(tag.group === null ? [] : [tag.group]),
                t('content.publishedCount', { count: tag.entryCount }),
              ].join(' · ')}
              onOpen={() => setOpen(tag)}
            >
              <ConfirmButton
                label={t('content.remove')}
                variant="quiet"
                outcome={t('content.removeTagOutcome', { name: tag.name })}
                confirm={t('content.removeOf', { name: tag.name })}
                onConfirm={() => remove.mutate(tag)}
              />
            </RecordRow>
          ))
        }
      </RecordList>
      {(isAdding || open !== undefined) && (
        <TagDialog
          key={open?.id ?? 'new'}
          tag={open ?? null}
          onClose={() => {
            setOpen(undefined);
            onAdded();
          }}
        />
      )}
    </>
  );
};
