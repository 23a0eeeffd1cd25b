/** What covers a page once the session has ended. */
export const signedOut = {
  title: 'Sie sind abgemeldet',
  text: 'Melden Sie sich wieder an, um weiterzumachen. Was Sie getippt haben, bleibt hier, wenn Sie sich in einem neuen Tab anmelden und zurückkommen.',
  beside: 'In einem neuen Tab',
};
