// Original file: linescope/analytics/v1/analytics.proto

import type * as grpc from '@grpc/grpc-js'
import type { MethodDefinition } from '@grpc/proto-loader'
import type { CommitsNamingRequest as _linescope_analytics_v1_CommitsNamingRequest, CommitsNamingRequest__Output as _linescope_analytics_v1_CommitsNamingRequest__Output } from '../../../linescope/analytics/v1/CommitsNamingRequest.ts';
import type { CommitsNamingResponse as _linescope_analytics_v1_CommitsNamingResponse, CommitsNamingResponse__Output as _linescope_analytics_v1_CommitsNamingResponse__Output } from '../../../linescope/analytics/v1/CommitsNamingResponse.ts';
import type { CountIncompleteCommitsRequest as _linescope_analytics_v1_CountIncompleteCommitsRequest, CountIncompleteCommitsRequest__Output as _linescope_analytics_v1_CountIncompleteCommitsRequest__Output } from '../../../linescope/analytics/v1/CountIncompleteCommitsRequest.ts';
import type { CountIncompleteCommitsResponse as _linescope_analytics_v1_CountIncompleteCommitsResponse, CountIncompleteCommitsResponse__Output as _linescope_analytics_v1_CountIncompleteCommitsResponse__Output } from '../../../linescope/analytics/v1/CountIncompleteCommitsResponse.ts';
import type { CountReleasesRequest as _linescope_analytics_v1_CountReleasesRequest, CountReleasesRequest__Output as _linescope_analytics_v1_CountReleasesRequest__Output } from '../../../linescope/analytics/v1/CountReleasesRequest.ts';
import type { CountReleasesResponse as _linescope_analytics_v1_CountReleasesResponse, CountReleasesResponse__Output as _linescope_analytics_v1_CountReleasesResponse__Output } from '../../../linescope/analytics/v1/CountReleasesResponse.ts';
import type { FindCommitRequest as _linescope_analytics_v1_FindCommitRequest, FindCommitRequest__Output as _linescope_analytics_v1_FindCommitRequest__Output } from '../../../linescope/analytics/v1/FindCommitRequest.ts';
import type { FindCommitResponse as _linescope_analytics_v1_FindCommitResponse, FindCommitResponse__Output as _linescope_analytics_v1_FindCommitResponse__Output } from '../../../linescope/analytics/v1/FindCommitResponse.ts';
import type { FindIssuesRequest as _linescope_analytics_v1_FindIssuesRequest, FindIssuesRequest__Output as _linescope_analytics_v1_FindIssuesRequest__Output } from '../../../linescope/analytics/v1/FindIssuesRequest.ts';
import type { FindIssuesResponse as _linescope_analytics_v1_FindIssuesResponse, FindIssuesResponse__Output as _linescope_analytics_v1_FindIssuesResponse__Output } from '../../../linescope/analytics/v1/FindIssuesResponse.ts';
import type { FindMissingCommitsRequest as _linescope_analytics_v1_FindMissingCommitsRequest, FindMissingCommitsRequest__Output as _linescope_analytics_v1_FindMissingCommitsRequest__Output } from '../../../linescope/analytics/v1/FindMissingCommitsRequest.ts';
import type { FindMissingCommitsResponse as _linescope_analytics_v1_FindMissingCommitsResponse, FindMissingCommitsResponse__Output as _linescope_analytics_v1_FindMissingCommitsResponse__Output } from '../../../linescope/analytics/v1/FindMissingCommitsResponse.ts';
import type { ListDerivationsRequest as _linescope_analytics_v1_ListDerivationsRequest, ListDerivationsRequest__Output as _linescope_analytics_v1_ListDerivationsRequest__Output } from '../../../linescope/analytics/v1/ListDerivationsRequest.ts';
import type { ListDerivationsResponse as _linescope_analytics_v1_ListDerivationsResponse, ListDerivationsResponse__Output as _linescope_analytics_v1_ListDerivationsResponse__Output } from '../../../linescope/analytics/v1/ListDerivationsResponse.ts';
import type { NewestCommitBeforeRequest as _linescope_analytics_v1_NewestCommitBeforeRequest, NewestCommitBeforeRequest__Output as _linescope_analytics_v1_NewestCommitBeforeRequest__Output } from '../../../linescope/analytics/v1/NewestCommitBeforeRequest.ts';
import type { PreviewDiffDeltaRequest as _linescope_analytics_v1_PreviewDiffDeltaRequest, PreviewDiffDeltaRequest__Output as _linescope_analytics_v1_PreviewDiffDeltaRequest__Output } from '../../../linescope/analytics/v1/PreviewDiffDeltaRequest.ts';
import type { PreviewDiffDeltaResponse as _linescope_analytics_v1_PreviewDiffDeltaResponse, PreviewDiffDeltaResponse__Output as _linescope_analytics_v1_PreviewDiffDeltaResponse__Output } from '../../../linescope/analytics/v1/PreviewDiffDeltaResponse.ts';

