import { ReportChart } from '../../charts/report-chart.tsx';
import { Tile } from '../../charts/tile.tsx';
import { PageHead } from '../../ui/parts.tsx';
import { Figures } from '../figures.tsx';
import { CycleDistribution } from './cycle-distribution.tsx';
import { OpenByAge } from './open-by-age.tsx';

export default function PullRequests() {
  return (
    <>
      <PageHead title="Pull requests" meaning="How long they take, where they wait, and which wait now." />
      <Figures>
        <Tile segment="pr_cycle" title="Cycle" wish="down" />
        <Tile segment="pr_average_hours_awaiting_first_review" title="To the first review" wish="down" />
        <Tile segment="prs_opened" title="Opened" perInterval wish="neither" />
        <Tile
          segment="pr_merged_without_human_review_count"
          title="Merged without human review"
          perInterval
          wish="down"
        />
      </Figures>
      <div class="grid">
        <ReportChart
          class="span-6"
          segment="release_phase"
          kind="bars"
          order={['Coding', 'Review', 'Merge to release']}
          title="Hours by phase"
          meaning="Mean hours of coding, of review, and from merge to release, by time of release."
        />
        <CycleDistribution />
        <OpenByAge />
        <ReportChart class="span-6" segment="pr_cycle" byMonth title="Cycle by team" />
        <ReportChart class="span-6" segment="prs_opened" />
        <ReportChart class="span-6" segment="pr_review_count" />
        <ReportChart class="span-6" segment="pr_merged_without_human_review_count" />
        <ReportChart class="span-6" segment="pr_abandoned_count" />
      </div>
    </>
  );
}
