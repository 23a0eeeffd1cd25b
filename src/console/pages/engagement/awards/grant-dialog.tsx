import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Autocomplete, ListBox, ListBoxItem } from 'react-aria-components';
import { ApiError, client, send } from '../../../api/client.ts';
import { useKeyFor } from '../../../api/use-key-for.ts';
import { useText } from '../../../base/texts.tsx';
import { useRefresh } from '../../../live/refresh.ts';
import { findClientsQuery } from '../../../parts/session/queries.ts';
import { useSite } from '../../../session/session.ts';
import { AutocompleteInput } from '../../../ui/choices/autocomplete-input.tsx';
import { ActionError } from '../../../ui/notices/errors.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { say } from '../../../ui/overlays/toasts.tsx';
import { Avatar } from '../../../ui/pictures/avatar.tsx';
import { NothingFound } from '../../../ui/tables/nothing-found.tsx';
import type { Award } from './queries.ts';

interface Person {
  readonly id: string;
  readonly fullName: string;
}

/** Finds a client by typing, and grants them the award. */
export const GrantDialog = ({ award, onClose }: { award: Award; onClose: () => void }) => {
  const t = useText();
  const refresh = useRefresh();
  const keyFor = useKeyFor();
  const site = useSite();
  const [text, setText] = useState('');
  const found = useQuery({ ...findClientsQuery(text, site.id), placeholderData: keepPreviousData });
  const grant = useMutation({
    mutationFn: ({ id: clientId }: Person) =>
      send(
        client.POST('/manage/awards/{id}/grants', {
          params: { path: { id: award.id }, header: keyFor(clientId) },
          body: { clientId },
        }),
      ),
    onSuccess: (_, { fullName: name }) => {
      say(t('awards.granted', { name, award: award.name }));
      void refresh('award');
      onClose();
    },
  });
  const people = text.trim().length > 1 ? (found.data?.clients ?? []) : [];
  const choose = (id: unknown): void => {
    const person = people.find((each) => each.id === id);
    if (person !== undefined && !grant.isPending) grant.mutate(person);
  };
  const hasIt = grant.error instanceof ApiError && grant.error.code === 'award_already_earned';
  return (
    <Dialog title={t('awards.grantTitle', { name: award.name })} onClose={onClose}>
      <Autocomplete inputValue={text} onInputChange={setText}>
        <AutocompleteInput
          label={t('awards.findClient')}
          placeholder={t('awards.findClient')}
          text={text}
          items={people}
          isFound={found.isSuccess && !found.isPlaceholderData}
          onChoose={choose}
          isFinal
        />
        <ActionError
          error={grant.error}
          text={hasIt ? t('awards.hasIt', { name: grant.variables?.fullName ?? '' }) : undefined}
        />
        <ListBox
          className="finds"
          aria-label={t('engagement.person')}
          items={people}
          onAction={choose}
          renderEmptyState={() =>
            text.trim().length > 1 ? (
              <NothingFound of={found}>{t('awards.nobodyFound', { text })}</NothingFound>
            ) : (
              <p className="small quiet">{t('awards.findHint')}</p>
            )
          }
        >
          {({ id, fullName, photoUrl, email, phone }) => (
            <ListBoxItem id={id} textValue={fullName} className="find row">
              <Avatar name={fullName} photoUrl={photoUrl} />
              <span className="who">
                <b>{fullName}</b>
                <small>{email ?? phone ?? ' '}</small>
              </span>
              <span className="small quiet">{t('awards.grant')}</span>
            </ListBoxItem>
          )}
        </ListBox>
      </Autocomplete>
    </Dialog>
  );
};
