import { useEffect, useState } from 'preact/hooks';
import { api } from '../../state/api.ts';
import { navigate, withQuery } from '../../state/router.ts';
import { useAnswer } from '../../state/use-answer.ts';
import { formatCount, formatTime } from '../../ui/format.ts';

const MOST = 1000;

/** Goes through the versions of a file; the newest is at the right. */
export function VersionSlider({ repo, path, shown }: { repo: string; path: string; shown: string | null }) {
  const found = useAnswer(`versions:${repo}:${path}`, () =>
    api.listFileVersions({ resource_path: repo, file_path: path, per_page: MOST }),
  );
  const versions = found.data?.versions.toReversed() ?? [];
  const at = versions.findIndex(({ sha }) => sha === shown);
  const [moved, setMoved] = useState<number | null>(null);
  // Until the version that it was moved to is shown.
  useEffect(() => {
    if (shown) setMoved(null);
  }, [shown]);
  const place = moved ?? (at < 0 ? versions.length - 1 : at);
  const version = versions[place];
  if (versions.length < 2 || !version) return null;
  return (
    <label class="versions">
      <span class="small soft">
        {formatCount(versions.length, 'version')}: {formatTime(version.authored_at)} by {version.author.user_name},{' '}
        {version.commit_message.split('\n')[0]}
      </span>
      <input
        type="range"
        min={0}
        max={versions.length - 1}
        value={place}
        aria-label="Version of the file"
        aria-valuetext={`${formatTime(version.authored_at)}, ${version.author.user_name}`}
        onInput={(event) => setMoved(Number(event.currentTarget.value))}
        onChange={() =>
          navigate(withQuery({ sha: version.sha, file: version.code_file_path, line: null, from: null }), {
            replace: true,
          })
        }
      />
    </label>
  );
}
