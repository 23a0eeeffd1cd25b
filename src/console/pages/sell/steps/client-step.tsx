import { useQuery } from '@tanstack/react-query';
import { Ticket } from 'lucide-react';
import { useState } from 'react';
import { Autocomplete, ListBox, ListBoxItem } from 'react-aria-components';
import { useText } from '../../../base/texts.tsx';
import { clientQuery } from '../../../parts/sell/queries.ts';
import { searchQuery } from '../../../shell/palette/search.ts';
import { Button } from '../../../ui/button.tsx';
import { AutocompleteInput } from '../../../ui/choices/autocomplete-input.tsx';
import { LoadError } from '../../../ui/notices/errors.tsx';
import { Status } from '../../../ui/notices/status.tsx';
import { Avatar } from '../../../ui/pictures/avatar.tsx';
import { NothingFound } from '../../../ui/tables/nothing-found.tsx';
import { SkeletonRows } from '../../../ui/tables/skeleton-rows.tsx';

interface ClientStepProps {
  readonly siteId: string;
  readonly clientId: string | undefined;
  readonly onChoose: (id: string) => void;
}

/** Finds a client by typing. */
const ClientSearch = ({ siteId, onChoose }: Omit<ClientStepProps, 'clientId'>) => {
  const t = useText();
  const [typed, setTyped] = useState('');
  const found = useQuery(searchQuery(siteId, typed));
  const clients = typed.trim().length < 2 ? [] : (found.data?.clients ?? []);
  return (
    <div className="card who-card row" data-open="">
      <Autocomplete inputValue={typed} onInputChange={setTyped}>
        <AutocompleteInput
          label={t('sell.findClient')}
          placeholder={t('shell.findHint')}
          text={typed}
          items={clients}
          isFound={found.isSuccess && !found.isPlaceholderData}
          onChoose={onChoose}
        />
        <ListBox
          className="options"
          aria-label={t('sell.who')}
          items={clients}
          onAction={(key) => onChoose(String(key))}
          renderEmptyState={() =>
            typed.trim().length < 2 ? (
              <p className="small quiet">{t('session.bookHint')}</p>
            ) : (
              <NothingFound of={found}>{t('sell.nobody', { name: typed })}</NothingFound>
            )
          }
        >
          {({ id, fullName, email, phone, photoUrl }) => (
            <ListBoxItem id={id} textValue={fullName} className="person">
              <Avatar name={fullName} photoUrl={photoUrl} />
              <span className="who">
                <b>{fullName}</b>
                <small>{email ?? phone ?? ''}</small>
              </span>
            </ListBoxItem>
          )}
        </ListBox>
      </Autocomplete>
      {found.isError && <LoadError error={found.error} onRetry={() => void found.refetch()} />}
    </div>
  );
};

/** The package that a client has now, in a few words. */
const PackageNow = ({
  packages,
}: {
  packages: readonly { status: string; name: string; creditsRemaining: number | null; creditsHeld: number }[];
}) => {
  const t = useText();
  const active = packages.find(({ status }) => status === 'active');
  const left = active?.creditsRemaining;
  return (
    <Status icon={Ticket} className="status quiet">
      {active === undefined && t('sell.noPackage')}
      {active !== undefined && left == null && active.name}
      {active !== undefined &&
        left != null &&
        t('words.passLeft', { name: active.name, count: left, held: active.creditsHeld })}
    </Status>
  );
};

/** Who buys. */
export const ClientStep = ({ siteId, clientId, onChoose }: ClientStepProps) => {
  const t = useText();
  const [isChanging, setChanging] = useState(false);
  const person = useQuery({ ...clientQuery(clientId ?? ''), enabled: clientId !== undefined });
  const choose = (id: string): void => {
    setChanging(false);
    onChoose(id);
  };
  const shown = person.data !== undefined && 'email' in person.data ? person.data : undefined;
  return (
    <section aria-labelledby="who">
      <div className="section-head row">
        <h2 id="who">{t('sell.who')}</h2>
      </div>
      {clientId === undefined || isChanging ? (
        <ClientSearch siteId={siteId} onChoose={choose} />
      ) : (
        <div className="card who-card row">
          {person.isError && <LoadError error={person.error} onRetry={() => void person.refetch()} />}
          {person.isPending && <SkeletonRows />}
          {shown !== undefined && (
            <>
              <div className="person">
                <Avatar name={shown.fullName} photoUrl={shown.photoUrl} />
                <div className="who">
                  <b>{shown.fullName}</b>
                  <small>{shown.email ?? shown.phone ?? ''}</small>
                </div>
              </div>
              <span className="push" />
              {shown.packages !== undefined && <PackageNow packages={shown.packages} />}
              <Button variant="quiet" size="small" onPress={() => setChanging(true)}>
                {t('sell.change')}
              </Button>
            </>
          )}
        </div>
      )}
    </section>
  );
};
