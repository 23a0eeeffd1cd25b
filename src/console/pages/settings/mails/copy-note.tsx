import { useMutation } from '@tanstack/react-query';
import { listText } from '../../../../kernel/locale-formats.ts';
import { LANGUAGE_NAMES, type MemberLanguage } from '../../../../texts/languages.ts';
import { MEMBER_LANGUAGES } from '../../../../texts/made/languages.ts';
import { useText } from '../../../base/texts.tsx';
import { useRefresh } from '../../../live/refresh.ts';
import { copyNote, type TemplateVersion } from '../../../parts/settings/mails/template-queries.ts';
import { ActionError } from '../../../ui/notices/errors.tsx';
import { ConfirmButton } from '../../../ui/overlays/confirm-button.tsx';
import { say } from '../../../ui/overlays/toasts.tsx';

const languages = (names: readonly MemberLanguage[]): string =>
  listText(
    document.documentElement.lang,
    names.map((each) => LANGUAGE_NAMES[each]),
  );

/** In which languages an email has a note of the studio, and a button that puts it into the others. */
export const CopyNote = ({ version, isSaved }: { version: TemplateVersion; isSaved: boolean }) => {
  const t = useText();
  const refresh = useRefresh();
  const { language, ownNote, changedIn } = version.data;
  // What is written in English, readers of British English read as well.
  const others = MEMBER_LANGUAGES.filter((each) => each !== language && !each.startsWith(`${language}-`));
  const noted = changedIn.filter(({ texts }) => texts.includes('ownNote')).map((each) => each.language);
  const copy = useMutation({
    mutationFn: () => copyNote(version, others),
    onSuccess: async () => {
      await refresh('email_text');
      say(t('mailBlocks.copied'));
    },
  });
  if (noted.length === 0) return null;
  return (
    <>
      <p className="small quiet">{t('mailBlocks.noteIn', { languages: languages(noted) })}</p>
      {ownNote !== '' && isSaved && (
        <div>
          <ConfirmButton
            variant="quiet"
            label={t('mailBlocks.copy')}
            isDisabled={copy.isPending}
            outcome={t('mailBlocks.copyOutcome', { languages: languages(others) })}
            confirm={t('mailBlocks.copy')}
            onConfirm={() => copy.mutate()}
          />
        </div>
      )}
      <ActionError error={copy.error} isLine />
    </>
  );
};
