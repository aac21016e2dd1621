import type { Params } from '@linescope/client/client';
import { queryOf } from '@linescope/client/query';

export const asCurl = (params: Params): string =>
  `curl -H "Authorization: Bearer $LINESCOPE_TOKEN" '${location.origin}/api/v1/reports?${queryOf(params)}'`;

export function asTypeScript(params: Params): string {
  const given = Object.entries(params).filter(([, value]) => value !== null && value !== undefined && value !== '');
  const lines = given.map(([name, value]) => `  ${name}: ${JSON.stringify(value)},`);
  return `import { createClient } from '@linescope/client/client';

const linescope = createClient({ baseUrl: '${location.origin}' }); // the token: LINESCOPE_TOKEN
const report = await linescope.report({
${lines.join('\n')}
});
`;
}