export interface AnalyticsClient extends grpc.Client {
  CommitsNaming(argument: _linescope_analytics_v1_CommitsNamingRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_linescope_analytics_v1_CommitsNamingResponse__Output>): grpc.ClientUnaryCall;
  CommitsNaming(argument: _linescope_analytics_v1_CommitsNamingRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_linescope_analytics_v1_CommitsNamingResponse__Output>): grpc.ClientUnaryCall;
  CommitsNaming(argument: _linescope_analytics_v1_CommitsNamingRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_linescope_analytics_v1_CommitsNamingResponse__Output>): grpc.ClientUnaryCall;
  CommitsNaming(argument: _linescope_analytics_v1_CommitsNamingRequest, callback: grpc.requestCallback<_linescope_analytics_v1_CommitsNamingResponse__Output>): grpc.ClientUnaryCall;
  commitsNaming(argument: _linescope_analytics_v1_CommitsNamingRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_linescope_analytics_v1_CommitsNamingResponse__Output>): grpc.ClientUnaryCall;
  commitsNaming(argument: _linescope_analytics_v1_CommitsNamingRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_linescope_analytics_v1_CommitsNamingResponse__Output>): grpc.ClientUnaryCall;
  commitsNaming(argument: _linescope_analytics_v1_CommitsNamingRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_linescope_analytics_v1_CommitsNamingResponse__Output>): grpc.ClientUnaryCall;
  commitsNaming(argument: _linescope_analytics_v1_CommitsNamingRequest, callback: grpc.requestCallback<_linescope_analytics_v1_CommitsNamingResponse__Output>): grpc.ClientUnaryCall;
  
  CountIncompleteCommits(argument: _linescope_analytics_v1_CountIncompleteCommitsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_linescope_analytics_v1_CountIncompleteCommitsResponse__Output>): grpc.ClientUnaryCall;
  CountIncompleteCommits(argument: _linescope_analytics_v1_CountIncompleteCommitsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_linescope_analytics_v1_CountIncompleteCommitsResponse__Output>): grpc.ClientUnaryCall;
  CountIncompleteCommits(argument: _linescope_analytics_v1_CountIncompleteCommitsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_linescope_analytics_v1_CountIncompleteCommitsResponse__Output>): grpc.ClientUnaryCall;
  CountIncompleteCommits(argument: _linescope_analytics_v1_CountIncompleteCommitsRequest, callback: grpc.requestCallback<_linescope_analytics_v1_CountIncompleteCommitsResponse__Output>): grpc.ClientUnaryCall;
  countIncompleteCommits(argument: _linescope_analytics_v1_CountIncompleteCommitsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_linescope_analytics_v1_CountIncompleteCommitsResponse__Output>): grpc.ClientUnaryCall;
  countIncompleteCommits(argument: _linescope_analytics_v1_CountIncompleteCommitsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_linescope_analytics_v1_CountIncompleteCommitsResponse__Output>): grpc.ClientUnaryCall;
  countIncompleteCommits(argument: _linescope_analytics_v1_CountIncompleteCommitsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_linescope_analytics_v1_CountIncompleteCommitsResponse__Output>): grpc.ClientUnaryCall;
  countIncompleteCommits(argument: _linescope_analytics_v1_CountIncompleteCommitsRequest, callback: grpc.requestCallback<_linescope_analytics_v1_CountIncompleteCommitsResponse__Output>): grpc.ClientUnaryCall;
  
