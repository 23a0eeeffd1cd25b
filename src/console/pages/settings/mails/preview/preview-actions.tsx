import { useMutation } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useText } from '../../../../base/texts.tsx';
import {
  type Case,
  sendTest,
  type TemplateVersion,
  type Texts,
} from '../../../../parts/settings/mails/template-queries.ts';
import { TEXT_NAMES, type TextName } from '../../../../parts/settings/mails/template-record.ts';
import { Button } from '../../../../ui/button.tsx';
import { Select } from '../../../../ui/choices/select.tsx';
import { ActionError } from '../../../../ui/notices/errors.tsx';
import { say } from '../../../../ui/overlays/toasts.tsx';
import { caseWords } from '../blocks/words.ts';
import { caseId, rowsOf } from '../model/case-rows.ts';
import { readText } from '../model/read-text.ts';

interface CaseMenuProps {
  readonly version: TemplateVersion;
  readonly draft: Readonly<Record<TextName, string>>;
  readonly when: Case;
  readonly onChange: (when: Case) => void;
}

/** A menu of the cases that the texts of an email distinguish. An email that is always the same has none. */
export const CaseMenu = ({ version: { data: template }, draft, when, onChange }: CaseMenuProps) => {
  const t = useText();
  const cases = useMemo(() => {
    const found = new Map<string, Case>();
    for (const name of TEXT_NAMES) {
      const variants = readText(draft[name], template.language);
      for (const row of variants === undefined ? [] : rowsOf(variants)) found.set(caseId(row.when), row.when);
    }
    found.delete('');
    return found;
  }, [draft, template.language]);
  if (cases.size === 0) return null;
  const id = caseId(when);
  return (
    <Select
      label={t('mailBlocks.case')}
      choices={[
        { id: 'example', name: t('mailBlocks.exampleCase') },
        ...[...cases].map(([each, of]) => ({ id: each, name: caseWords(t, of) })),
      ]}
      value={cases.has(id) ? id : 'example'}
      onChange={(chosen) => onChange(cases.get(chosen) ?? {})}
    />
  );
};

interface TestButtonProps {
  readonly version: TemplateVersion;
  readonly changed: Texts;
  readonly when: Case;
}

/** Sends the email in the preview to the person who presses. */
export const TestButton = ({ version, changed, when }: TestButtonProps) => {
  const t = useText();
  const test = useMutation({
    mutationFn: () => sendTest(version, changed, when),
    onSuccess: ({ email, isAccepted }) => isAccepted && say(t('mailBlocks.testSent', { email })),
  });
  return (
    <>
      <Button size="small" variant="tinted" isPending={test.isPending} onPress={() => test.mutate()}>
        {t('mailBlocks.sendTest')}
      </Button>
      {test.data?.isAccepted === false && (
        <ActionError error={test.data} text={t('mailBlocks.testRefused', { answer: test.data.message })} />
      )}
      {test.error !== null && <ActionError error={test.error} />}
    </>
  );
};
