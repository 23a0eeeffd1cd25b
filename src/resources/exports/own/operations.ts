import type { Store } from '../../../database/store.ts';
import { memberOnlyOperations } from '../../../http/operations/declare.ts';
import type { ReadOwn } from '../../../http/operations/handlers/own-readings.ts';
import type { MemberCaller } from '../../../kernel/caller.ts';
import { object } from '../../../kernel/schemas.ts';
import { LISTS, RECORDS, recordOf, type Source } from './sections.ts';

interface OwnExportDeps {
  readonly store: Store;
  readonly readOwn: ReadOwn;
}

/** The text of the file in pieces: each is read when the one before was sent, and other requests are served between them. */
function* piecesOf({ store, readOwn }: OwnExportDeps, member: MemberCaller): Generator<string> {
  const source: Source = { read: () => store.view(), readOwn, member };
  yield `{"object":"member_export","clientId":${JSON.stringify(member.clientId)},"asOf":"${source.read().now}"`;
  for (const [name, operation] of Object.entries(RECORDS)) {
    yield `,\n"${name}":${JSON.stringify(recordOf(source, operation))}`;
  }
  for (const [name, pages] of Object.entries(LISTS)) {
    yield `,\n"${name}":[`;
    let before = '\n';
    for (const records of pages(source)) {
      if (records.length === 0) {
        yield ' ';
        continue;
      }
      yield before + records.map((record) => JSON.stringify(record)).join(',\n');
      before = ',\n';
    }
    yield ']';
  }
  yield '}\n';
}

/** All that the studio has about a member, as a file (member-page.md "What members have"). */
export const ownExportOperations = (deps: OwnExportDeps) =>
  memberOnlyOperations(({ sendFile }) => [
    sendFile(
      'GET /public-api/v2/member/export',
      'exportMember',
      {
        summary: "Export the member's data",
        description:
          'One JSON file, streamed as it is read: profile, waiver, consents, household, packages with their credit history, ' +
          'bookings, check-ins, payments, emails, results, challenges, awards, watch history, and devices. ' +
          'Contains what other member operations return, without staff notes.',
        query: object(() => ({})),
        sendsObject: true,
        isExtension: true,
      },
      ({ caller }) => ({ name: 'my-data', format: 'json', pieces: piecesOf(deps, caller) }),
    ),
  ]);
