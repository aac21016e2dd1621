import type { UsageSource } from '@linescope/client/answers';
import { vendorName } from '@linescope/contract/vendor-tokens';
import { api } from '../../state/api.ts';
import { useAnswer } from '../../state/use-answer.ts';
import { formatCount, formatDay } from '../../ui/format.ts';
import { Empty, Failed, Panel, SkeletonRows, Time } from '../../ui/parts.tsx';

const SOURCES: Record<UsageSource['source_em'], string> = {
  telemetry: 'the tool’s telemetry',
  vendor_api: 'the vendor’s API',
  posted: 'POST /ai_usages',
};
const FIGURES: Record<string, string> = {
  lines: 'lines',
  prompted: 'edits accepted',
  tab: 'completions accepted',
  cost: 'cost',
  tokens: 'tokens',
};

/** Where each figure of AI usage comes from, and when telemetry last came. */
export function UsageSources() {
  const answer = useAnswer('usage-sources', () => api.listUsageSources({}));
  const sources = answer.data?.sources;
  return (
    <Panel
      class="span-12"
      title="Where usage comes from"
      meaning="In the last 28 days. A person’s figure of a tool and day counts from one source only."
    >
      {answer.error && !sources ? (
        <Failed error={answer.error} retry={answer.reload} />
      ) : !sources ? (
        <SkeletonRows count={2} />
      ) : sources.length === 0 ? (
        <Empty title="No usage was reported">Connect a provider, or let the tools send their telemetry to /otlp.</Empty>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls is scrolled by keys
        <section class="table-wrap" tabIndex={0} aria-label="Sources of AI usage">
          <table>
            <thead>
              <tr>
                <th scope="col">Tool</th>
                <th scope="col">Source</th>
                <th scope="col">Counts for</th>
                <th scope="col">Last usage</th>
                <th scope="col">Telemetry received</th>
                <th scope="col">Not known</th>
              </tr>
            </thead>
            <tbody>
              {sources.map((source) => (
                <tr key={`${source.ai_provider_em} ${source.source_em}`}>
                  <td class="strong">
                    {source.source_em === 'posted' ? 'Other tools' : vendorName(source.ai_provider_em)}
                  </td>
                  <td>{SOURCES[source.source_em]}</td>
                  <td>{source.figures.map((figure) => FIGURES[figure] ?? figure).join(', ') || '–'}</td>
                  <td class="nowrap">{source.last_usage_date ? formatDay(source.last_usage_date) : '–'}</td>
                  <td>
                    <Time at={source.last_received_at} age />
                  </td>
                  <td>{source.waiting_people_count ? formatCount(source.waiting_people_count, 'name') : '–'}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
    </Panel>
  );
}