  CountReleases(argument: _linescope_analytics_v1_CountReleasesRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_linescope_analytics_v1_CountReleasesResponse__Output>): grpc.ClientUnaryCall;
  CountReleases(argument: _linescope_analytics_v1_CountReleasesRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_linescope_analytics_v1_CountReleasesResponse__Output>): grpc.ClientUnaryCall;
  CountReleases(argument: _linescope_analytics_v1_CountReleasesRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_linescope_analytics_v1_CountReleasesResponse__Output>): grpc.ClientUnaryCall;
  CountReleases(argument: _linescope_analytics_v1_CountReleasesRequest, callback: grpc.requestCallback<_linescope_analytics_v1_CountReleasesResponse__Output>): grpc.ClientUnaryCall;
  countReleases(argument: _linescope_analytics_v1_CountReleasesRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_linescope_analytics_v1_CountReleasesResponse__Output>): grpc.ClientUnaryCall;
  countReleases(argument: _linescope_analytics_v1_CountReleasesRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_linescope_analytics_v1_CountReleasesResponse__Output>): grpc.ClientUnaryCall;
  countReleases(argument: _linescope_analytics_v1_CountReleasesRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_linescope_analytics_v1_CountReleasesResponse__Output>): grpc.ClientUnaryCall;
  countReleases(argument: _linescope_analytics_v1_CountReleasesRequest, callback: grpc.requestCallback<_linescope_analytics_v1_CountReleasesResponse__Output>): grpc.ClientUnaryCall;
  
  FindCommit(argument: _linescope_analytics_v1_FindCommitRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_linescope_analytics_v1_FindCommitResponse__Output>): grpc.ClientUnaryCall;
  FindCommit(argument: _linescope_analytics_v1_FindCommitRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_linescope_analytics_v1_FindCommitResponse__Output>): grpc.ClientUnaryCall;
  FindCommit(argument: _linescope_analytics_v1_FindCommitRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_linescope_analytics_v1_FindCommitResponse__Output>): grpc.ClientUnaryCall;
  FindCommit(argument: _linescope_analytics_v1_FindCommitRequest, callback: grpc.requestCallback<_linescope_analytics_v1_FindCommitResponse__Output>): grpc.ClientUnaryCall;
  findCommit(argument: _linescope_analytics_v1_FindCommitRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_linescope_analytics_v1_FindCommitResponse__Output>): grpc.ClientUnaryCall;
  findCommit(argument: _linescope_analytics_v1_FindCommitRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_linescope_analytics_v1_FindCommitResponse__Output>): grpc.ClientUnaryCall;
  findCommit(argument: _linescope_analytics_v1_FindCommitRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_linescope_analytics_v1_FindCommitResponse__Output>): grpc.ClientUnaryCall;
  findCommit(argument: _linescope_analytics_v1_FindCommitRequest, callback: grpc.requestCallback<_linescope_analytics_v1_FindCommitResponse__Output>): grpc.ClientUnaryCall;
  
