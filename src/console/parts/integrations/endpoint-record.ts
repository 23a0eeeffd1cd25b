import type { Schemas } from '../../api/types.ts';
import { fieldsOf } from '../../forms/record-fields.ts';
import type { DraftOf, Studio } from '../../forms/specs.ts';

type Endpoint = Schemas['WebhookEndpoint'];
type NewEndpoint = Schemas['CreateWebhookRequest'];

/** What the form has in another way than the endpoint. */
interface Own {
  /** Everything that happens, also later kinds, or some kinds. */
  readonly eventScope: 'all' | 'some';
  /** Families such as `booking.*`, and types. */
  readonly eventTypes: readonly string[];
  readonly headerName: string;
  readonly headerValue: string;
  /** The name of the header that it has, whose value no one reads. */
  readonly headerBefore: string;
  readonly isHeaderRemoved: boolean;
}
export type EndpointDraft = DraftOf<Endpoint, NewEndpoint, Own>;

const EVERYTHING = '*';

/** Whether something holds at all sites, also later ones. A person who has some sites only gives it to those. */
export const WHERE = {
  kind: 'choice',
  look: 'radio',
  label: 'integrations.where',
  answers: [
    { id: 'all', label: 'integrations.whereAll', hint: 'integrations.whereAllHint' },
    { id: 'selected', label: 'integrations.whereSome' },
  ],
  start: ({ ownSites = [] }: Studio) => (ownSites.length === 0 ? 'all' : 'selected'),
} as const;

/** A name and a value belong together, and the value of another name is not known here. */
const isHalf = ({ headerName, headerValue, headerBefore }: EndpointDraft): boolean => {
  const name = headerName.trim();
  return (name === '') !== (headerValue === '') && (headerBefore === '' || name !== headerBefore);
};

export const endpointFields = fieldsOf<Endpoint, NewEndpoint, Own>()({
  name: {
    kind: 'text',
    maxLength: 100,
    isFirst: true,
    label: 'integrations.name',
    hint: 'integrations.nameHint',
    missing: 'integrations.nameMissing',
  },
  url: {
    kind: 'text',
    input: 'url',
    maxLength: 2048,
    label: 'integrations.url',
    hint: 'integrations.urlHint',
    missing: 'integrations.urlMissing',
  },
  eventScope: {
    kind: 'choice',
    look: 'radio',
    label: 'integrations.which',
    answers: [
      { id: 'all', label: 'integrations.whichAll', hint: 'integrations.whichAllHint' },
      { id: 'some', label: 'integrations.whichSome' },
    ],
    start: 'all',
    read: ({ eventTypes }) => (eventTypes.includes(EVERYTHING) ? 'all' : 'some'),
    writes: ['eventTypes'],
    send: null,
  },
  eventTypes: {
    kind: 'parts',
    label: 'integrations.whichSome',
    when: ({ eventScope }) => eventScope === 'some',
    problem: ({ eventTypes }) => (eventTypes.length === 0 ? 'integrations.whichMissing' : undefined),
    read: ({ eventTypes }) => eventTypes.filter((type) => type !== EVERYTHING),
    writes: ['eventTypes'],
    send: ({ eventScope, eventTypes }) => ({ eventTypes: eventScope === 'all' ? [EVERYTHING] : [...eventTypes] }),
  },
  locationScope: { ...WHERE, writes: ['locationScope', 'locationIds'] },
  locationIds: {
    kind: 'sites',
    label: 'integrations.whereSome',
    when: ({ locationScope }) => locationScope === 'selected',
    otherwise: [],
    problem: ({ locationIds }) => (locationIds.length === 0 ? 'integrations.whereMissing' : undefined),
    writes: ['locationScope', 'locationIds'],
  },
  headerName: {
    kind: 'text',
    maxLength: 100,
    placeholder: 'X-Token',
    label: 'integrations.headerName',
    row: 'header',
    when: ({ isHeaderRemoved }) => !isHeaderRemoved,
    problem: (draft) => (isHalf(draft) ? 'integrations.headerMissing' : undefined),
    read: ({ customHeader }) => customHeader?.name,
    writes: ['customHeader'],
    send: ({ headerName, headerValue, headerBefore, isHeaderRemoved }) => {
      const name = headerName.trim();
      const isEmptied = headerBefore !== '' && name === '' && headerValue === '';
      if (isHeaderRemoved || isEmptied) return { customHeader: null };
      return name === '' || headerValue === '' ? {} : { customHeader: { name, value: headerValue } };
    },
  },
  headerValue: {
    kind: 'text',
    maxLength: 4096,
    label: 'integrations.headerValue',
    hint: ({ headerBefore }) => (headerBefore === '' ? undefined : 'integrations.headerSet'),
    row: 'header',
    when: ({ isHeaderRemoved }) => !isHeaderRemoved,
    read: () => '',
    writes: ['customHeader'],
    send: null,
  },
  headerBefore: {
    kind: 'text',
    label: 'integrations.headerName',
    when: () => false,
    read: ({ customHeader }) => customHeader?.name,
    writes: [],
    send: null,
  },
  isHeaderRemoved: {
    kind: 'switch',
    look: 'check',
    label: 'integrations.headerRemove',
    when: ({ headerBefore }) => headerBefore !== '',
    read: () => false,
    writes: ['customHeader'],
    send: null,
  },
});
