import { useState } from 'preact/hooks';
import { formatNumber } from '../../ui/format.ts';

const FIRST = 15;
const FURTHER = 50;

/** How many rows of a list are shown, and what shows more of them. */
export function useMoreRows(): { shown: number; showMore(): void } {
  const [shown, setShown] = useState(FIRST);
  return { shown, showMore: () => setShown(shown + FURTHER) };
}

/** Below a list of which some are shown; `read` of `total` are there to be shown. */
export function MoreRows(props: { shown: number; read: number; total: number; onMore(): void }) {
  const { shown, read, total } = props;
  if (total <= shown) return null;
  return (
    <div class="row small soft">
      {formatNumber(Math.min(shown, read))} of {formatNumber(total)}
      {shown < read ? (
        <button type="button" class="plain link" onClick={props.onMore}>
          Show more
        </button>
      ) : (
        <span>are shown; the CSV has them all.</span>
      )}
    </div>
  );
}
