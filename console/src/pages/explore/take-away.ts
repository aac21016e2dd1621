import type { Report } from '@linescope/client/answers';
import type { Params } from '@linescope/client/client';
import { queryOf } from '@linescope/client/query';

/** A row a point; text that a spreadsheet would take for a formula is made harmless. */
export function csvOf(report: Report): string {
  const rows = [['interval', 'start_date', 'end_date', 'series', report.unit]];
  for (const [series, points] of Object.entries(report.series_segments))
    for (const point of points)
      rows.push([point.x, point.start_date, point.end_date, series, point.y === null ? '' : String(point.y)]);
  return rows.map((row) => row.map(cell).join(',')).join('\r\n');
}

function cell(text: string): string {
  const harmless = /^[=+\-@]/.test(text) && Number.isNaN(Number(text)) ? `'${text}` : text;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

export const saveFile = (name: string, text: string): void => saveBlob(name, new Blob([text], { type: 'text/csv' }));

export function saveBlob(name: string, blob: Blob): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}

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
