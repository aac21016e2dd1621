import { readFileSync } from 'node:fs';
import { ConfigError } from '../config/read-config.ts';
import type { RpcConfig } from '../config/settings.ts';

export interface TlsFiles {
  ca: Buffer;
  cert: Buffer;
  key: Buffer;
}

const NAMES = ['GRPC_TLS_CA_FILE', 'GRPC_TLS_CERT_FILE', 'GRPC_TLS_KEY_FILE'] as const;

/** Null where none of the three is named. With one missing, calls would go in plain, or fail for reasons that name no setting. */
export function readTlsFiles(config: Pick<RpcConfig, (typeof NAMES)[number]>): TlsFiles | null {
  if (NAMES.every((name) => config[name] === undefined)) return null;
  const problems: string[] = [];
  const read = (name: (typeof NAMES)[number]): Buffer => {
    const file = config[name];
    try {
      if (file !== undefined) return readFileSync(file);
      problems.push(`${name} is required with the other two of ${NAMES.join(', ')}`);
    } catch {
      problems.push(`${name}: the file ${file} cannot be read`);
    }
    return Buffer.alloc(0);
  };
  const files = { ca: read('GRPC_TLS_CA_FILE'), cert: read('GRPC_TLS_CERT_FILE'), key: read('GRPC_TLS_KEY_FILE') };
  if (problems.length > 0) throw new ConfigError(problems);
  return files;
}
