import { z } from 'zod';

const Report = z.object({
  series_segments: z.record(z.string(), z.array(z.object({ y: z.number().nullable() }))),
});
const Segments = z.object({ segments: z.array(z.object({ segment_em: z.string() })) });

/** Asks the API; `path` is relative to `/api/v1`. */
export type Ask = (path: string, query: Record<string, string>) => Promise<unknown>;

/** Whether some point of a report's answer has a value other than null and zero. */
export const hasValues = (answer: unknown): boolean =>
  Object.values(Report.parse(answer).series_segments).some((points) => points.some(({ y }) => y !== null && y !== 0));

/** Every segment that the service knows, and whether its report of the last 90 days has a series that is not empty. */
export async function checkSegments(ask: Ask, resourcePath: string): Promise<{ segment: string; filled: boolean }[]> {
  const { segments } = Segments.parse(await ask('segment_introspections', {}));
  const checked: { segment: string; filled: boolean }[] = [];
  for (const { segment_em: segment } of segments) {
    const query = { resource_path: resourcePath, segment_by: segment, days_ago: '90' };
    checked.push({ segment, filled: hasValues(await ask('reports', query)) });
  }
  return checked;
}
