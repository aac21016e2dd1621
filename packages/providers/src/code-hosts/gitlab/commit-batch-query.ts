/** REST gives commits one merge request at a time; this asks for those of up to fifty at once. */
export const commitBatchQuery = `query CommitBatch($path: ID!, $iids: [String!]) {
  project(fullPath: $path) {
    mergeRequests(iids: $iids, first: 50) {
      nodes {
        iid
        diffHeadSha
        updatedAt
        commits(first: 100) { pageInfo { hasNextPage } nodes { sha authoredDate authorName authorEmail author { id username avatarUrl } } }
      }
    }
  }
}`;

export const commitBatch = 50;
