import { LANGUAGE_NAMES } from '../../../../texts/languages.ts';
import { MEMBER_LANGUAGES } from '../../../../texts/made/languages.ts';
import { client, sendTagged } from '../../../api/client.ts';
import { useText } from '../../../base/texts.tsx';
import { type RecordForm, useEditedRecord } from '../../../forms/use-record-form.tsx';
import { type ClientDraft, clientFields, GENDER_WORDS } from '../../../parts/client/client-record.ts';
import { clientQuery, type Version } from '../../../parts/client/queries.ts';
import { useMe, useSite } from '../../../session/session.ts';
import { languageName, useCountryChoices } from '../../../ui/choices/place-choices.ts';
import type { Choice } from '../../../ui/choices/select.tsx';

interface ClientFormProps {
  readonly version: Version;
  readonly fields?: typeof clientFields;
  /** Called once it is saved, and where nothing has changed. */
  readonly onDone?: () => void;
}

/** What the form of a client offers. What a client is and is not among it stays one. */
const useClientChoices = ({ data: { preferredLocale } }: Version) => {
  const t = useText();
  const { sites } = useMe();
  const [, ...countries] = useCountryChoices('');
  const languages: Choice[] = MEMBER_LANGUAGES.map((id) => ({ id, name: LANGUAGE_NAMES[id] }));
  const isKnown = preferredLocale === null || languages.some(({ id }) => id === preferredLocale);
  return {
    homeLocationId: sites,
    gender: Object.entries(GENDER_WORDS).map(([id, word]) => ({ id, name: t(word) })),
    'address.country': countries,
    preferredLocale: isKnown ? languages : [...languages, { id: preferredLocale, name: languageName(preferredLocale) }],
  };
};

/** The form of a client who is there. */
export const useClientForm = ({ version, fields = clientFields, onDone }: ClientFormProps): RecordForm<ClientDraft> => {
  const { timezone } = useSite();
  const { id } = version.data;
  return useEditedRecord(fields, {
    kind: 'client',
    version,
    query: clientQuery(id),
    timezone,
    choices: useClientChoices(version),
    keepsHints: true,
    write: (body, header) =>
      sendTagged(client.PATCH('/v2/clients/{id}', { params: { path: { id }, ...header }, body })),
    ...(onDone === undefined ? {} : { onSaved: onDone, onUnchanged: onDone }),
  });
};