  FindIssues(argument: _linescope_analytics_v1_FindIssuesRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_linescope_analytics_v1_FindIssuesResponse__Output>): grpc.ClientUnaryCall;
  FindIssues(argument: _linescope_analytics_v1_FindIssuesRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_linescope_analytics_v1_FindIssuesResponse__Output>): grpc.ClientUnaryCall;
  FindIssues(argument: _linescope_analytics_v1_FindIssuesRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_linescope_analytics_v1_FindIssuesResponse__Output>): grpc.ClientUnaryCall;
  FindIssues(argument: _linescope_analytics_v1_FindIssuesRequest, callback: grpc.requestCallback<_linescope_analytics_v1_FindIssuesResponse__Output>): grpc.ClientUnaryCall;
  findIssues(argument: _linescope_analytics_v1_FindIssuesRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_linescope_analytics_v1_FindIssuesResponse__Output>): grpc.ClientUnaryCall;
  findIssues(argument: _linescope_analytics_v1_FindIssuesRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_linescope_analytics_v1_FindIssuesResponse__Output>): grpc.ClientUnaryCall;
  findIssues(argument: _linescope_analytics_v1_FindIssuesRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_linescope_analytics_v1_FindIssuesResponse__Output>): grpc.ClientUnaryCall;
  findIssues(argument: _linescope_analytics_v1_FindIssuesRequest, callback: grpc.requestCallback<_linescope_analytics_v1_FindIssuesResponse__Output>): grpc.ClientUnaryCall;
  
  FindMissingCommits(argument: _linescope_analytics_v1_FindMissingCommitsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_linescope_analytics_v1_FindMissingCommitsResponse__Output>): grpc.ClientUnaryCall;
  FindMissingCommits(argument: _linescope_analytics_v1_FindMissingCommitsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_linescope_analytics_v1_FindMissingCommitsResponse__Output>): grpc.ClientUnaryCall;
  FindMissingCommits(argument: _linescope_analytics_v1_FindMissingCommitsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_linescope_analytics_v1_FindMissingCommitsResponse__Output>): grpc.ClientUnaryCall;
  FindMissingCommits(argument: _linescope_analytics_v1_FindMissingCommitsRequest, callback: grpc.requestCallback<_linescope_analytics_v1_FindMissingCommitsResponse__Output>): grpc.ClientUnaryCall;
  findMissingCommits(argument: _linescope_analytics_v1_FindMissingCommitsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_linescope_analytics_v1_FindMissingCommitsResponse__Output>): grpc.ClientUnaryCall;
  findMissingCommits(argument: _linescope_analytics_v1_FindMissingCommitsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_linescope_analytics_v1_FindMissingCommitsResponse__Output>): grpc.ClientUnaryCall;
  findMissingCommits(argument: _linescope_analytics_v1_FindMissingCommitsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_linescope_analytics_v1_FindMissingCommitsResponse__Output>): grpc.ClientUnaryCall;
  findMissingCommits(argument: _linescope_analytics_v1_FindMissingCommitsRequest, callback: grpc.requestCallback<_linescope_analytics_v1_FindMissingCommitsResponse__Output>): grpc.ClientUnaryCall;
  
  ListDerivations(argument: _linescope_analytics_v1_ListDerivationsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_linescope_analytics_v1_ListDerivationsResponse__Output>): grpc.ClientUnaryCall;
  ListDerivations(argument: _linescope_analytics_v1_ListDerivationsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_linescope_analytics_v1_ListDerivationsResponse__Output>): grpc.ClientUnaryCall;
  ListDerivations(argument: _linescope_analytics_v1_ListDerivationsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_linescope_analytics_v1_ListDerivationsResponse__Output>): grpc.ClientUnaryCall;
  ListDerivations(argument: _linescope_analytics_v1_ListDerivationsRequest, callback: grpc.requestCallback<_linescope_analytics_v1_ListDerivationsResponse__Output>): grpc.ClientUnaryCall;
  listDerivations(argument: _linescope_analytics_v1_ListDerivationsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_linescope_analytics_v1_ListDerivationsResponse__Output>): grpc.ClientUnaryCall;
  listDerivations(argument: _linescope_analytics_v1_ListDerivationsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_linescope_analytics_v1_ListDerivationsResponse__Output>): grpc.ClientUnaryCall;
  listDerivations(argument: _linescope_analytics_v1_ListDerivationsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_linescope_analytics_v1_ListDerivationsResponse__Output>): grpc.ClientUnaryCall;
  listDerivations(argument: _linescope_analytics_v1_ListDerivationsRequest, callback: grpc.requestCallback<_linescope_analytics_v1_ListDerivationsResponse__Output>): grpc.ClientUnaryCall;
  
