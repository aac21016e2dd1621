-- team: Diff Delta by team, weekly, by team.
WITH people AS (
    SELECT identity.committer_id AS identity, identity.primary_id AS committer, person.has_seat AS has_seat
    FROM (SELECT committer_id, primary_id FROM committers FINAL WHERE entity_id = {entity_id:UInt64}) AS identity
    INNER JOIN (
      SELECT committer_id, has_seat FROM committers FINAL
      WHERE entity_id = {entity_id:UInt64} AND processing_status = 'processing_stats'
        AND ({every_committer:Bool} OR committer_id IN {committer_ids:Array(UInt64)})
    ) AS person ON person.committer_id = identity.primary_id
),
memberships AS (
    SELECT lineage.counted AS team_id, member.primary_id AS member_primary,
      groupArray((membership.since, membership.until)) AS spans, any(lineage.repos) AS team_repos
    FROM (
      SELECT team_id, member_id, since, until FROM teams FINAL
      ARRAY JOIN member_ids AS member_id, member_from AS since, member_until AS until
      WHERE entity_id = {entity_id:UInt64} AND NOT removed
    ) AS membership
    INNER JOIN (
      SELECT link.1 AS team_id, link.2 AS counted, link.3 AS repos
      FROM (SELECT arrayJoin(arrayZip({team_ids:Array(UInt64)}, {counted_team_ids:Array(UInt64)}, {team_repo_ids:Array(Array(UInt64))})) AS link)
    ) AS lineage ON lineage.team_id = membership.team_id
    INNER JOIN (SELECT committer_id, primary_id FROM committers FINAL WHERE entity_id = {entity_id:UInt64}) AS member
      ON member.committer_id = membership.member_id
    GROUP BY team_id, member_primary
    UNION ALL
    SELECT link.2, 4503599627370496 + link.1, [(toDate32('1970-01-01'), toDate32('2299-12-31'))], link.3
    FROM (SELECT arrayJoin(arrayZip({team_ids:Array(UInt64)}, {counted_team_ids:Array(UInt64)}, {team_repo_ids:Array(Array(UInt64))})) AS link)
)
SELECT toString(bucket) AS bucket, series, delta AS y_0
FROM (
  SELECT bucket, series, ifNull(max(m_delta), 0) AS delta
  FROM (    SELECT toDate32(toStartOfWeek(at, 1)) AS bucket, toString(counted.team_id) AS series, CAST(sum(delta) AS Nullable(Float64)) AS m_delta
    FROM (
  SELECT scored.authored_at AS at, scored.repo_id AS repo_id, scored.sha AS sha, scored.delta AS delta, scored.lines AS lines,
    scored.lines_added AS lines_added, scored.lines_by_operation AS lines_by_operation, scored.delta_by_operation AS delta_by_operation,
    scored.delta_by_category AS delta_by_category, scored.lines_by_provenance AS lines_by_provenance,
    scored.churn_lines AS churn_lines, scored.duplicate_lines AS duplicate_lines, scored.ai_lines_added AS ai_lines_added,
    scored.ai_lines_deleted AS ai_lines_deleted, scored.ai_lines AS ai_lines, scored.ai_delta AS ai_delta,
    scored.old_code_delta AS old_code_delta, scored.connective_calls AS connective_calls,
    scored.issue_keys AS issue_keys, scored.says_fix AS says_fix, people.committer AS committer
  FROM (
    SELECT * FROM commit_scores FINAL
    WHERE entity_id = {entity_id:UInt64} AND ({every_repo:Bool} OR repo_id IN {repo_ids:Array(UInt64)}) AND authored_at >= fromUnixTimestamp64Milli({from_ms:Int64}, 'UTC') AND authored_at < fromUnixTimestamp64Milli({until_ms:Int64}, 'UTC') AND presence = 'existent' AND on_default_branch AND NOT is_merge
      AND (repo_id, sha) NOT IN (
  SELECT copy.2, copy.3 FROM (
    SELECT arrayJoin(arraySlice(arraySort(groupArray((committed_at, repo_id, sha))), 2)) AS copy
    FROM commit_scores FINAL
    WHERE entity_id = {entity_id:UInt64} AND authored_at >= fromUnixTimestamp64Milli({from_ms:Int64}, 'UTC') AND authored_at < fromUnixTimestamp64Milli({until_ms:Int64}, 'UTC') AND presence = 'existent' AND on_default_branch AND NOT is_merge AND patch_id != ''
    GROUP BY patch_id, committer_id, authored_at HAVING count() > 1
  ))
  ) AS scored
  INNER JOIN people ON people.identity = scored.committer_id
    ) AS fact
    INNER JOIN memberships AS counted ON counted.member_primary = fact.committer
    WHERE arrayExists(span -> toDate32(fact.at) >= span.1 AND toDate32(fact.at) < span.2, counted.spans) AND (empty(counted.team_repos) OR fact.repo_id = 0 OR has(counted.team_repos, fact.repo_id))
    GROUP BY bucket, series
  )
  GROUP BY bucket, series
)
ORDER BY bucket, series
