import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import { preloadPage } from './pages/page-table.ts';
import { SignIn } from './pages/sign-in.tsx';
import { Shell } from './shell.tsx';
import { watchSignOut } from './state/api.ts';
import { readerIn, readSession, SessionContext, type SessionState } from './state/session.ts';
import { forgetAll } from './state/use-answer.ts';
import { Failed } from './ui/parts.tsx';

export function App() {
  const [state, setState] = useState<SessionState>({ kind: 'loading' });
  const reader = useRef<string | null>(null);
  const enter = useCallback((next: SessionState) => {
    const now = readerIn(next);
    if (now !== reader.current) forgetAll();
    reader.current = now;
    setState(next);
  }, []);
  const refresh = useCallback(async () => enter(await readSession()), []);
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
          <Shell key={reader.current} onSignedOut={refresh} />
        </SessionContext.Provider>
      );
    case 'signed-out':
      return <SignIn methods={state.methods} onSignedIn={(session) => enter({ kind: 'signed-in', session })} />;
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
