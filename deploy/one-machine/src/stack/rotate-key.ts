import { randomBytes } from 'node:crypto';
import { writePrivateJson } from './private-file.ts';
import { readSecrets } from './secrets.ts';

export const ROTATABLE = ['secret_keys', 'principal_keys'] as const;
export type Rotatable = (typeof ROTATABLE)[number];

export const isRotatable = (name: string): name is Rotatable => ROTATABLE.some((one) => one === name);

const random = (bytes: number) => randomBytes(bytes).toString('base64url');
/** A new one in front, or only the newest. */
const changed = <Key>(keys: readonly Key[], step: 'add' | 'drop', added: Key): Key[] =>
  step === 'add' ? [added, ...keys] : keys.slice(0, 1);

/** Changes the keys of a data folder, and says what is there now. */
export function rotateKey(path: string, name: Rotatable, step: 'add' | 'drop'): string {
  const secrets = readSecrets(path);
  const kid = random(6);
  writePrivateJson(
    path,
    name === 'secret_keys'
      ? { ...secrets, secret_keys: changed(secrets.secret_keys, step, { kid, key: random(32) }) }
      : { ...secrets, principal_keys: changed(secrets.principal_keys, step, { kid, secret: random(32) }) },
  );
  const what = step === 'add' ? `the key ${kid} is in front` : 'only the newest key is left';
  return `${name}: ${what}. Start the stack with "npm start".`;
}
