/**
 * The data folder:  repos/<org>/<repo>.git   a bare git directory, or a link to any git directory
 *                   <org>/org.json           people and teams      <org>/<repo>.json   pull requests, issues, releases
 * Files are read again when they change, so a generator or an operator may write them while the host runs.
 */
import { createHash } from 'node:crypto';
import { existsSync, lstatSync, mkdirSync, readdirSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { runGit } from '../git/run-git.ts';
import { readerOf, writeJson } from './json-file.ts';
import {
  type OrganizationInput,
  type OrganizationRecord,
  organizationRecord,
  type RepositoryInput,
  type RepositoryRecord,
  repositoryRecord,
  type UserRecord,
} from './records.ts';

export type Repository = { org: string; name: string; id: number; gitDir: string; record: RepositoryRecord };
export type DataFolder = ReturnType<typeof openDataFolder>;

const plainName = /^(?!\.)[A-Za-z0-9._-]{1,100}$/;
/** May start with a dot, as `.github` does; the data folder keeps three file names for itself. */
const repoName = /^(?!\.{1,2}$|org$|tracker$|ai-usage$)[A-Za-z0-9._-]{1,100}$/;

/** The same small number for the same name, for everything that GitHub would number by itself. */
export function stableId(text: string): number {
  return createHash('sha256').update(text).digest().readUIntBE(0, 4) + 1;
}

export function openDataFolder(dataDir: string) {
  const reposDir = join(dataDir, 'repos');
  mkdirSync(reposDir, { recursive: true });
  const readRepository = readerOf(repositoryRecord, () => ({}));
  const readOrganization = readerOf(organizationRecord, (path) => {
    const login = basename(dirname(path));
    return { id: stableId(`org ${login}`), login, name: login };
  });

  function organizations(): string[] {
    return readdirSync(reposDir)
      .filter((name) => plainName.test(name))
      .sort();
  }

  function organization(login: string): OrganizationRecord | undefined {
    if (!plainName.test(login) || !existsSync(join(reposDir, login))) return undefined;
    return readOrganization(join(dataDir, login, 'org.json'));
  }

  function repository(org: string, name: string): Repository | undefined {
    if (!plainName.test(org) || !repoName.test(name)) return undefined;
    const link = join(reposDir, org, `${name}.git`);
    if (!existsSync(link)) return undefined;
    const record = readRepository(join(dataDir, org, `${name}.json`));
    return { org, name, id: record.id ?? stableId(`repo ${org}/${name}`), gitDir: realpathSync(link), record };
  }

  function repositories(org: string): Repository[] {
    if (!plainName.test(org) || !existsSync(join(reposDir, org))) return [];
    const names = readdirSync(join(reposDir, org))
      .filter((name) => name.endsWith('.git'))
      .sort();
    return names.map((name) => repository(org, basename(name, '.git'))).filter((found) => found !== undefined);
  }

  /** Serves any git directory or work tree under org/name by a link to it; nothing is copied. */
  async function addRepository(added: { org: string; name: string; gitDir: string }): Promise<Repository> {
    if (!plainName.test(added.org))
      throw new RangeError(`org: "${added.org}" is not a name of letters, digits, ".", "_" and "-".`);
    if (!repoName.test(added.name))
      throw new RangeError(
        `name: "${added.name}" can't be served: letters, digits, ".", "_" and "-", and not org, tracker or ai-usage.`,
      );
    if (!existsSync(added.gitDir)) throw new RangeError(`git_dir: there is no folder ${added.gitDir}.`);
    const { stdout } = await runGit(added.gitDir, ['rev-parse', '--path-format=absolute', '--git-common-dir']).catch(
      () => {
        throw new RangeError(`git_dir: ${added.gitDir} holds no git repository.`);
      },
    );
    const link = join(reposDir, added.org, `${added.name}.git`);
    mkdirSync(dirname(link), { recursive: true });
    const target = realpathSync(stdout.toString().trim());
    if (lstatSync(link, { throwIfNoEntry: false })?.isDirectory())
      throw new RangeError(`name: ${added.org}/${added.name} is a repository of the data folder itself.`);
    if (!existsSync(link) || realpathSync(link) !== target) {
      rmSync(link, { force: true });
      symlinkSync(target, link);
    }
    const found = repository(added.org, added.name);
    if (!found) throw new RangeError(`name: "${added.org}/${added.name}" could not be registered.`);
    return found;
  }

  return {
    organizations,
    organization,
    repository,
    repositories,
    addRepository,
    removeRepository: (org: string, name: string) => {
      if (repository(org, name)) rmSync(join(reposDir, org, `${name}.git`), { recursive: true });
    },
    putRepositoryRecord: (org: string, name: string, record: RepositoryInput) =>
      writeJson(join(dataDir, org, `${name}.json`), repositoryRecord.parse(record)),
    putOrganizationRecord: (record: OrganizationInput) => {
      mkdirSync(join(reposDir, record.login), { recursive: true });
      writeJson(join(dataDir, record.login, 'org.json'), organizationRecord.parse(record));
    },
    /** A person of any organization by login; someone nobody described still gets a stable account. */
    user: (login: string): UserRecord | undefined => {
      for (const org of organizations()) {
        const found = organization(org)?.users.find((user) => user.login === login);
        if (found) return found;
      }
      return undefined;
    },
    file: (...parts: string[]) => join(dataDir, ...parts),
  };
}
