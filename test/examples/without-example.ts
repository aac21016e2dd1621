/** Operations that have no recorded example, and why. */
export const WITHOUT_EXAMPLE: Record<string, string> = {
  signInWithLink: 'A browser is sent on to the console (303).',
  startOidcSignIn: 'A browser is sent on to the provider (303).',
  finishOidcSignIn: 'A browser is sent on to the console (303).',
};
