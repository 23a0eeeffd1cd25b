import { useNavigate } from '@tanstack/react-router';
import { client, send } from '../../api/client.ts';
import { useKeyFor } from '../../api/use-key-for.ts';
import { useText } from '../../base/texts.tsx';
import { DialogForm } from '../../forms/dialog-form.tsx';
import { FormFields } from '../../forms/form-fields.tsx';
import { useNewRecord } from '../../forms/use-record-form.tsx';
import { newEntryFields } from '../../parts/content/new-entry-record.ts';
import type { EntryType } from '../../parts/content/queries.ts';
import { useTypeWords } from '../../parts/content/words.ts';
import { useOwnSites } from '../../session/session.ts';
import { RadioField } from '../../ui/fields/radio-field.tsx';

/** Adds an entry as a draft: its type and its title; then its page opens. */
export const NewEntry = ({ types, onClose }: { types: readonly EntryType[]; onClose: () => void }) => {
  const t = useText();
  const navigate = useNavigate();
  const words = useTypeWords(types);
  const keyFor = useKeyFor();
  const siteIds = [...useOwnSites()];
  const form = useNewRecord(newEntryFields, {
    kind: 'content',
    start: { type: types[0]?.key ?? 'video' },
    create: (body) => {
      const made = { ...body, siteIds };
      return send(client.POST('/manage/content/entries', { params: { header: keyFor(made) }, body: made }));
    },
    onCreated: ({ id }) => {
      onClose();
      void navigate({ to: '/content/entries/$entryId', params: { entryId: id } });
    },
  });
  return (
    <DialogForm form={form} title={t('content.newTitle')} act={t('content.create')} onClose={onClose}>
      <FormFields
        form={form}
        drawn={{
          type: (
            <RadioField
              label={form.words.nameOf('type')}
              value={form.draft.type}
              onChange={(type) => form.set('type', type)}
              choices={types.map(({ key }) => {
                const hint = words.hintOf(key);
                return { id: key, label: words.nameOf(key), ...(hint === undefined ? {} : { hint }) };
              })}
            />
          ),
        }}
      />
    </DialogForm>
  );
};
