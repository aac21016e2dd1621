/** A generator of TypeScript clients: how it is run on `api.json`, and a program that calls the stack with what it made. */
export interface Generator {
  name: string;
  packages: Record<string, string>;
  /** The command and its words; what it writes goes to `made/`. */
  command: string[];
  /** Declares `ask`, which charts Diff Delta and lists developers. */
  program: string;
}

const PARAMS = `{ resource_path: 'demo', segment_by: 'diff_delta' as const }`;

export const GENERATORS: Generator[] = [
  {
    name: 'openapi-typescript',
    packages: { 'openapi-typescript': '7.13.0', 'openapi-fetch': '0.17.0' },
    command: ['openapi-typescript', 'api.json', '-o', 'made/api.ts'],
    program: `
import createClient from 'openapi-fetch';
import type { paths } from './made/api.ts';
const client = createClient<paths, 'application/json'>({ baseUrl, headers: { authorization: \`Bearer \${token}\` } });
const ask = async () => {
  const report = await client.GET('/api/v1/reports', { params: { query: ${PARAMS} } });
  const developers = await client.GET('/api/v1/developers', {});
  if (!report.data || !developers.data) throw new Error(JSON.stringify(report.error ?? developers.error));
  return { report: report.data, developers: developers.data };
};`,
  },
  {
    name: '@hey-api/openapi-ts',
    packages: { '@hey-api/openapi-ts': '0.99.0' },
    command: ['openapi-ts', '-i', 'api.json', '-o', 'made', '-c', '@hey-api/client-fetch'],
    program: `
import { client } from './made/client.gen';
import { listDevelopers, runReport } from './made/sdk.gen';
client.setConfig({ baseUrl, auth: () => token });
const ask = async () => {
  const report = await runReport({ query: ${PARAMS}, throwOnError: true });
  const developers = await listDevelopers({ throwOnError: true });
  return { report: report.data, developers: developers.data };
};`,
  },
  {
    name: 'orval',
    packages: { orval: '8.31.0' },
    command: ['orval', '--input', 'api.json', '--output', 'made/api.ts', '--client', 'fetch'],
    program: `
import { listDevelopers, runReport } from './made/api';
const plain = globalThis.fetch;
globalThis.fetch = (url, options) => plain(new URL(String(url), baseUrl), options);
const headers = { authorization: \`Bearer \${token}\` };
const ask = async () => {
  const report = await runReport(${PARAMS}, { headers });
  const developers = await listDevelopers({}, { headers });
  if (report.status !== 200 || typeof report.data === 'string') throw new Error(String(report.status));
  if (developers.status !== 200 || typeof developers.data === 'string') throw new Error(String(developers.status));
  return { report: report.data, developers: developers.data };
};`,
  },
  {
    name: 'openapi-typescript-codegen',
    packages: { 'openapi-typescript-codegen': '0.31.0' },
    command: ['openapi', '--input', 'api.json', '--output', 'made', '--client', 'fetch', '--useOptions'],
    program: `
import { DevelopersService, OpenAPI, ReportsService } from './made';
OpenAPI.BASE = baseUrl;
OpenAPI.TOKEN = token;
const ask = async () => ({
  report: await ReportsService.runReport({ resourcePath: 'demo', segmentBy: 'diff_delta' }),
  developers: await DevelopersService.listDevelopers({}),
});`,
  },
  {
    name: 'swagger-typescript-api',
    packages: { 'swagger-typescript-api': '13.13.0' },
    command: ['swagger-typescript-api', 'generate', '-p', 'api.json', '-o', 'made', '-n', 'api.ts'],
    program: `
import { Api } from './made/api';
const client = new Api({ baseUrl, securityWorker: () => ({ headers: { authorization: \`Bearer \${token}\` } }) });
const ask = async () => ({
  report: (await client.api.runReport(${PARAMS})).data,
  developers: (await client.api.listDevelopers()).data,
});`,
  },
  {
    name: 'openapi-zod-client',
    packages: { 'openapi-zod-client': '1.18.3', '@zodios/core': '10.9.6', axios: '1.21.1', zod: '3.25.76' },
    command: ['openapi-zod-client', 'api.json', '-o', 'made/api.ts', '--with-alias'],
    program: `
import { createApiClient } from './made/api';
const client = createApiClient(baseUrl, { axiosConfig: { headers: { authorization: \`Bearer \${token}\` } } });
const ask = async () => ({
  report: await client.runReport({ queries: ${PARAMS} }),
  developers: await client.listDevelopers(),
});`,
  },
];

/** What is asked of each: the answers are typed, and the calls bring the demo's figures. */
export const programOf = ({ program }: Generator): string => `
declare const process: { env: Record<string, string | undefined> };
const baseUrl = process.env.BASE_URL ?? '';
const token = process.env.TOKEN ?? '';
${program}
type IsAny<T> = 0 extends 1 & T ? true : false;
const { report, developers } = await ask();
const typed: [IsAny<typeof report>, IsAny<typeof developers>] = [false, false];
const series: number = Object.keys(report.series_segments).length;
const people: number = developers.committers.length;
console.log(JSON.stringify({ typed: !typed.includes(true as never), series, people }));
`;
