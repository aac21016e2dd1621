import { template } from '../../store/sql.ts';
import { percent } from '../formula.ts';
import { count, distinct, type Measure, mean, medianDays } from '../measure.ts';
import { one, type Segment } from '../segment.ts';
import {
  defectsWithActivity,
  detectedDefects,
  mergedDefects,
  repairedDefects,
  resolvedDefects,
} from '../views/defect-views.ts';
import { resolvedIssues } from '../views/issue-views.ts';
import { releasedPullRequests } from '../views/pull-request-views.ts';
import { foundBugs, releasedCommits, releases } from '../views/release-views.ts';

const share = (segment: string, title: string, description: string, part: Measure, whole: Measure): Segment => ({
  segment,
  title,
  description,
  unit: 'percent',
  precision: 1,
  measures: { part, whole },
  y: percent('part', 'whole'),
});

export const defectReleaseSegments: Segment[] = [
  one(
    'defect_detected_count',
    'Defects detected',
    'Critical defects by detected time.',
    'defects',
    0,
    count(detectedDefects),
  ),
  one(
    'detected_defect_fix_merged_count',
    'Defects detected and fixed',
    'Detected in the interval and with a merged fix.',
    'defects',
    0,
    count(detectedDefects, 'is_merged'),
  ),
  one(
    'hours_to_fix_activity',
    'Hours to first fix activity',
    'Mean hours from detected to first fix activity, by time of the activity.',
    'hours',
    1,
    mean(defectsWithActivity, 'hours'),
  ),
  one(
    'hours_to_fix_merged',
    'Hours to first fix merged',
    'Mean hours from detected to first fix merged, by time of the merge.',
    'hours',
    1,
    mean(mergedDefects, 'hours'),
  ),
  one(
    'mean_hours_to_first_repair',
    'Business hours to first repair',
    'Mean business hours from detected to first fix released, by time of the release.',
    'business hours',
    1,
    mean(repairedDefects, 'business_hours'),
  ),
  one(
    'mean_hours_to_resolved',
    'Business hours to resolved',
    'Mean business hours from detected to resolved, by time resolved.',
    'business hours',
    1,
    mean(resolvedDefects, 'business_hours'),
  ),
  one(
    'absolute_hours_to_first_repair',
    'Hours to first repair',
    'Mean elapsed hours from detected to first fix released, by time of the release.',
    'hours',
    1,
    mean(repairedDefects, 'hours'),
  ),
  one(
    'absolute_hours_to_resolved',
    'Hours to resolved',
    'Mean elapsed hours from detected to resolved, by time resolved.',
    'hours',
    1,
    mean(resolvedDefects, 'hours'),
  ),
  one(
    'issue_business_days_to_fix',
    'Business days to fix a bug',
    'Mean business days from created to resolved, bug issues.',
    'business days',
    1,
    mean(resolvedIssues, template`if(${resolvedIssues.columns.is_bug}, ${resolvedIssues.columns.business_days}, NULL)`),
  ),
  one('release_count', 'Releases', 'Releases.', 'releases', 0, count(releases)),
  one(
    'committer_deploy_count',
    'Committers released',
    'Committers with a commit released.',
    'committers',
    0,
    distinct(releasedCommits, 'committer'),
  ),
  {
    segment: 'release_phase',
    title: 'Phases up to the release',
    description: 'Mean hours of coding, of review, and from merge to release: three series, by time of release.',
    unit: 'hours',
    precision: 1,
    measures: {
      coding: mean(releasedPullRequests, 'coding_hours'),
      review: mean(releasedPullRequests, 'review_hours'),
      release: mean(releasedPullRequests, 'release_hours'),
    },
    y: { Coding: 'coding', Review: 'review', 'Merge to release': 'release' },
  },
  one(
    'dora_change_lead_time',
    'Change lead time',
    'Median days from commit authored to released.',
    'days',
    1,
    medianDays(releasedCommits, 'lead_seconds'),
  ),
  share(
    'change_failure_rate',
    'Change failure rate',
    'Releases with a critical defect of that repo detected before its next release ÷ releases.',
    count(releases, 'is_failure'),
    count(releases),
  ),
  share(
    'release_defect_percent',
    'Releases with defects',
    'Releases whose commits wrote lines that a defect’s fix later changed ÷ releases.',
    count(releases, 'wrote_defect'),
    count(releases),
  ),
  one(
    'release_resolves_defect_count',
    'Releases that resolve defects',
    'Releases that carry the fix of a defect.',
    'releases',
    0,
    count(releases, 'resolves_defect'),
  ),
  share(
    'rework_rate',
    'Rework rate',
    'Releases that carry the fix of a defect ÷ releases.',
    count(releases, 'resolves_defect'),
    count(releases),
  ),
  share(
    'bug_escape_rate',
    'Bugs escaped',
    'Bug issues found after release of the code at fault ÷ bug issues.',
    count(foundBugs, 'has_escaped'),
    count(foundBugs),
  ),
];
