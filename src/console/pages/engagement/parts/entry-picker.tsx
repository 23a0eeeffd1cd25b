import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Autocomplete, ListBox, ListBoxItem } from 'react-aria-components';
import { useText } from '../../../base/texts.tsx';
import type { RecordForm } from '../../../forms/use-record-form.tsx';
import type { ArticleDraft } from '../../../parts/engagement/article-record.ts';
import { Button } from '../../../ui/button.tsx';
import { AutocompleteInput } from '../../../ui/choices/autocomplete-input.tsx';
import { NothingFound } from '../../../ui/tables/nothing-found.tsx';
import { entriesQuery } from './queries.ts';

/** An entry that is chosen, as text. */
export const ChosenEntry = ({ title, children }: { readonly title: string; readonly children?: ReactNode }) => (
  <dl className="fixed-field">
    <dt>{useText()('parts.entry')}</dt>
    <dd className="row">
      <b className="strong">{title}</b>
      {children}
    </dd>
  </dl>
);

/** Chooses an entry of the content by typing; an entry that is chosen stays as text. */
export const EntryPicker = ({ form }: { form: RecordForm<ArticleDraft> }) => {
  const t = useText();
  const [text, setText] = useState('');
  const [title, setTitle] = useState('');
  const isOpen = form.draft.contentEntryId === '';
  const found = useQuery({ ...entriesQuery(text), placeholderData: keepPreviousData, enabled: isOpen });
  const error = form.errorOf('contentEntryId');
  const choose = (id: string): void => {
    const entry = found.data?.find((each) => each.id === id);
    if (entry === undefined) return;
    setTitle(entry.title);
    form.set('contentEntryId', entry.id);
  };
  if (!isOpen) {
    return (
      <ChosenEntry title={title}>
        <Button size="small" variant="quiet" onPress={() => form.set('contentEntryId', '')}>
          {t('parts.chooseOther')}
        </Button>
      </ChosenEntry>
    );
  }
  return (
    <div className="stack">
      <Autocomplete inputValue={text} onInputChange={setText}>
        <AutocompleteInput
          label={t('parts.entry')}
          isLabelShown
          placeholder={t('parts.findEntry')}
          text={text}
          items={found.data ?? []}
          isFound={found.isSuccess && !found.isPlaceholderData}
          onChoose={choose}
        />
        {error !== undefined && (
          <p className="critical-text small" role="alert">
            {error}
          </p>
        )}
        <ListBox
          className="finds entry-finds"
          aria-label={t('parts.entry')}
          items={found.data ?? []}
          onAction={(key) => choose(String(key))}
          renderEmptyState={() => <NothingFound of={found}>{t('parts.noEntry', { text })}</NothingFound>}
        >
          {({ id, title, summary }) => (
            <ListBoxItem id={id} textValue={title} className="find row">
              <span className="who">
                <b>{title}</b>
                {summary !== null && <small className="clip">{summary}</small>}
              </span>
            </ListBoxItem>
          )}
        </ListBox>
      </Autocomplete>
    </div>
  );
};
