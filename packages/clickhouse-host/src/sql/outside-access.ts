import { exception } from '../exception.ts';
import { keywordOf, type Token, tokensOf } from './tokens.ts';

/** Functions and engines that read or write files, other servers or programs. Nothing of ours uses them. */
const OUTSIDE = new Set(
  [
    'url file s3 gcs oss cosn hdfs azureBlobStorage remote remoteSecure cluster clusterAllReplicas mysql postgresql',
    'mongodb redis sqlite odbc jdbc ytsaurus executable python deltaLake hudi iceberg paimon kafka rabbitMQ nats',
    'fileLog dictionaryFile arrowFlight distributed http disk filesystem embeddedRocksDB dataLakeCatalog hive',
    'materializedPostgreSQL materializedMySQL catBoostEvaluate',
  ]
    .join(' ')
    .split(' ')
    .map((name) => name.toLowerCase()),
);

/** `s3Cluster`, `icebergLocal`, `executablePool`: the same by another name. */
const VARIANT = /(cluster|local|azure|hdfs|s3|pool|queue)$/;

const isOutside = (name: string): boolean => OUTSIDE.has(name) || OUTSIDE.has(name.replace(VARIANT, ''));

/** Refuses a statement that would leave the engine's own tables: whoever could send one would read this machine's files. */
export function refuseOutsideAccess(text: string): void {
  let previous: Token | undefined;
  let afterEngine = false;
  for (const token of tokensOf(text)) {
    const keyword = keywordOf(token);
    if (keyword === 'INFILE' || keyword === 'OUTFILE') throw refused(keyword);
    if (token.text === '(' && previous && isOutside(nameOf(previous))) throw refused(nameOf(previous));
    if (afterEngine && token.text !== '=') {
      if (isOutside(nameOf(token))) throw refused(nameOf(token));
      afterEngine = false;
    }
    if (keyword === 'ENGINE') afterEngine = true;
    previous = token;
  }
}

/** A single-quoted token is a text and no name. */
function nameOf({ kind, text }: Token): string {
  if (kind === 'word') return text.toLowerCase();
  return kind === 'quoted' && !text.startsWith("'") ? text.slice(1, -1).toLowerCase() : '';
}

const refused = (name: string) =>
  exception('ACCESS_DENIED', `${name} is switched off: statements read and write tables of this engine only.`);
