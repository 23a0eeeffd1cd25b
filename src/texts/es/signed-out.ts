/** What covers a page once the session has ended. */
export const signedOut = {
  title: 'Se ha cerrado tu sesión',
  text: 'Entra otra vez para seguir. Lo que has escrito se queda aquí si entras en una pestaña nueva y vuelves.',
  beside: 'En una pestaña nueva',
};
