import type { Params } from '@linescope/client/client';
import { saveCsv } from '../state/save-csv.ts';
import { useAction } from '../state/use-action.ts';
import { say } from './toasts.tsx';

/** Takes a list or report away for a spreadsheet; all of it, not only what is shown. */
export function CsvButton({ name, path, params }: { name: string; path: string; params: Params }) {
  const save = useAction(async () => {
    try {
      await saveCsv(name, path, params);
    } catch (error) {
      say(error instanceof Error ? error.message : String(error));
    }
  });
  return (
    <button type="button" class="plain" disabled={save.isBusy} onClick={() => void save.run()}>
      CSV
    </button>
  );
}
