/**
 * REST gives commits and reviews one pull request at a time; this asks for both of up to fifty at once. Checked
 * against the vendor's published schema by a test.
 */
export const detailsQuery = `query PullRequestDetails($ids: [ID!]!) {
  nodes(ids: $ids) {
    ... on PullRequest {
      number
      headRefOid
      updatedAt
      commits(first: 100) { totalCount nodes {
        commit { oid authoredDate author { name email user { databaseId login avatarUrl } } }
      } }
      reviews(first: 50) {
        totalCount
        nodes {
          fullDatabaseId
          state
          submittedAt
          author { __typename login ... on User { databaseId } ... on Bot { databaseId } }
          commit { oid }
        }
      }
      reviewThreads(first: 50) { nodes { isResolved comments(first: 1) { nodes { fullDatabaseId } } } }
    }
  }
}`;

export const detailsBatch = 50;
