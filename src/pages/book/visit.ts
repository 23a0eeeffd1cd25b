import type { BrowserMember } from '../../auth/members/own/browser-sessions.ts';
import type { Read } from '../../database/database.ts';
import type { BookScript } from '../../http/pages/bundle/bundle.ts';
import type { Html } from '../../kernel/html.ts';
import type { Processor } from '../../payments-processor/port.ts';
import { Client, type ClientRow } from '../../resources/clients/record.ts';
import { type HouseholdPerson, peopleOf } from '../../resources/households/queries.ts';
import { activePackages } from '../../resources/packages/queries.ts';
import type { CallApi, PreviewApi } from './call-api.ts';
import type { BookContext } from './layout.ts';

export interface BookMember extends BrowserMember {
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string | null;
  readonly homeSiteId: string | null;
  readonly locale: string | null;
  /** The credits of all packages; null where a package has no number of credits, 0 without a package. */
  readonly credits: number | null;
  /** For whom the member can book; undefined for anyone who books for no one else. */
  readonly household: OwnHousehold | undefined;
}

interface Person {
  readonly clientId: string;
  readonly firstName: string;
}

/** A member who is an adult of a household, with the dependants for whom the member acts. */
interface OwnHousehold {
  readonly self: Person;
  readonly dependants: readonly Person[];
  /** Whether the page is one where people book, so that it acts for the one who was chosen. */
  readonly isOffered: boolean;
  /** Whether someone was chosen, in this address or before. */
  readonly isChosen: boolean;
}

/** What a request says of whom it is for. */
interface ForWhom {
  readonly isOffered: boolean;
  /** An id, as the address or the browser has it. */
  readonly clientId: string | undefined;
}

const dependantsOf = (read: Read, { householdId, householdRole }: ClientRow): readonly HouseholdPerson[] =>
  householdId === null || householdRole !== 'adult'
    ? []
    : peopleOf(read, householdId).filter(
        (person) => person.householdRole === 'dependant' && person.archivedAt === null,
      );

const personOf = ({ id: clientId, firstName }: Pick<ClientRow, 'id' | 'firstName'>): Person => ({
  clientId,
  firstName,
});

/** Who a page is for: the member, or the dependant for whom the member acts. Undefined where no one is signed in. */
export const memberOf = (
  read: Read,
  signedIn: BrowserMember | undefined,
  asked: ForWhom = { isOffered: false, clientId: undefined },
): BookMember | undefined => {
  if (signedIn === undefined) return undefined;
  const self = Client.rows.find(read, signedIn.clientId);
  if (self === undefined) return undefined;
  const dependants = dependantsOf(read, self);
  const chosen = asked.isOffered ? dependants.find(({ id }) => id === asked.clientId) : undefined;
  const row = (chosen && Client.rows.find(read, chosen.id)) ?? self;
  const isChosen = chosen !== undefined || asked.clientId === self.id;
  const household =
    dependants.length === 0
      ? undefined
      : { self: personOf(self), dependants: dependants.map(personOf), isOffered: asked.isOffered, isChosen };
  const { email, preferredLocale } = self;
  const { firstName, lastName, homeLocationId } = row;
  const packages = activePackages(read, row.id);
  const isCounted = packages.every(({ creditsTotal }) => creditsTotal !== null);
  const credits = packages.reduce((sum, each) => sum + (each.creditsRemaining ?? 0), 0);
  const person = { firstName, lastName, email, homeSiteId: homeLocationId, locale: preferredLocale };
  return { ...signedIn, clientId: row.id, ...person, credits: isCounted ? credits : null, household };
};

export interface Visit {
  readonly context: BookContext;
  /** The context of a page at another site; undefined where there is no such site. */
  readonly at: (siteId: string) => BookContext | undefined;
  readonly url: URL;
  /** Whether the visitor comes from a page of this server: what a link of another website opens only reads. */
  readonly isFromHere: boolean;
  /** A parameter of the path, such as `:id`; '' if the path has none by that name. */
  readonly param: (name: string) => string;
  readonly callApi: CallApi;
  readonly previewApi: PreviewApi;
  /** The processor whose card form the page shows; undefined if cards cannot be added. */
  readonly cardForm: Processor['name'] | undefined;
  /** A key for a form, so that two presses of its button do the same thing once. */
  readonly newKey: () => string;
  /** Whether members sign in on these pages: a mail server is set up for their codes. */
  readonly signsMembersIn: boolean;
}

export interface MemberVisit extends Visit {
  readonly member: BookMember;
}

/** Values are trimmed; '' if missing. */
export interface Form {
  get(name: string): string;
  all(name: string): readonly string[];
}

export type Tab = 'timetable' | 'plans' | 'me' | 'library' | 'challenges' | 'account';

/** A page without the document around it. */
export interface BookPage {
  /** The context its content was rendered with. */
  readonly context: BookContext;
  readonly title: string;
  readonly content: Html;
  /** The class of the body. */
  readonly kind?: 'out' | 'class-page' | 'flow-page' | 'gate' | 'player-page';
  readonly tab?: Tab;
  /** Scripts besides that of all pages. */
  readonly scripts?: readonly BookScript[];
  /** Pages on which cards are typed may show the frame of the card processor. */
  readonly takesCards?: boolean;
  /** Whether it has the form of the processor for all ways to pay. */
  readonly takesAnyWay?: boolean;
  /** Data for search engines. */
  readonly data?: Html;
  /** What previews of its address show. Without it they say where the studio is. */
  readonly about?: { readonly description: string; readonly image?: string | null };
  /** The address of the page without what filters it. Pages without it are not for search engines. */
  readonly canonical?: string;
  readonly status?: 200 | 404 | 409 | 422 | 429 | 503;
  /** After this many seconds it is worth asking again. */
  readonly retryAfter?: number;
}

interface Redirect {
  readonly to: string;
}

export interface BookFile {
  readonly file: string;
  readonly type: 'text/calendar' | 'application/json';
  readonly name: string;
}

export type PageResult = BookPage | Redirect | BookFile;

/** A page, or several of one address: what it shows, and what its forms do. */
export type Route =
  | {
      readonly path: string;
      readonly who: 'all';
      /** Whether websites may show it in a frame. */
      readonly isForFrames?: true;
      readonly get?: (visit: Visit) => PageResult | Promise<PageResult>;
      readonly post?: (visit: Visit, form: Form) => PageResult | Promise<PageResult>;
    }
  | {
      readonly path: string;
      /** Strangers sign in first. */
      readonly who: 'member';
      readonly get?: (visit: MemberVisit) => PageResult | Promise<PageResult>;
      readonly post?: (visit: MemberVisit, form: Form) => PageResult | Promise<PageResult>;
    };
