import { mayActAs, useSession } from '../../state/session.ts';
import { PageHead, Panel } from '../../ui/parts.tsx';

/** Nothing is imported yet: what to do, in order. */
export function FirstSteps() {
  const session = useSession();
  const isAdmin = mayActAs(session, 'admin');
  return (
    <>
      <PageHead title="Overview" />
      <Panel
        title="Nothing is imported yet"
        meaning="Figures appear as soon as the first commits are read, the newest first."
      >
        {isAdmin ? (
          <ol class="steps">
            <li>
              <a class="link" href="/settings/connections">
                Add a connection
              </a>{' '}
              with a token of your code host: GitHub, GitLab, Bitbucket or Azure DevOps.
            </li>
            <li>
              <a class="link" href="/imports">
                Import repos
              </a>{' '}
              by their organization and name; progress shows there.
            </li>
            <li>
              <a class="link" href="/settings/users">
                Add users
              </a>
              : members see their own figures, managers their teams’.
            </li>
          </ol>
        ) : (
          <p class="soft">An admin of {session.entity.name} connects a code host and imports repos.</p>
        )}
      </Panel>
    </>
  );
}
