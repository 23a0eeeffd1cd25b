/** What covers a page once the session has ended. */
export const signedOut = {
  title: 'Vous êtes déconnecté',
  text: 'Reconnectez-vous pour continuer. Ce que vous avez saisi reste ici si vous vous connectez dans un nouvel onglet et revenez.',
  beside: 'Dans un nouvel onglet',
};
