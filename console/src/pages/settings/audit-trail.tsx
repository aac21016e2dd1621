import { api } from '../../state/api.ts';
import { usePlace, withQuery } from '../../state/router.ts';
import { useAnswer } from '../../state/use-answer.ts';
import { CsvButton } from '../../ui/csv-button.tsx';
import { formatCount, sayWord } from '../../ui/format.ts';
import { Empty, Failed, Panel, SkeletonRows, Time } from '../../ui/parts.tsx';
import { actorOf, detailOf, type Names } from './entry-detail.ts';

/** Who changed what in the administration of the entity. */
export function AuditTrail() {
  const { query } = usePlace();
  const page = Math.max(1, Number(query.get('page') ?? 1) || 1);
  const trail = useAnswer(`audit-trail:${page}`, () => api.auditTrail({ page }));
  const names = useNames();
  const entries = trail.data?.entries ?? [];
  return (
    <Panel
      title={trail.data ? formatCount(trail.data.total_count, 'entry', 'entries') : 'Audit trail'}
      tools={<CsvButton name="audit-trail" path="/audit_trail" params={{}} />}
      meaning="The newest first. Entries are never changed, and go only with the entity."
    >
      {trail.error && !trail.data ? (
        <Failed error={trail.error} retry={trail.reload} />
      ) : !trail.data ? (
        <SkeletonRows count={10} />
      ) : entries.length === 0 ? (
        <Empty title="Nothing was changed yet" />
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls is scrolled by keys
        <section class="table-wrap" tabIndex={0} aria-label="Audit trail">
          <table>
            <thead>
              <tr>
                <th scope="col">When</th>
                <th scope="col">Who</th>
                <th scope="col">What</th>
                <th scope="col">Detail</th>
              </tr>
            </thead>
            <tbody>
              {entries.map((entry) => (
                <tr key={entry.id}>
                  <td>
                    <Time at={entry.at} />
                  </td>
                  <td class="nowrap">{actorOf(entry, names)}</td>
                  <td class="nowrap strong">{sayWord(entry.act)}</td>
                  <td class="soft small long">{detailOf(entry, names)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
      {trail.data && trail.data.page_count > 1 && (
        <nav class="row small" aria-label="Pages of the audit trail">
          <span class="soft">
            Page {page} of {trail.data.page_count}
          </span>
          {page > 1 && (
            <a class="link" href={withQuery({ page: String(page - 1) })}>
              Newer
            </a>
          )}
          {page < trail.data.page_count && (
            <a class="link" href={withQuery({ page: String(page + 1) })}>
              Older
            </a>
          )}
        </nav>
      )}
    </Panel>
  );
}

/** As the other pages of the settings read them. */
function useNames(): Names {
  const users = useAnswer('users', async () => (await api.listUsers({ per_page: 1000 })).users);
  const tokens = useAnswer('tokens', async () => (await api.listTokens({ per_page: 1000 })).tokens);
  const connections = useAnswer('connections', async () => (await api.listConnections({ per_page: 1000 })).connections);
  return {
    user: new Map(users.data?.map(({ id, email }) => [id, email])),
    token: new Map(tokens.data?.filter(({ name }) => name !== '').map(({ id, name }) => [id, name])),
    connection: new Map(connections.data?.map(({ id, account }) => [id, account])),
  };
}