  NewestCommitBefore(argument: _linescope_analytics_v1_NewestCommitBeforeRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_linescope_analytics_v1_FindCommitResponse__Output>): grpc.ClientUnaryCall;
  NewestCommitBefore(argument: _linescope_analytics_v1_NewestCommitBeforeRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_linescope_analytics_v1_FindCommitResponse__Output>): grpc.ClientUnaryCall;
  NewestCommitBefore(argument: _linescope_analytics_v1_NewestCommitBeforeRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_linescope_analytics_v1_FindCommitResponse__Output>): grpc.ClientUnaryCall;
  NewestCommitBefore(argument: _linescope_analytics_v1_NewestCommitBeforeRequest, callback: grpc.requestCallback<_linescope_analytics_v1_FindCommitResponse__Output>): grpc.ClientUnaryCall;
  newestCommitBefore(argument: _linescope_analytics_v1_NewestCommitBeforeRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_linescope_analytics_v1_FindCommitResponse__Output>): grpc.ClientUnaryCall;
  newestCommitBefore(argument: _linescope_analytics_v1_NewestCommitBeforeRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_linescope_analytics_v1_FindCommitResponse__Output>): grpc.ClientUnaryCall;
  newestCommitBefore(argument: _linescope_analytics_v1_NewestCommitBeforeRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_linescope_analytics_v1_FindCommitResponse__Output>): grpc.ClientUnaryCall;
  newestCommitBefore(argument: _linescope_analytics_v1_NewestCommitBeforeRequest, callback: grpc.requestCallback<_linescope_analytics_v1_FindCommitResponse__Output>): grpc.ClientUnaryCall;
  
  PreviewDiffDelta(argument: _linescope_analytics_v1_PreviewDiffDeltaRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_linescope_analytics_v1_PreviewDiffDeltaResponse__Output>): grpc.ClientUnaryCall;
  PreviewDiffDelta(argument: _linescope_analytics_v1_PreviewDiffDeltaRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_linescope_analytics_v1_PreviewDiffDeltaResponse__Output>): grpc.ClientUnaryCall;
  PreviewDiffDelta(argument: _linescope_analytics_v1_PreviewDiffDeltaRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_linescope_analytics_v1_PreviewDiffDeltaResponse__Output>): grpc.ClientUnaryCall;
  PreviewDiffDelta(argument: _linescope_analytics_v1_PreviewDiffDeltaRequest, callback: grpc.requestCallback<_linescope_analytics_v1_PreviewDiffDeltaResponse__Output>): grpc.ClientUnaryCall;
  previewDiffDelta(argument: _linescope_analytics_v1_PreviewDiffDeltaRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_linescope_analytics_v1_PreviewDiffDeltaResponse__Output>): grpc.ClientUnaryCall;
  previewDiffDelta(argument: _linescope_analytics_v1_PreviewDiffDeltaRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_linescope_analytics_v1_PreviewDiffDeltaResponse__Output>): grpc.ClientUnaryCall;
  previewDiffDelta(argument: _linescope_analytics_v1_PreviewDiffDeltaRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_linescope_analytics_v1_PreviewDiffDeltaResponse__Output>): grpc.ClientUnaryCall;
  previewDiffDelta(argument: _linescope_analytics_v1_PreviewDiffDeltaRequest, callback: grpc.requestCallback<_linescope_analytics_v1_PreviewDiffDeltaResponse__Output>): grpc.ClientUnaryCall;
  
}

export interface AnalyticsHandlers extends grpc.UntypedServiceImplementation {
  CommitsNaming: grpc.handleUnaryCall<_linescope_analytics_v1_CommitsNamingRequest__Output, _linescope_analytics_v1_CommitsNamingResponse>;
  
  CountIncompleteCommits: grpc.handleUnaryCall<_linescope_analytics_v1_CountIncompleteCommitsRequest__Output, _linescope_analytics_v1_CountIncompleteCommitsResponse>;
  
  CountReleases: grpc.handleUnaryCall<_linescope_analytics_v1_CountReleasesRequest__Output, _linescope_analytics_v1_CountReleasesResponse>;
  
