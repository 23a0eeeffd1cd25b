import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { client, send } from '../../../api/client.ts';
import { isNotStarted } from '../../../api/is-not-started.ts';
import { useKeyFor } from '../../../api/use-key-for.ts';
import { useText } from '../../../base/texts.tsx';
import { useFormats } from '../../../formats/use-formats.ts';
import { FindClient } from '../../../lists/filters/find-client.tsx';
import { useRefresh } from '../../../live/refresh.ts';
import { NamedDialog } from '../../../parts/client/named-dialog.tsx';
import type { Client } from '../../../parts/client/queries.ts';
import { useSite } from '../../../session/session.ts';
import { Button } from '../../../ui/button.tsx';
import { RadioField } from '../../../ui/fields/radio-field.tsx';
import { useErrorText } from '../../../ui/notices/errors.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { say } from '../../../ui/overlays/toasts.tsx';
import { SkeletonRows } from '../../../ui/tables/skeleton-rows.tsx';
import { MergeOutcome } from './merge-outcome.tsx';
import { mergePreviewQuery } from './queries.ts';

interface ClientPickerProps {
  /** The client whose other profile is looked for. */
  readonly first: Client;
  readonly onChoose: (chosen: Client) => void;
}

/** Finds the other profile of a person by name, email, phone or card. */
const ClientPicker = ({ first, onChoose }: ClientPickerProps) => {
  const t = useText();
  return (
    <FindClient
      label={t('merge.find', { name: first.fullName })}
      placeholder={t('merge.findHint')}
      more={t('merge.findMore')}
      nobody={(text) => t('merge.nobody', { text })}
      isOffered={({ id, erasedAt }) => id !== first.id && erasedAt === null}
      onChoose={onChoose}
    />
  );
};

interface DecideProps {
  readonly first: Client;
  readonly second: Client;
  readonly onOther: () => void;
  readonly onMerged: (id: string) => Promise<void>;
  readonly onClose: () => void;
}

/** Says what merging does, and does it once the name of the client who goes is typed. */
const Decide = ({ first, second, onOther, onMerged, onClose }: DecideProps) => {
  const t = useText();
  const textOf = useErrorText();
  const { date } = useFormats(useSite().timezone);
  const keyFor = useKeyFor();
  const queries = useQueryClient();
  const refresh = useRefresh();
  const [chosen, setChosen] = useState<string>();
  const pairOf = (keptId: string | undefined): readonly [stays: Client, goes: Client] =>
    keptId === second.id ? [second, first] : [first, second];
  const merge = useMutation({
    mutationFn: (keepClientId: string) => {
      const body = { clientId: second.id, keepClientId };
      const params = { path: { id: first.id }, header: keyFor(body) };
      return send(client.POST('/manage/clients/{id}/merge', { params, body }));
    },
    onSuccess: async (_client, keptId) => {
      const [stays, goes] = pairOf(keptId);
      say(t('merge.done', { goes: goes.fullName, stays: stays.fullName }));
      // The page of the other profile is left before anything is read again: it would no longer be found.
      await onMerged(stays.id);
      onClose();
      queries.removeQueries({ queryKey: ['client', goes.id] });
      void refresh('client');
    },
  });
  const { data: preview, error } = useQuery({
    ...mergePreviewQuery(first, second, chosen),
    enabled: isNotStarted(merge),
  });
  const keep = chosen ?? preview?.clientId;
  const [stays, goes] = pairOf(keep);
  const about = ({ email, phone, joinedAt, stats }: Client): string =>
    [email ?? phone, t('merge.since', { date: date(joinedAt), count: stats.visits })].filter(Boolean).join(', ');
  return (
    <NamedDialog
      title={t('merge.title')}
      name={goes.fullName}
      act={t('merge.forGood')}
      error={merge.error}
      isPending={merge.isPending || (preview === undefined && error === null)}
      onAct={() => preview !== undefined && merge.mutate(stays.id)}
      onClose={onClose}
    >
      <p className="quiet">{t('merge.text')}</p>
      <RadioField
        label={t('merge.stays')}
        value={keep ?? ''}
        choices={[first, second].map((each) => ({ id: each.id, label: each.fullName, hint: about(each) }))}
        onChange={setChosen}
      />
      <div className="row">
        <Button size="small" onPress={onOther}>
          {t('merge.other')}
        </Button>
      </div>
      <div aria-live="polite">
        {error !== null ? (
          <p className="notice" data-tone="critical">
            {textOf(error)}
          </p>
        ) : preview === undefined ? (
          <SkeletonRows />
        ) : (
          <MergeOutcome preview={preview} stays={stays.fullName} goes={goes.fullName} />
        )}
      </div>
    </NamedDialog>
  );
};

interface MergeClientsProps {
  readonly first: Client;
  /** Shows the client who stays. */
  readonly onMerged: (id: string) => Promise<void>;
  readonly onClose: () => void;
}

/** Merges two clients who are one person: the other profile is found, what it does is shown, then a name is typed. */
export const MergeClients = ({ first, onMerged, onClose }: MergeClientsProps) => {
  const t = useText();
  const [second, setSecond] = useState<Client>();
  if (second !== undefined) {
    return (
      <Decide
        first={first}
        second={second}
        onOther={() => setSecond(undefined)}
        onMerged={onMerged}
        onClose={onClose}
      />
    );
  }
  return (
    <Dialog title={t('merge.title')} onClose={onClose}>
      <p className="quiet">{t('merge.text')}</p>
      <ClientPicker first={first} onChoose={setSecond} />
    </Dialog>
  );
};
