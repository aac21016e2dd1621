#!/usr/bin/env node
import { createClient } from '@linescope/client/client';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { createServer } from './create-server.ts';

const url = process.env['LINESCOPE_URL']?.replace(/\/$/, '');
const token = process.env['LINESCOPE_TOKEN'];
if (!url || !token) {
  process.stderr.write(
    'LINESCOPE_URL (the address of the installation) and LINESCOPE_TOKEN (an API token) must be set.\n',
  );
  process.exit(2);
}
serveStdio(() => createServer({ client: createClient({ baseUrl: url, token }), publicUrl: url }));
