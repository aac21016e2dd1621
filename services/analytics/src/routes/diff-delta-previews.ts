import { defineRoute, ok } from '@linescope/chassis/http/route';
import { envelopeShape, success } from '@linescope/contract/envelope';
import { jsonInput } from '@linescope/contract/inputs';
import { z } from 'zod';
import { type PreviewDiffDelta, previewSchema } from '../reports/preview-diff-delta.ts';

const ACTION = 'action_preview_diff_delta';

export const diffDeltaPreviewsRoute = (previewDiffDelta: PreviewDiffDelta) =>
  defineRoute({
    method: 'POST',
    statuses: [200],
    path: '/diff_delta_previews',
    action: ACTION,
    summary: 'Preview other weights of Diff Delta',
    description:
      'What diff_delta_weights would make of the last 90 days: the Diff Delta of the entity before and after, and of the 20 largest repos and committers. Nothing is changed; PUT /settings does that.',
    role: 'admin',
    costly: true,
    input: z.object({ diff_delta_weights: jsonInput }),
    output: z.object({ ...envelopeShape, preview: previewSchema }),
    async handle({ diff_delta_weights: weights }, { principal }) {
      const preview = await previewDiffDelta(principal, weights);
      const detail = `Diff Delta of ${preview.commit_count} commits: ${preview.before} before, ${preview.after} after.`;
      return ok(success(ACTION, detail, { preview }));
    },
  });
