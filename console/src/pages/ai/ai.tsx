import { ReportChart } from '../../charts/report-chart.tsx';
import { Tile } from '../../charts/tile.tsx';
import { PageHead } from '../../ui/parts.tsx';
import { Figures } from '../figures.tsx';
import { SurvivalPanel } from './survival.tsx';
import { UsageSources } from './usage-sources.tsx';

export default function Ai() {
  return (
    <>
      <PageHead
        title="AI"
        meaning="Who uses it, what it writes, what it costs, and how its lines fare against the rest."
      />
      <Figures>
        <Tile segment="ai_code_line_percent" title="Written by AI" wish="neither" />
        <Tile segment="ai_engaged_committer_count" title="People with AI" wish="neither" />
        <Tile segment="ai_prompt_acceptance_percent" title="Suggestions accepted" wish="up" />
        <Tile segment="ai_cost_cents" title="Cost" perInterval wish="down" />
      </Figures>
      <div class="grid">
        <SurvivalPanel />
        <ReportChart class="span-6" segment="ai_code_line_percent" byMonth title="Share of AI lines" />
        <ReportChart class="span-6" segment="ai_provider_line_change_count" title="Lines by provider" />
        <ReportChart
          class="span-6"
          segment="churn_line_percent"
          byMonth
          params={{ aggregate_by: 'ai_cohort' }}
          title="Churn by AI use"
          meaning="How much is rewritten within two weeks, by how much AI its author uses."
        />
        <ReportChart
          class="span-6"
          segment="delta_cohorts_per_committer"
          byMonth
          title="Diff Delta per person by AI use"
          kind="lines"
        />
        <ReportChart
          class="span-6"
          segment="ai_cost_cents"
          params={{ aggregate_by: 'ai_provider' }}
          title="Cost by provider"
        />
        <ReportChart class="span-6" segment="composite_ai_use" title="Use" />
        <ReportChart class="span-6" segment="active_committer_cohorts" title="People by AI use" kind="bars" />
        <ReportChart class="span-6" segment="ai_defect_rate" byMonth title="Defects from AI lines" />
        <UsageSources />
      </div>
    </>
  );
}
