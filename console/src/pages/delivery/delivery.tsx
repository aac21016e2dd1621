import { useState } from 'preact/hooks';
import { ReportChart } from '../../charts/report-chart.tsx';
import { Tile } from '../../charts/tile.tsx';
import { useScope } from '../../scope/scope.ts';
import { mayActAs, useSession } from '../../state/session.ts';
import { forget } from '../../state/use-answer.ts';
import { PageHead } from '../../ui/parts.tsx';
import { Figures } from '../figures.tsx';
import { useDefects, useReleases } from './delivery-data.ts';
import { DefectList, ReleaseList } from './delivery-lists.tsx';
import { RecordDefectDialog, RecordReleaseDialog } from './record-dialogs.tsx';
import { type Removable, RemoveRecord } from './remove-record.tsx';
import { Timeline } from './timeline.tsx';

export default function Delivery() {
  const scope = useScope();
  const releases = useReleases(scope);
  const defects = useDefects(scope);
  const mayRemove = mayActAs(useSession(), 'manager');
  const [recording, setRecording] = useState<'release' | 'defect' | null>(null);
  const [removing, setRemoving] = useState<Removable | null>(null);
  const done = () => {
    setRecording(null);
    setRemoving(null);
    forget('report:');
    releases.reload();
    defects.reload();
  };
  return (
    <>
      <PageHead
        title="Delivery"
        meaning="How often, how fast and how safely changes reach users, and how fast they are mended."
      >
        <button type="button" class="button" onClick={() => setRecording('release')}>
          Record a release
        </button>
        <button type="button" class="button" onClick={() => setRecording('defect')}>
          Record a defect
        </button>
      </PageHead>
      {recording === 'release' && <RecordReleaseDialog onDone={done} onClose={() => setRecording(null)} />}
      {recording === 'defect' && <RecordDefectDialog onDone={done} onClose={() => setRecording(null)} />}
      {removing && <RemoveRecord record={removing} onDone={done} onClose={() => setRemoving(null)} />}
      <Figures>
        <Tile segment="release_count" title="Releases" perInterval wish="up" />
        <Tile segment="dora_change_lead_time" title="Change lead time" wish="down" />
        <Tile segment="change_failure_rate" title="Change failure rate" wish="down" />
        <Tile segment="absolute_hours_to_resolved" title="Time to restore" wish="down" />
      </Figures>
      <Timeline releases={releases} defects={defects} />
      <div class="grid">
        <ReportChart class="span-6" segment="dora_change_lead_time" byMonth />
        <ReportChart class="span-6" segment="change_failure_rate" params={{ suppress_aggregation: true }} />
        <ReleaseList releases={releases} onRemove={mayRemove ? setRemoving : undefined} />
        <DefectList defects={defects} onRemove={mayRemove ? setRemoving : undefined} />
      </div>
    </>
  );
}
