import { createRequire } from 'node:module';

/** The part of the addon of the native library that the host calls. Connections of one process share one data folder. */
export type NativeLibrary = {
  CreateConnection(path: string, options: string[]): NativeConnection;
  CloseConnection(connection: NativeConnection): void;
  /** On the thread that calls. */
  QueryWithConnection(connection: NativeConnection, statement: string, format: string): string;
  /** On a thread of Node's pool. */
  QueryAsyncConnection(connection: NativeConnection, statement: string, format: string): Promise<NativeResult>;
};

export type NativeConnection = { readonly nativeConnection: unique symbol };
export type NativeResult = { bytes: Buffer<ArrayBuffer>; rowsRead: number; bytesRead: number };

/** There is a build for Linux on x86-64 with glibc; elsewhere npm leaves the package out. */
const PACKAGE = '@chdb/lib-linux-x64-gnu';

const { resolve } = createRequire(import.meta.url);

export function isLibraryInstalled(): boolean {
  try {
    resolve(PACKAGE);
    return true;
  } catch {
    return false;
  }
}

/** The package publishes no types, hence the cast. Throws where this machine cannot load it. */
export function loadLibrary(): NativeLibrary {
  return createRequire(import.meta.url)(PACKAGE) as NativeLibrary;
}

export class LibraryUnusable extends Error {}
