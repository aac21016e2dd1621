import type { Report, Segment } from '@linescope/client/answers';
import { eachPage, type Params } from '@linescope/client/client';
import { queryOf } from '@linescope/client/query';
import { api } from './api.ts';
import { type Answer, peek, prefetch, useAnswer } from './use-answer.ts';

export const reportKey = (params: Params): string => `report:${queryOf(params)}`;

export const prefetchReport = (params: Params): void => prefetch(reportKey(params), () => api.report(params));

export const knownSegments = (): Segment[] => peek<Segment[]>('segments') ?? [];

export const useReport = (params: Params | null): Answer<Report> =>
  useAnswer(params && reportKey(params), () => api.report(params ?? {}));

export const useSegments = (): Answer<Segment[]> =>
  useAnswer('segments', async () => (await api.listSegments()).segments ?? []);

export const useResources = (entity: string) =>
  useAnswer('resources', async () => (await api.listResources({ resource_path: entity })).repos);

export const useTeams = () =>
  useAnswer('teams', async () => {
    const teams = [];
    for await (const page of eachPage(api.listTeams, { per_page: 1000 })) teams.push(...page.teams);
    return teams;
  });

export const useImports = (entity: string) =>
  useAnswer('imports', async () => (await api.listImports({ resource_path: entity })).repos);

export const useDevelopers = () =>
  useAnswer('developers', async () => {
    const developers = [];
    for (let page = 1, pages = 1; page <= pages; page += 1) {
      const answer = await api.listDevelopers({ page, per_page: 1000 });
      developers.push(...answer.committers);
      pages = answer.total_pages;
    }
    return developers;
  });
