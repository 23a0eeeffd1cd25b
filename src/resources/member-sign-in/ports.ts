import type { TokenClaims } from '../../auth/members/own/issuer.ts';
import type { WriteToMembers } from '../messages/direct/to-members.ts';

/** What signing members in needs of the program. */
export interface MemberSignIn extends WriteToMembers {
  /** A signed ID token. */
  issue(of: TokenClaims): Promise<string>;
}

export interface MemberPorts {
  /** How members sign in here; undefined where they sign in with other providers only. */
  readonly memberSignIn: MemberSignIn | undefined;
}
