import { useMutation } from '@tanstack/react-query';
import { Send } from 'lucide-react';
import { useState } from 'react';
import { ApiError, client, send } from '../../../api/client.ts';
import { isEmail } from '../../../base/email.ts';
import { useText } from '../../../base/texts.tsx';
import { DialogForm } from '../../../forms/dialog-form.tsx';
import { useForm } from '../../../forms/form.tsx';
import { Button } from '../../../ui/button.tsx';
import { Field, PasswordField } from '../../../ui/fields/field.tsx';
import { RadioField } from '../../../ui/fields/radio-field.tsx';
import { ActionError } from '../../../ui/notices/errors.tsx';
import { MailTried, mailActionOf } from './mail-tried.tsx';
import type { MailServer } from './queries.ts';
import { useTakenOver } from './use-taken-over.ts';

type Security = NonNullable<MailServer['security']>;

const PORTS: Readonly<Record<Security, string>> = { tls: '465', starttls: '587' };

const beginWith = ({ host, port, security, user, fromAddress }: MailServer) => ({
  fromAddress: fromAddress ?? '',
  host: host ?? '',
  port: String(port ?? PORTS[security ?? 'tls']),
  user: user ?? '',
  password: '',
});

/** The fields of the mail server, with a test before they are saved. */
export const MailServerDialog = ({ server, onClose }: { server: MailServer; onClose: () => void }) => {
  const t = useText();
  const takenOver = useTakenOver();
  const [fields, setFields] = useState(() => beginWith(server));
  const [security, setSecurity] = useState<Security>(server.security ?? 'tls');

  const user = fields.user.trim();
  const body = {
    host: fields.host.trim(),
    port: Number(fields.port),
    security,
    user: user === '' ? null : user,
    ...(user === '' || fields.password === '' ? {} : { password: fields.password }),
    fromAddress: fields.fromAddress.trim(),
  };
  const test = useMutation({
    mutationFn: () => send(client.POST('/manage/mail-server/test', { body: { server: body } })),
  });
  const save = useMutation({
    mutationFn: async () => {
      await send(client.PUT('/manage/mail-server', { body }));
      await takenOver();
    },
    onSuccess: onClose,
  });

  const keepsPassword =
    server.hasPassword &&
    body.host === server.host &&
    body.port === server.port &&
    security === server.security &&
    body.user === server.user;
  const isPort = Number.isInteger(body.port) && body.port >= 1 && body.port <= 65_535;
  const problems = {
    fromAddress: isEmail(fields.fromAddress) ? undefined : t('clients.emailWrong'),
    host: body.host === '' ? t('services.hostMissing') : undefined,
    port: isPort ? undefined : t('services.portWrong'),
    password: user === '' || fields.password !== '' || keepsPassword ? undefined : t('services.passwordMissing'),
  };
  const refusal = [test.error, save.error].find((error) => error instanceof ApiError);
  const form = useForm({
    act: { error: refusal, isPending: save.isPending },
    problems,
    refusalOf: (name) => refusal?.detail(name) ?? refusal?.detail(`server.${name}`),
    submit: () => save.mutate(),
  });
  const change = (changed: Partial<typeof fields>): void => {
    test.reset();
    save.reset();
    setFields({ ...fields, ...changed });
  };
  const set = (name: keyof typeof fields) => (value: string) => change({ [name]: value });
  const chooseSecurity = (chosen: Security): void => {
    setSecurity(chosen);
    change(fields.port === PORTS[security] ? { port: PORTS[chosen] } : {});
  };
  const action = refusal?.code === 'mail_server_failed' ? mailActionOf(refusal.details[0]?.code ?? '') : undefined;
  return (
    <DialogForm
      form={{ ...form, refused: action === undefined ? form.refused : undefined }}
      title={t('services.mailServer')}
      act={t('common.save')}
      more={
        <Button isPending={test.isPending} onPress={() => form.check(() => test.mutate())} icon={Send}>
          {t('services.sendTest')}
        </Button>
      }
      onClose={onClose}
    >
      <Field
        {...form.field('fromAddress')}
        type="email"
        label={t('services.fromAddress')}
        hint={t('services.fromAddressHint')}
        value={fields.fromAddress}
        onChange={set('fromAddress')}
        autoComplete="off"
      />
      <div className="fields">
        <Field
          {...form.field('host')}
          label={t('services.host')}
          placeholder="smtp.example.com"
          value={fields.host}
          onChange={set('host')}
          autoComplete="off"
        />
        <Field
          {...form.field('port')}
          label={t('services.port')}
          inputMode="numeric"
          value={fields.port}
          onChange={set('port')}
          autoComplete="off"
        />
      </div>
      <RadioField
        label={t('services.security')}
        value={security}
        choices={[
          { id: 'tls' as const, label: t('services.tls'), hint: t('services.tlsHint') },
          { id: 'starttls' as const, label: t('services.starttls'), hint: t('services.starttlsHint') },
        ]}
        onChange={chooseSecurity}
      />
      <div className="fields">
        <Field
          name="user"
          label={t('services.user')}
          hint={t('services.userHint')}
          value={fields.user}
          onChange={set('user')}
          autoComplete="off"
        />
        <PasswordField
          {...form.field('password')}
          label={t('services.password')}
          hint={t(keepsPassword ? 'services.passwordKept' : 'services.passwordHint')}
          value={fields.password}
          onChange={set('password')}
          autoComplete="new-password"
        />
      </div>
      {test.data !== undefined && !test.isPending && <MailTried tried={test.data} />}
      {action !== undefined && <ActionError error={form.refused} text={t(action)} />}
    </DialogForm>
  );
};
