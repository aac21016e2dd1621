import type * as grpc from '@grpc/grpc-js';
import type { MessageTypeDefinition } from '@grpc/proto-loader';

import type { AnalyticsClient as _linescope_analytics_v1_AnalyticsClient, AnalyticsDefinition as _linescope_analytics_v1_AnalyticsDefinition } from './linescope/analytics/v1/Analytics.ts';
import type { Commit as _linescope_analytics_v1_Commit, Commit__Output as _linescope_analytics_v1_Commit__Output } from './linescope/analytics/v1/Commit.ts';
import type { CommitsNamingRequest as _linescope_analytics_v1_CommitsNamingRequest, CommitsNamingRequest__Output as _linescope_analytics_v1_CommitsNamingRequest__Output } from './linescope/analytics/v1/CommitsNamingRequest.ts';
import type { CommitsNamingResponse as _linescope_analytics_v1_CommitsNamingResponse, CommitsNamingResponse__Output as _linescope_analytics_v1_CommitsNamingResponse__Output } from './linescope/analytics/v1/CommitsNamingResponse.ts';
import type { CountIncompleteCommitsRequest as _linescope_analytics_v1_CountIncompleteCommitsRequest, CountIncompleteCommitsRequest__Output as _linescope_analytics_v1_CountIncompleteCommitsRequest__Output } from './linescope/analytics/v1/CountIncompleteCommitsRequest.ts';
import type { CountIncompleteCommitsResponse as _linescope_analytics_v1_CountIncompleteCommitsResponse, CountIncompleteCommitsResponse__Output as _linescope_analytics_v1_CountIncompleteCommitsResponse__Output } from './linescope/analytics/v1/CountIncompleteCommitsResponse.ts';
import type { CountReleasesRequest as _linescope_analytics_v1_CountReleasesRequest, CountReleasesRequest__Output as _linescope_analytics_v1_CountReleasesRequest__Output } from './linescope/analytics/v1/CountReleasesRequest.ts';
import type { CountReleasesResponse as _linescope_analytics_v1_CountReleasesResponse, CountReleasesResponse__Output as _linescope_analytics_v1_CountReleasesResponse__Output } from './linescope/analytics/v1/CountReleasesResponse.ts';
import type { FindCommitRequest as _linescope_analytics_v1_FindCommitRequest, FindCommitRequest__Output as _linescope_analytics_v1_FindCommitRequest__Output } from './linescope/analytics/v1/FindCommitRequest.ts';
import type { FindCommitResponse as _linescope_analytics_v1_FindCommitResponse, FindCommitResponse__Output as _linescope_analytics_v1_FindCommitResponse__Output } from './linescope/analytics/v1/FindCommitResponse.ts';
import type { FindIssuesRequest as _linescope_analytics_v1_FindIssuesRequest, FindIssuesRequest__Output as _linescope_analytics_v1_FindIssuesRequest__Output } from './linescope/analytics/v1/FindIssuesRequest.ts';
import type { FindIssuesResponse as _linescope_analytics_v1_FindIssuesResponse, FindIssuesResponse__Output as _linescope_analytics_v1_FindIssuesResponse__Output } from './linescope/analytics/v1/FindIssuesResponse.ts';
import type { FindMissingCommitsRequest as _linescope_analytics_v1_FindMissingCommitsRequest, FindMissingCommitsRequest__Output as _linescope_analytics_v1_FindMissingCommitsRequest__Output } from './linescope/analytics/v1/FindMissingCommitsRequest.ts';
import type { FindMissingCommitsResponse as _linescope_analytics_v1_FindMissingCommitsResponse, FindMissingCommitsResponse__Output as _linescope_analytics_v1_FindMissingCommitsResponse__Output } from './linescope/analytics/v1/FindMissingCommitsResponse.ts';
import type { Issue as _linescope_analytics_v1_Issue, Issue__Output as _linescope_analytics_v1_Issue__Output } from './linescope/analytics/v1/Issue.ts';
import type { ListDerivationsRequest as _linescope_analytics_v1_ListDerivationsRequest, ListDerivationsRequest__Output as _linescope_analytics_v1_ListDerivationsRequest__Output } from './linescope/analytics/v1/ListDerivationsRequest.ts';
import type { ListDerivationsResponse as _linescope_analytics_v1_ListDerivationsResponse, ListDerivationsResponse__Output as _linescope_analytics_v1_ListDerivationsResponse__Output } from './linescope/analytics/v1/ListDerivationsResponse.ts';
import type { NamedCommit as _linescope_analytics_v1_NamedCommit, NamedCommit__Output as _linescope_analytics_v1_NamedCommit__Output } from './linescope/analytics/v1/NamedCommit.ts';
import type { NewestCommitBeforeRequest as _linescope_analytics_v1_NewestCommitBeforeRequest, NewestCommitBeforeRequest__Output as _linescope_analytics_v1_NewestCommitBeforeRequest__Output } from './linescope/analytics/v1/NewestCommitBeforeRequest.ts';
import type { PreviewDiffDeltaRequest as _linescope_analytics_v1_PreviewDiffDeltaRequest, PreviewDiffDeltaRequest__Output as _linescope_analytics_v1_PreviewDiffDeltaRequest__Output } from './linescope/analytics/v1/PreviewDiffDeltaRequest.ts';
import type { PreviewDiffDeltaResponse as _linescope_analytics_v1_PreviewDiffDeltaResponse, PreviewDiffDeltaResponse__Output as _linescope_analytics_v1_PreviewDiffDeltaResponse__Output } from './linescope/analytics/v1/PreviewDiffDeltaResponse.ts';
import type { ReleaseRange as _linescope_analytics_v1_ReleaseRange, ReleaseRange__Output as _linescope_analytics_v1_ReleaseRange__Output } from './linescope/analytics/v1/ReleaseRange.ts';

