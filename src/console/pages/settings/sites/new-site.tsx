import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useRef, useState } from 'react';
import { ApiError, client, send } from '../../../api/client.ts';
import { useKeyFor } from '../../../api/use-key-for.ts';
import { useMe } from '../../../session.ts';
import { useText } from '../../../texts.tsx';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Field } from '../../../ui/field.tsx';
import { useZoneChoices } from '../../../ui/place-choices.ts';
import { Refused } from '../../../ui/refused.tsx';
import { Select } from '../../../ui/select.tsx';
import { SwitchField } from '../../../ui/switch-field.tsx';
import { say } from '../../../ui/toasts.tsx';

/** Adds a site with what it needs to begin; the rest is on its page. */
export const NewSite = ({ onClose }: { onClose: () => void }) => {
  const t = useText();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const { studio } = useMe();
  const [name, setName] = useState('');
  const [timezone, setTimezone] = useState(studio.timezone);
  const [isDigital, setDigital] = useState(false);
  const [isAsked, setAsked] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const zones = useZoneChoices(studio.timezone);
  const keyFor = useKeyFor();
  const add = useMutation({
    mutationFn: (body: { name: string; timezone: string; isDigital: boolean }) =>
      send(client.POST('/v2/sites', { params: { header: keyFor(body) }, body })),
    onSuccess: ({ id, name: added }) => {
      for (const key of ['site', 'me']) void queries.invalidateQueries({ queryKey: [key] });
      say(t('sites.added', { name: added }));
      onClose();
      void navigate({ to: '/settings/sites/$siteId', params: { siteId: id } });
    },
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setAsked(true);
    if (name.trim() === '') form.current?.querySelector('input')?.focus();
    else add.mutate({ name: name.trim(), timezone, isDigital });
  };
  const refused = add.error instanceof ApiError ? add.error.detail('name') : undefined;
  return (
    <Dialog title={t('sites.add')} onClose={onClose}>
      <form ref={form} className="stack" data-gap="wide" onSubmit={submit} noValidate>
        <Field
          label={t('sites.name')}
          autoFocus
          autoComplete="off"
          value={name}
          onChange={setName}
          error={isAsked && name.trim() === '' ? t('sites.wantsName') : refused}
        />
        <Select label={t('sites.zone')} choices={zones} value={timezone} onChange={setTimezone} />
        <SwitchField
          label={t('sites.digital')}
          hint={t('sites.digitalHint')}
          isSelected={isDigital}
          onChange={setDigital}
        />
        {refused === undefined && (
          <Refused
            error={add.error}
            text={
              add.error instanceof ApiError && add.error.code === 'site_not_allowed'
                ? t('settings.notAllSites')
                : undefined
            }
            isLine
          />
        )}
        <div className="row" data-wrap="">
          <Button type="submit" variant="primary" isPending={add.isPending}>
            {t('sites.add')}
          </Button>
          <Button onPress={onClose}>{t('words.cancel')}</Button>
        </div>
      </form>
    </Dialog>
  );
};
