import { useCallback, useEffect, useState } from 'preact/hooks';
import { preloadPage } from './pages/page-table.ts';
import { SignIn } from './pages/sign-in.tsx';
import { Shell } from './shell.tsx';
import { watchSignOut } from './state/api.ts';
import { readSession, SessionContext, type SessionState } from './state/session.ts';
import { Failed } from './ui/parts.tsx';

export function App() {
  const [state, setState] = useState<SessionState>({ kind: 'loading' });
  const refresh = useCallback(async () => setState(await readSession()), []);
  useEffect(() => {
    void preloadPage(location.pathname);
    void refresh();
    watchSignOut(refresh);
  }, []);
  switch (state.kind) {
    case 'loading':
      return <div class="shell" aria-busy="true" />;
    case 'signed-in':
      return (
        <SessionContext.Provider value={state.session}>
          <Shell onSignedOut={refresh} />
        </SessionContext.Provider>
      );
    case 'signed-out':
      return <SignIn methods={state.methods} onSignedIn={(session) => setState({ kind: 'signed-in', session })} />;
    case 'unreachable':
      return (
        <main class="gate">
          <div>
            <h1>Linescope</h1>
            <Failed error={new Error(state.detail)} retry={refresh} />
          </div>
        </main>
      );
  }
}