type SubtypeConstructor<Constructor extends new (...args: any) => any, Subtype> = {
  new(...args: ConstructorParameters<Constructor>): Subtype;
};

export interface ProtoGrpcType {
  linescope: {
    analytics: {
      v1: {
        Analytics: SubtypeConstructor<typeof grpc.Client, _linescope_analytics_v1_AnalyticsClient> & { service: _linescope_analytics_v1_AnalyticsDefinition }
        Commit: MessageTypeDefinition<_linescope_analytics_v1_Commit, _linescope_analytics_v1_Commit__Output>
        CommitsNamingRequest: MessageTypeDefinition<_linescope_analytics_v1_CommitsNamingRequest, _linescope_analytics_v1_CommitsNamingRequest__Output>
        CommitsNamingResponse: MessageTypeDefinition<_linescope_analytics_v1_CommitsNamingResponse, _linescope_analytics_v1_CommitsNamingResponse__Output>
        CountIncompleteCommitsRequest: MessageTypeDefinition<_linescope_analytics_v1_CountIncompleteCommitsRequest, _linescope_analytics_v1_CountIncompleteCommitsRequest__Output>
        CountIncompleteCommitsResponse: MessageTypeDefinition<_linescope_analytics_v1_CountIncompleteCommitsResponse, _linescope_analytics_v1_CountIncompleteCommitsResponse__Output>
        CountReleasesRequest: MessageTypeDefinition<_linescope_analytics_v1_CountReleasesRequest, _linescope_analytics_v1_CountReleasesRequest__Output>
        CountReleasesResponse: MessageTypeDefinition<_linescope_analytics_v1_CountReleasesResponse, _linescope_analytics_v1_CountReleasesResponse__Output>
        FindCommitRequest: MessageTypeDefinition<_linescope_analytics_v1_FindCommitRequest, _linescope_analytics_v1_FindCommitRequest__Output>
        FindCommitResponse: MessageTypeDefinition<_linescope_analytics_v1_FindCommitResponse, _linescope_analytics_v1_FindCommitResponse__Output>
        FindIssuesRequest: MessageTypeDefinition<_linescope_analytics_v1_FindIssuesRequest, _linescope_analytics_v1_FindIssuesRequest__Output>
        FindIssuesResponse: MessageTypeDefinition<_linescope_analytics_v1_FindIssuesResponse, _linescope_analytics_v1_FindIssuesResponse__Output>
        FindMissingCommitsRequest: MessageTypeDefinition<_linescope_analytics_v1_FindMissingCommitsRequest, _linescope_analytics_v1_FindMissingCommitsRequest__Output>
        FindMissingCommitsResponse: MessageTypeDefinition<_linescope_analytics_v1_FindMissingCommitsResponse, _linescope_analytics_v1_FindMissingCommitsResponse__Output>
        Issue: MessageTypeDefinition<_linescope_analytics_v1_Issue, _linescope_analytics_v1_Issue__Output>
        ListDerivationsRequest: MessageTypeDefinition<_linescope_analytics_v1_ListDerivationsRequest, _linescope_analytics_v1_ListDerivationsRequest__Output>
        ListDerivationsResponse: MessageTypeDefinition<_linescope_analytics_v1_ListDerivationsResponse, _linescope_analytics_v1_ListDerivationsResponse__Output>
        NamedCommit: MessageTypeDefinition<_linescope_analytics_v1_NamedCommit, _linescope_analytics_v1_NamedCommit__Output>
        NewestCommitBeforeRequest: MessageTypeDefinition<_linescope_analytics_v1_NewestCommitBeforeRequest, _linescope_analytics_v1_NewestCommitBeforeRequest__Output>
        PreviewDiffDeltaRequest: MessageTypeDefinition<_linescope_analytics_v1_PreviewDiffDeltaRequest, _linescope_analytics_v1_PreviewDiffDeltaRequest__Output>
        PreviewDiffDeltaResponse: MessageTypeDefinition<_linescope_analytics_v1_PreviewDiffDeltaResponse, _linescope_analytics_v1_PreviewDiffDeltaResponse__Output>
        ReleaseRange: MessageTypeDefinition<_linescope_analytics_v1_ReleaseRange, _linescope_analytics_v1_ReleaseRange__Output>
      }
    }
  }
}

