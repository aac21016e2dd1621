import { DAY_MS } from '@linescope/contract/days';
import { defaultBranch, listRefs, resolveCommit } from '../git/read-history.ts';
import { gitText } from '../git/run-git.ts';
import { paged } from '../server/paging.ts';
import { type Asked, get, notFound } from '../server/route.ts';
import type { Repository } from '../store/data-folder.ts';
import type { ReleaseRecord } from '../store/records.ts';
import { repositoryAsked } from './find-repository.ts';
import { htmlUrl, renderFullRepository, repoUrl } from './render-repository.ts';
import { nodeId, simpleUser } from './render-user.ts';

type Ref = Awaited<ReturnType<typeof listRefs>>[number];

function renderRef(asked: Asked, repo: Repository, ref: Ref) {
  const url = `${repoUrl(asked, repo)}/git`;
  return {
    ref: ref.name,
    node_id: Buffer.from(`Ref:${ref.name}`).toString('base64'),
    url: `${url}/${ref.name}`,
    object: { sha: ref.sha, type: ref.type, url: `${url}/${ref.type}s/${ref.sha}` },
  };
}

async function refsMatching(asked: Asked, repo: Repository): Promise<Ref[]> {
  const wanted = `refs/${asked.params.ref ?? ''}`;
  if (/[*?[\\\s]|\.\./.test(wanted)) return [];
  const folder = wanted.slice(0, wanted.lastIndexOf('/') + 1);
  return (await listRefs(repo.gitDir, folder)).filter((ref) => ref.name.startsWith(wanted));
}

export function renderRelease(asked: Asked, repo: Repository, release: ReleaseRecord) {
  const url = `${repoUrl(asked, repo)}/releases/${release.id}`;
  return {
    id: release.id,
    node_id: nodeId('Release', release.id),
    url,
    html_url: `${htmlUrl(asked, repo)}/releases/tag/${release.tag_name}`,
    assets_url: `${url}/assets`,
    upload_url: `${url}/assets{?name,label}`,
    tarball_url: `${repoUrl(asked, repo)}/tarball/${release.tag_name}`,
    zipball_url: `${repoUrl(asked, repo)}/zipball/${release.tag_name}`,
    tag_name: release.tag_name,
    target_commitish: release.target_commitish,
    name: release.name,
    body: release.body,
    draft: false,
    prerelease: release.prerelease,
    created_at: release.created_at,
    published_at: release.published_at,
    author: simpleUser(asked, release.author),
    assets: [],
  };
}

const week = 7 * DAY_MS;

/** Commits on the default branch in each of the last 52 weeks, oldest first; GitHub's weeks end now. */
async function participation(repo: Repository, now: number): Promise<number[]> {
  const weeks = new Array<number>(52).fill(0);
  const head = await resolveCommit(repo.gitDir, await defaultBranch(repo.gitDir));
  if (!head) return weeks;
  const since = new Date(now - 52 * week).toISOString();
  const text = await gitText(repo.gitDir, ['log', '--format=%ct', `--since=${since}`, head, '--']);
  for (const line of (text ?? '').split('\n')) {
    const age = Math.floor((now - Number(line) * 1000) / week);
    const slot = 51 - age;
    if (line !== '' && weeks[slot] !== undefined) weeks[slot] += 1;
  }
  return weeks;
}

export const repositoryRoutes = [
  get('/repos/{owner}/{repo}', async (asked) => ({ body: await renderFullRepository(asked, repositoryAsked(asked)) })),
  get('/repos/{owner}/{repo}/branches', async (asked) => {
    const repo = repositoryAsked(asked);
    return paged(asked, await listRefs(repo.gitDir, 'refs/heads/'), (ref) => ({
      name: ref.name.slice('refs/heads/'.length),
      commit: { sha: ref.sha, url: `${repoUrl(asked, repo)}/commits/${ref.sha}` },
      protected: false,
    }));
  }),
  get('/repos/{owner}/{repo}/tags', async (asked) => {
    const repo = repositoryAsked(asked);
    const tags = (await listRefs(repo.gitDir, 'refs/tags/')).reverse();
    return paged(asked, tags, (ref) => {
      const name = ref.name.slice('refs/tags/'.length);
      return {
        name,
        node_id: Buffer.from(`Tag:${name}`).toString('base64'),
        commit: { sha: ref.peeled, url: `${repoUrl(asked, repo)}/commits/${ref.peeled}` },
        zipball_url: `${repoUrl(asked, repo)}/zipball/${ref.name}`,
        tarball_url: `${repoUrl(asked, repo)}/tarball/${ref.name}`,
      };
    });
  }),
  get('/repos/{owner}/{repo}/git/ref/{ref...}', async (asked) => {
    const repo = repositoryAsked(asked);
    const found = (await refsMatching(asked, repo)).find((ref) => ref.name === `refs/${asked.params.ref}`);
    if (!found) throw notFound();
    return { body: renderRef(asked, repo, found) };
  }),
  get('/repos/{owner}/{repo}/git/matching-refs/{ref...}', async (asked) => {
    const repo = repositoryAsked(asked);
    return { body: (await refsMatching(asked, repo)).map((ref) => renderRef(asked, repo, ref)) };
  }),
  get('/repos/{owner}/{repo}/git/refs', async (asked) => {
    const repo = repositoryAsked(asked);
    return paged(asked, await listRefs(repo.gitDir, 'refs/'), (ref) => renderRef(asked, repo, ref));
  }),
  get('/repos/{owner}/{repo}/releases', (asked) => {
    const repo = repositoryAsked(asked);
    const newestFirst = [...repo.record.releases].sort(
      (a, b) => Date.parse(b.published_at) - Date.parse(a.published_at),
    );
    return paged(asked, newestFirst, (release) => renderRelease(asked, repo, release));
  }),
  get('/repos/{owner}/{repo}/stats/participation', async (asked) => {
    const all = await participation(repositoryAsked(asked), asked.now);
    return { body: { all, owner: all.map(() => 0) } };
  }),
];
