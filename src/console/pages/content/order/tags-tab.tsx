import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { client, send, sendTagged } from '../../../api/client.ts';
import { present } from '../../../base/present.ts';
import { useText } from '../../../base/texts.tsx';
import { FormFields } from '../../../forms/form-fields.tsx';
import { EditDialog, NewDialog } from '../../../forms/record-dialog.tsx';
import type { RecordForm } from '../../../forms/use-record-form.tsx';
import { type TagDraft, tagFields } from '../../../parts/content/order-record.ts';
import { type Tag, tagsQuery } from '../../../parts/content/queries.ts';
import { ConfirmButton } from '../../../ui/overlays/confirm-button.tsx';
import { RecordList, RecordRow } from './record-list.tsx';
import { useRemove } from './use-remove.ts';

interface TagDialogProps {
  /** The tag that is changed; null for a new one. */
  readonly tag: Tag | null;
  readonly onClose: () => void;
}

const TagDialog = ({ tag, onClose }: TagDialogProps) => {
  const t = useText();
  const shared = {
    kind: 'content' as const,
    fields: tagFields,
    onClose,
    children: (form: RecordForm<TagDraft>) => <FormFields form={form} begins />,
  };
  if (tag === null) {
    return (
      <NewDialog
        {...shared}
        title={t('content.newTag')}
        created={t('common.saved')}
        create={(body, header) => send(client.POST('/manage/content/tags', { params: { header }, body }))}
      />
    );
  }
  const { id } = tag;
  const path = { id };
  return (
    <EditDialog
      {...shared}
      row={tag}
      title={t('content.changeOf', { name: tag.name })}
      query={{
        queryKey: ['content', 'tag', id],
        queryFn: () => sendTagged(client.GET('/manage/content/tags/{id}', { params: { path } })),
      }}
      write={(body, header) =>
        sendTagged(client.PATCH('/manage/content/tags/{id}', { params: { path, ...header }, body }))
      }
    />
  );
};

/** The words by which content is found. */
export const TagsTab = ({ isAdding, onAdded }: { isAdding: boolean; onAdded: () => void }) => {
  const t = useText();
  const query = useQuery(tagsQuery);
  const [open, setOpen] = useState<Tag>();
  const remove = useRemove((id) => send(client.DELETE('/manage/content/tags/{id}', { params: { path: { id } } })));
  return (
    <>
      <RecordList label={t('content.tags')} query={query} empty={t('content.tagsEmpty')} refused={remove.error}>
        {(tags) =>
          tags.map((tag) => (
            <RecordRow
              key={tag.id}
              name={tag.name}
              note={present([tag.group, t('content.publishedCount', { count: tag.entryCount })]).join(' · ')}
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
