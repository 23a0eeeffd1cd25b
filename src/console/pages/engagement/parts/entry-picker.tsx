import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Autocomplete, ListBox, ListBoxItem } from 'react-aria-components';
import { useText } from '../../../texts.tsx';
import { Button } from '../../../ui/button.tsx';
import { FinderField } from '../../../ui/finder-field.tsx';
import { NothingFound } from '../../../ui/nothing-found.tsx';
import type { Form } from '../form/form.ts';
import { entriesQuery } from './queries.ts';

/** Chooses an entry of the content by typing; an entry that is chosen stays as text. */
export const EntryPicker = ({ form }: { form: Form }) => {
  const t = useText();
  const [text, setText] = useState('');
  const { contentEntryId = '', entryTitle = '' } = form.draft;
  const isOpen = contentEntryId === '';
  const found = useQuery({ ...entriesQuery(text), placeholderData: keepPreviousData, enabled: isOpen });
  const error = form.errorOf('contentEntryId');
  const choose = (id: string): void => {
    const entry = found.data?.find((each) => each.id === id);
    if (entry === undefined) return;
    form.set('contentEntryId', entry.id);
    form.set('entryTitle', entry.title);
  };
  if (!isOpen) {
    return (
      <dl className="fixed-field" data-wide="">
        <dt>{t('parts.entry')}</dt>
        <dd className="row">
          <b className="strong">{entryTitle}</b>
          {!form.isFixed('contentEntryId') && (
            <Button
              size="small"
              variant="quiet"
              onPress={() => {
                form.set('contentEntryId', '');
                form.set('entryTitle', '');
              }}
            >
              {t('parts.chooseOther')}
            </Button>
          )}
        </dd>
      </dl>
    );
  }
  return (
    <div data-wide="" data-path="contentEntryId" className="stack">
      <Autocomplete inputValue={text} onInputChange={setText}>
        <FinderField
          label={t('parts.entry')}
          isLabelShown
          placeholder={t('parts.findEntry')}
          text={text}
          items={found.data ?? []}
          isFound={found.isSuccess && !found.isPlaceholderData}
          onChoose={choose}
        />
        {error !== undefined && (
          <p className="error-text small" role="alert">
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
            <ListBoxItem id={id} textValue={title} className="find">
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
