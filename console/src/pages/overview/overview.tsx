import { ReportChart } from '../../charts/report-chart.tsx';
import { Tile } from '../../charts/tile.tsx';
import { useScope } from '../../scope/scope.ts';
import { useResources } from '../../state/queries.ts';
import { useSession } from '../../state/session.ts';
import { Activity } from './activity.tsx';
import { Attention } from './attention.tsx';
import { FirstSteps } from './first-steps.tsx';

export default function Overview() {
  const { team } = useScope();
  const { entity } = useSession();
  const resources = useResources(entity.slug);
  if (resources.data?.length === 0) return <FirstSteps />;
  return (
    <>
      <h1 class="visually-hidden">Overview</h1>
      <div class="tiles">
        <Tile segment="diff_delta" title="Diff Delta" perInterval wish="up" />
        <Tile segment="churn_line_percent" title="Churn" wish="down" />
        <Tile segment="pr_cycle" title="Pull-request cycle" wish="down" />
        <Tile segment="dora_change_lead_time" title="Change lead time" wish="down" second="change_failure_rate" />
        <Tile segment="ai_code_line_percent" title="Written by AI" wish="neither" />
      </div>
      <div class="grid">
        <ReportChart
          class="span-8"
          segment="diff_delta"
          title={team ? 'Diff Delta' : 'Diff Delta by team'}
          meaning="What was written, weighted by how much it changed and how old the code was. Click a bar for its commits."
          height={250}
        />
        <Attention />
      </div>
      <Activity />
    </>
  );
}
