import type { BrowserMember } from '../../auth/members/own/browser-sessions.ts';
import type { Read } from '../../database/database.ts';
import type { BookScript } from '../../http/pages/bundle/bundle.ts';
import type { Html } from '../../kernel/html.ts';
import type { Processor } from '../../payments-processor/port.ts';
import { Client } from '../../resources/clients/record.ts';
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
}

/** Undefined where nobody is signed in. */
export const memberOf = (read: Read, signedIn: BrowserMember | undefined): BookMember | undefined => {
  if (signedIn === undefined) return undefined;
  const row = Client.rows.find(read, signedIn.clientId);
  if (row === undefined) return undefined;
  const { firstName, lastName, email, homeLocationId, preferredLocale } = row;
  const packages = activePackages(read, row.id);
  const isCounted = packages.every(({ creditsTotal }) => creditsTotal !== null);
  const credits = packages.reduce((sum, each) => sum + (each.creditsRemaining ?? 0), 0);
  const person = { firstName, lastName, email, homeSiteId: homeLocationId, locale: preferredLocale };
  return { ...signedIn, ...person, credits: isCounted ? credits : null };
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
  /** After so many seconds it is worth asking again. */
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
