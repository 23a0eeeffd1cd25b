import { TicketPercent } from 'lucide-react';
import { useText } from '../../base/texts.tsx';
import { FormFields } from '../../forms/form-fields.tsx';
import { TermsForm } from '../../forms/terms-form.tsx';
import type { RecordForm } from '../../forms/use-record-form.tsx';
import { type CodeDraft, codeFields } from '../../parts/plans/code-record.ts';
import { useMe } from '../../session/session.ts';
import { Link } from '../../ui/button.tsx';
import { useCodeWords } from './code-words.ts';

interface CodeFormProps {
  readonly form: RecordForm<CodeDraft>;
  readonly title: string;
  readonly act: string;
}

export const CodeForm = ({ form, ...props }: CodeFormProps) => {
  const t = useText();
  const { studio } = useMe();
  const { offOf, sentencesOf } = useCodeWords();
  const code = codeFields.bodyOf(form.draft, studio);
  return (
    <TermsForm
      {...props}
      form={form}
      crumbs={[
        <Link key="plans" to="/plans" className="">
          {t('plans.title')}
        </Link>,
        <Link key="codes" to="/plans/codes" className="">
          {t('codes.title')}
        </Link>,
      ]}
      cancel={
        <Link to="/plans/codes" className="button" variant="quiet">
          {t('words.cancel')}
        </Link>
      }
      icon={TicketPercent}
      summary={[code.code === '' ? t('codes.one') : code.code, offOf(code)].filter(Boolean).join(' · ')}
      sentences={sentencesOf(code)}
    >
      <FormFields form={form} />
    </TermsForm>
  );
};
