import { type Html, html } from '../../../kernel/html.ts';
import { Client } from '../../../resources/clients/record.ts';
import { agreementState } from '../../../resources/member-sign-in/agreements/agreements.ts';
import { isForDependant } from '../me/dependants.ts';
import type { MemberVisit } from '../visit.ts';
import { PRIVACY } from './parts.ts';

/** At which site a member agrees. */
export const siteOf = ({ member: { homeSiteId }, context, at }: MemberVisit): string =>
  ((homeSiteId === null ? undefined : at(homeSiteId)) ?? context).site.id;

/** Whether the studio has the signature of this version on paper, or of a version that it has not written down. */
const isSignedOnPaper = ({ context: { read }, member }: MemberVisit, version: string): boolean => {
  const row = Client.rows.find(read, member.clientId);
  const waiver = row === undefined ? undefined : Client.view(row).waiver;
  return waiver?.status === 'signed' && (waiver.version === null || waiver.version === version);
};

/** The first text of the studio to which the member has still to agree; undefined without one. */
export const openAgreement = (visit: MemberVisit): 'waiver' | 'consent' | undefined => {
  const { context, member } = visit;
  const kinds = isForDependant(visit) ? (['waiver'] as const) : (['waiver', 'consent'] as const);
  return kinds.find((kind) => {
    const { current, isNeeded } = agreementState(context.read, member.clientId, kind, siteOf(visit));
    return current !== null && isNeeded && !(kind === 'waiver' && isSignedOnPaper(visit, current.version));
  });
};

/** Says that a text waits for the member, who may have come before the studio had it; nothing where no text waits. */
export const agreementNote = (visit: MemberVisit): Html | undefined => {
  const kind = openAgreement(visit);
  if (kind === undefined) return undefined;
  const { t } = visit.context;
  const text = t(kind === 'waiver' ? 'mine.signWaiver' : 'mine.agreeToText');
  return html`<div class="notice" data-tone="caution" data-agreement="${kind}"><div class="stack"><b>${text}</b><div class="row"><a class="button" data-size="small" href="${isForDependant(visit) ? '/book/me/waiver' : `${PRIVACY}#${kind}`}">${t('mine.readText')}</a></div></div></div>`;
};
