import { vendorName } from '@linescope/contract/vendor-tokens';
import { useState } from 'preact/hooks';
import { api } from '../../state/api.ts';
import { useSession } from '../../state/session.ts';
import { useAction } from '../../state/use-action.ts';
import { useAnswer } from '../../state/use-answer.ts';
import { ConfirmByName, Dialog } from '../../ui/dialog.tsx';
import { formatCount, sayWord } from '../../ui/format.ts';
import { Empty, Failed, Panel, SkeletonRows, Time } from '../../ui/parts.tsx';
import { say } from '../../ui/toasts.tsx';
import { UsageSources } from '../ai/usage-sources.tsx';
import { NewAiProvider } from './new-ai-provider.tsx';

/** The tokens by which usage of AI tools is collected. */
export function AiProviders() {
  const { entity } = useSession();
  const tokens = useAnswer('llm-tokens', () => api.listLlmTokens({ resource_path: entity.slug }));
  const rows = tokens.data ?? [];
  const [removing, setRemoving] = useState<{ id: number; name: string } | null>(null);
  const remove = useAction(async (id: number) => {
    await api.removeLlmToken(id);
    say('The provider is removed; what was collected stays.');
    setRemoving(null);
    tokens.reload();
  });
  return (
    <div class="stack">
      <Panel
        title={tokens.data ? formatCount(rows.length, 'AI provider') : 'AI providers'}
        meaning="Usage, acceptance and cost are collected with these tokens; tools also report themselves by OpenTelemetry at /otlp, and others send theirs with POST /api/v1/ai_usages."
      >
        {tokens.error && !tokens.data ? (
          <Failed error={tokens.error} retry={tokens.reload} />
        ) : !tokens.data ? (
          <SkeletonRows count={3} />
        ) : rows.length === 0 ? (
          <Empty title="No AI provider is connected">Add one below; its usage is collected from then on.</Empty>
        ) : (
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls is scrolled by keys
          <section class="table-wrap" tabIndex={0} aria-label="AI providers">
            <table>
              <thead>
                <tr>
                  <th scope="col">Provider</th>
                  <th scope="col">State</th>
                  <th scope="col">Covers</th>
                  <th scope="col">Last used</th>
                  <th scope="col">Added</th>
                  <th scope="col">
                    <span class="visually-hidden">Actions</span>
                  </th>
                </tr>
              </thead>
              <tbody>
                {rows.map((token) => (
                  <tr key={token.id}>
                    <td class="strong">{vendorName(token.ai_usage_provider_em)}</td>
                    <td>
                      {token.global_error_em ? (
                        <span class="badge bad">{sayWord(token.global_error_em)}</span>
                      ) : (
                        <span class="badge good">works</span>
                      )}
                    </td>
                    <td>{token.confirmed_resources.map(({ resource_name: name }) => name).join(', ') || '–'}</td>
                    <td>
                      <Time at={token.last_used_at} age />
                    </td>
                    <td>
                      <Time at={token.created_at} />
                    </td>
                    <td class="right">
                      <button
                        type="button"
                        class="plain"
                        onClick={() => setRemoving({ id: token.id, name: vendorName(token.ai_usage_provider_em) })}
                      >
                        Remove<span class="visually-hidden"> {vendorName(token.ai_usage_provider_em)}</span>
                      </button>
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          </section>
        )}
        {removing && (
          <Dialog title={`Remove ${removing.name}`} onClose={() => setRemoving(null)}>
            <p class="small soft">
              Its token is erased, and no more usage is collected with it. What was collected stays.
            </p>
            {remove.error && <Failed error={remove.error} />}
            <ConfirmByName
              name={removing.name}
              action="Remove"
              isBusy={remove.isBusy}
              onConfirm={() => remove.run(removing.id)}
            />
          </Dialog>
        )}
      </Panel>
      <NewAiProvider onAdded={tokens.reload} />
      <UsageSources />
    </div>
  );
}
