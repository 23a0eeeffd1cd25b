import type { Page } from 'playwright-core';

/** Gives the browser of a page an authenticator that knows who uses it, as a telephone does. It agrees to all by itself. */
export const addAuthenticator = async (page: Page): Promise<void> => {
  const protocol = await page.context().newCDPSession(page);
  await protocol.send('WebAuthn.enable');
  await protocol.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
};
