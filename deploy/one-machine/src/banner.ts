import type { Ready } from './stack/ready-file.ts';

export interface BannerOptions {
  readyFile: string;
  showTokens: boolean;
  /** Signs in to the console, once, within ten minutes. */
  signInUrl: string | undefined;
}

/** What is shown when everything is ready. Tokens are shown by the first start only; later ones name the file. */
export function banner(ready: Ready, options: BannerOptions): string {
  const { base_url, docs_url, entity_slug, api_token, admin_token, code_host_url } = ready;
  const lines = ['', 'Linescope is ready.', ''];
  lines.push(`  Console  ${options.signInUrl ?? base_url}`);
  if (options.signInUrl) lines.push('           (this link signs you in, once, within ten minutes)');
  lines.push(`  API      ${base_url}/api/v1`, `  Docs     ${docs_url}`);
  if (code_host_url !== null) lines.push(`  Local code host  ${code_host_url}`);
  if (entity_slug === null || api_token === null || admin_token === null) {
    lines.push('', '  There is no demo entity yet.');
  } else {
    lines.push(
      ...tokenLines(options, entity_slug, api_token, admin_token),
      '',
      'Try:',
      ...['imports', 'developers', 'reports'].map(
        (path) =>
          `  curl -H 'Authorization: Bearer ${options.showTokens ? api_token : '<token>'}' '${base_url}/api/v1/${path}?resource_path=${entity_slug}'`,
      ),
    );
  }
  lines.push('', 'Ctrl-C stops everything.', '');
  return `${lines.join('\n')}\n`;
}

function tokenLines(
  { readyFile, showTokens }: BannerOptions,
  slug: string,
  token: string,
  adminToken: string,
): string[] {
  if (!showTokens) return [`  Demo     entity ${slug}; its tokens are in ${readyFile}`];
  return [
    `  Demo     entity ${slug}`,
    `           token              ${token}`,
    `           super admin token  ${adminToken}`,
    `           (shown once; kept in ${readyFile})`,
  ];
}
