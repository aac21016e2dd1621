import { usePlace } from '../../state/router.ts';
import { codeLink } from './code-link.ts';

/** The way from the repo down to a path; each step leads there. */
export function Crumbs({ repo, sha, path }: { repo: string; sha: string | null; path: string }) {
  const { query } = usePlace();
  const parts = path.replace(/\/$/, '').split('/').filter(Boolean);
  return (
    <nav class="crumbs" aria-label="Path">
      <a href={codeLink(query, repo, { sha })}>{repo.split('/').at(-1)}</a>
      {parts.map((part, index) => {
        const folder = `${parts.slice(0, index + 1).join('/')}/`;
        const isLast = index === parts.length - 1;
        return (
          <span key={folder}>
            {' / '}
            {isLast ? <b>{part}</b> : <a href={codeLink(query, repo, { sha, path: folder })}>{part}</a>}
          </span>
        );
      })}
    </nav>
  );
}
