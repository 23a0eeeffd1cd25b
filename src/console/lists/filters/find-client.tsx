import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Autocomplete, ListBox, ListBoxItem } from 'react-aria-components';
import { client, send } from '../../api/client.ts';
import type { Schemas } from '../../api/types.ts';
import { useText } from '../../base/texts.tsx';
import { AutocompleteInput } from '../../ui/choices/autocomplete-input.tsx';
import { LoadError } from '../../ui/notices/errors.tsx';
import { Avatar } from '../../ui/pictures/avatar.tsx';
import { NothingFound } from '../../ui/tables/nothing-found.tsx';

type Client = Schemas['Client'];

const MOST = 8;
const FEWEST_LETTERS = 2;

/** The clients whom a text finds, archived ones too. */
const foundQuery = (text: string) =>
  queryOptions({
    queryKey: ['clients', 'found', text],
    queryFn: async ({ signal }) => {
      const query = { search: text, include_archived: true, limit: MOST };
      return (await send(client.GET('/v2/clients', { params: { query }, signal }))).data;
    },
    enabled: text.length >= FEWEST_LETTERS,
    placeholderData: keepPreviousData,
  });

interface FindClientProps {
  readonly label: string;
  readonly placeholder: string;
  /** What is shown before enough is typed. */
  readonly more: string;
  /** What is shown where no one is found. */
  readonly nobody: (text: string) => string;
  /** Whether a client may be chosen. */
  readonly isOffered?: (client: Client) => boolean;
  readonly onChoose: (client: Client) => void;
}

/** Finds a client by name, email, phone or card. */
export const FindClient = ({ label, placeholder, more, nobody, isOffered, onChoose }: FindClientProps) => {
  const t = useText();
  const [text, setText] = useState('');
  const typed = text.trim();
  const found = useQuery(foundQuery(typed));
  const { data = [], error, refetch } = found;
  const people = typed.length >= FEWEST_LETTERS ? data.filter((each) => isOffered?.(each) ?? true) : [];
  const choose = (id: unknown): void => {
    const chosen = people.find((each) => each.id === id);
    if (chosen !== undefined) onChoose(chosen);
  };
  return (
    <Autocomplete inputValue={text} onInputChange={setText}>
      <AutocompleteInput
        className="field finds-field"
        label={label}
        isLabelShown
        placeholder={placeholder}
        text={typed}
        items={people}
        isFound={found.isSuccess && !found.isPlaceholderData}
        onChoose={choose}
      />
      {error !== null && <LoadError error={error} onRetry={() => void refetch()} />}
      <ListBox
        className="finds finds-whole"
        aria-label={label}
        items={people}
        onAction={choose}
        renderEmptyState={() =>
          typed.length < FEWEST_LETTERS ? (
            <p className="small quiet">{more}</p>
          ) : (
            <NothingFound of={found}>{nobody(typed)}</NothingFound>
          )
        }
      >
        {(person) => (
          <ListBoxItem id={person.id} textValue={person.fullName} className="find row">
            <Avatar name={person.fullName} photoUrl={person.photoUrl} />
            <span className="who">
              <b>{person.fullName}</b>
              <small>{person.email ?? person.phone ?? t('clients.walkIn')}</small>
            </span>
          </ListBoxItem>
        )}
      </ListBox>
    </Autocomplete>
  );
};
