import { ReportChart } from '../../charts/report-chart.tsx';
import { Tile } from '../../charts/tile.tsx';
import { PageHead } from '../../ui/parts.tsx';
import { Figures } from '../figures.tsx';

export default function Issues() {
  return (
    <>
      <PageHead
        title="Issues & sprints"
        meaning="What was planned, what was done, how long it took, and what came in between."
      />
      <Figures>
        <Tile segment="story_points_resolved" title="Story points resolved" perInterval wish="up" />
        <Tile segment="issue_days_lead_time" title="Issue lead time" wish="down" />
        <Tile segment="story_points_velocity" title="Velocity" wish="up" />
        <Tile segment="unplanned_work_story_points_percent" title="Unplanned work" wish="down" />
      </Figures>
      <div class="grid">
        <ReportChart class="span-6" segment="sprint_start_story_points_committed" />
        <ReportChart class="span-6" segment="sprint_end_story_points_completed" />
        <ReportChart class="span-6" segment="ticket_type" />
        <ReportChart class="span-6" segment="team_story_points_complete" />
        <ReportChart class="span-6" segment="issue_days_lead_time" byMonth />
        <ReportChart class="span-6" segment="bug_work_percent" byMonth />
        <ReportChart class="span-6" segment="issue_business_days_to_fix" byMonth />
        <ReportChart class="span-6" segment="bug_escape_rate" byMonth />
      </div>
    </>
  );
}
