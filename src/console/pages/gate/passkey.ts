import { client, send } from '../../api/client.ts';
import { givePasskey } from '../../session/webauthn.ts';

/**
 * Lets the browser use a passkey of this server.
 * @param signInToken for the second step: then the passkeys of that person alone are asked for.
 */
export const passkeyFor = async (signInToken?: string): ReturnType<typeof givePasskey> => {
  const body = signInToken === undefined ? {} : { signInToken };
  const { publicKey } = await send(client.POST('/manage/auth/passkeys/options', { body }));
  return givePasskey(publicKey);
};
