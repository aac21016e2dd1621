import type { DataFolder } from '../store/data-folder.ts';
import type { FaultKeeper } from './faults.ts';
import type { QuotaKeeper } from './quota.ts';
import type { RequestLog } from './request-log.ts';
import type { Caller, compileRoutes } from './route.ts';

/** Everything a request may need; made once when the host starts. */
export type Host = {
  data: DataFolder;
  faults: FaultKeeper;
  quota: QuotaKeeper;
  log: RequestLog;
  callerOf: (token: string) => Caller | undefined;
  isAdmin: (token: string) => boolean;
  findRoute: ReturnType<typeof compileRoutes>;
  findAdminRoute: ReturnType<typeof compileRoutes>;
  allowPush: boolean;
  now: () => number;
};