  FindCommit: grpc.handleUnaryCall<_linescope_analytics_v1_FindCommitRequest__Output, _linescope_analytics_v1_FindCommitResponse>;
  
  FindIssues: grpc.handleUnaryCall<_linescope_analytics_v1_FindIssuesRequest__Output, _linescope_analytics_v1_FindIssuesResponse>;
  
  FindMissingCommits: grpc.handleUnaryCall<_linescope_analytics_v1_FindMissingCommitsRequest__Output, _linescope_analytics_v1_FindMissingCommitsResponse>;
  
  ListDerivations: grpc.handleUnaryCall<_linescope_analytics_v1_ListDerivationsRequest__Output, _linescope_analytics_v1_ListDerivationsResponse>;
  
  NewestCommitBefore: grpc.handleUnaryCall<_linescope_analytics_v1_NewestCommitBeforeRequest__Output, _linescope_analytics_v1_FindCommitResponse>;
  
  PreviewDiffDelta: grpc.handleUnaryCall<_linescope_analytics_v1_PreviewDiffDeltaRequest__Output, _linescope_analytics_v1_PreviewDiffDeltaResponse>;
  
}

export interface AnalyticsDefinition extends grpc.ServiceDefinition {
  CommitsNaming: MethodDefinition<_linescope_analytics_v1_CommitsNamingRequest, _linescope_analytics_v1_CommitsNamingResponse, _linescope_analytics_v1_CommitsNamingRequest__Output, _linescope_analytics_v1_CommitsNamingResponse__Output>
  CountIncompleteCommits: MethodDefinition<_linescope_analytics_v1_CountIncompleteCommitsRequest, _linescope_analytics_v1_CountIncompleteCommitsResponse, _linescope_analytics_v1_CountIncompleteCommitsRequest__Output, _linescope_analytics_v1_CountIncompleteCommitsResponse__Output>
  CountReleases: MethodDefinition<_linescope_analytics_v1_CountReleasesRequest, _linescope_analytics_v1_CountReleasesResponse, _linescope_analytics_v1_CountReleasesRequest__Output, _linescope_analytics_v1_CountReleasesResponse__Output>
  FindCommit: MethodDefinition<_linescope_analytics_v1_FindCommitRequest, _linescope_analytics_v1_FindCommitResponse, _linescope_analytics_v1_FindCommitRequest__Output, _linescope_analytics_v1_FindCommitResponse__Output>
  FindIssues: MethodDefinition<_linescope_analytics_v1_FindIssuesRequest, _linescope_analytics_v1_FindIssuesResponse, _linescope_analytics_v1_FindIssuesRequest__Output, _linescope_analytics_v1_FindIssuesResponse__Output>
  FindMissingCommits: MethodDefinition<_linescope_analytics_v1_FindMissingCommitsRequest, _linescope_analytics_v1_FindMissingCommitsResponse, _linescope_analytics_v1_FindMissingCommitsRequest__Output, _linescope_analytics_v1_FindMissingCommitsResponse__Output>
  ListDerivations: MethodDefinition<_linescope_analytics_v1_ListDerivationsRequest, _linescope_analytics_v1_ListDerivationsResponse, _linescope_analytics_v1_ListDerivationsRequest__Output, _linescope_analytics_v1_ListDerivationsResponse__Output>
  NewestCommitBefore: MethodDefinition<_linescope_analytics_v1_NewestCommitBeforeRequest, _linescope_analytics_v1_FindCommitResponse, _linescope_analytics_v1_NewestCommitBeforeRequest__Output, _linescope_analytics_v1_FindCommitResponse__Output>
  PreviewDiffDelta: MethodDefinition<_linescope_analytics_v1_PreviewDiffDeltaRequest, _linescope_analytics_v1_PreviewDiffDeltaResponse, _linescope_analytics_v1_PreviewDiffDeltaRequest__Output, _linescope_analytics_v1_PreviewDiffDeltaResponse__Output>
}
