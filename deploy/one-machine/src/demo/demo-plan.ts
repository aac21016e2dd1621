import { readFileSync } from 'node:fs';
import { z } from 'zod';

const onRepo = { repo_path: z.string() };

/** What the demo generator wrote to be recorded through the API, in the API's own parameter names. */
const demoPlan = z.object({
  repo_paths: z.array(z.string()),
  tracker: z.object({ boards: z.array(z.object({ project_board_id: z.number() })) }),
  teams: z.array(z.looseObject({ name: z.string(), developer_members: z.array(z.string()) })),
  critical_defects: z.array(z.looseObject({ ...onRepo, fixes: z.array(z.record(z.string(), z.unknown())) })),
  releases: z.array(z.looseObject(onRepo)),
  time_off: z.array(z.record(z.string(), z.unknown())),
  ai_usages: z.array(z.record(z.string(), z.unknown())),
});
export type DemoPlan = z.infer<typeof demoPlan>;

export const readDemoPlan = (path: string): DemoPlan => demoPlan.parse(JSON.parse(readFileSync(path, 'utf8')));
