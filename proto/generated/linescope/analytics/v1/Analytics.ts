// Original file: linescope/analytics/v1/analytics.proto

import type * as grpc from '@grpc/grpc-js'
import type { MethodDefinition } from '@grpc/proto-loader'
import type { CountReleasesRequest as _linescope_analytics_v1_CountReleasesRequest, CountReleasesRequest__Output as _linescope_analytics_v1_CountReleasesRequest__Output } from '../../../linescope/analytics/v1/CountReleasesRequest.ts';
import type { CountReleasesResponse as _linescope_analytics_v1_CountReleasesResponse, CountReleasesResponse__Output as _linescope_analytics_v1_CountReleasesResponse__Output } from '../../../linescope/analytics/v1/CountReleasesResponse.ts';
import type { FindCommitRequest as _linescope_analytics_v1_FindCommitRequest, FindCommitRequest__Output as _linescope_analytics_v1_FindCommitRequest__Output } from '../../../linescope/analytics/v1/FindCommitRequest.ts';
import type { FindCommitResponse as _linescope_analytics_v1_FindCommitResponse, FindCommitResponse__Output as _linescope_analytics_v1_FindCommitResponse__Output } from '../../../linescope/analytics/v1/FindCommitResponse.ts';
import type { FindIssuesRequest as _linescope_analytics_v1_FindIssuesRequest, FindIssuesRequest__Output as _linescope_analytics_v1_FindIssuesRequest__Output } from '../../../linescope/analytics/v1/FindIssuesRequest.ts';
import type { FindIssuesResponse as _linescope_analytics_v1_FindIssuesResponse, FindIssuesResponse__Output as _linescope_analytics_v1_FindIssuesResponse__Output } from '../../../linescope/analytics/v1/FindIssuesResponse.ts';
import type { FirstCommitsNamingRequest as _linescope_analytics_v1_FirstCommitsNamingRequest, FirstCommitsNamingRequest__Output as _linescope_analytics_v1_FirstCommitsNamingRequest__Output } from '../../../linescope/analytics/v1/FirstCommitsNamingRequest.ts';
import type { FirstCommitsNamingResponse as _linescope_analytics_v1_FirstCommitsNamingResponse, FirstCommitsNamingResponse__Output as _linescope_analytics_v1_FirstCommitsNamingResponse__Output } from '../../../linescope/analytics/v1/FirstCommitsNamingResponse.ts';
import type { NewestCommitBeforeRequest as _linescope_analytics_v1_NewestCommitBeforeRequest, NewestCommitBeforeRequest__Output as _linescope_analytics_v1_NewestCommitBeforeRequest__Output } from '../../../linescope/analytics/v1/NewestCommitBeforeRequest.ts';

export interface AnalyticsClient extends grpc.Client {
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
  
  FirstCommitsNaming(argument: _linescope_analytics_v1_FirstCommitsNamingRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_linescope_analytics_v1_FirstCommitsNamingResponse__Output>): grpc.ClientUnaryCall;
  FirstCommitsNaming(argument: _linescope_analytics_v1_FirstCommitsNamingRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_linescope_analytics_v1_FirstCommitsNamingResponse__Output>): grpc.ClientUnaryCall;
  FirstCommitsNaming(argument: _linescope_analytics_v1_FirstCommitsNamingRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_linescope_analytics_v1_FirstCommitsNamingResponse__Output>): grpc.ClientUnaryCall;
  FirstCommitsNaming(argument: _linescope_analytics_v1_FirstCommitsNamingRequest, callback: grpc.requestCallback<_linescope_analytics_v1_FirstCommitsNamingResponse__Output>): grpc.ClientUnaryCall;
  firstCommitsNaming(argument: _linescope_analytics_v1_FirstCommitsNamingRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_linescope_analytics_v1_FirstCommitsNamingResponse__Output>): grpc.ClientUnaryCall;
  firstCommitsNaming(argument: _linescope_analytics_v1_FirstCommitsNamingRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_linescope_analytics_v1_FirstCommitsNamingResponse__Output>): grpc.ClientUnaryCall;
  firstCommitsNaming(argument: _linescope_analytics_v1_FirstCommitsNamingRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_linescope_analytics_v1_FirstCommitsNamingResponse__Output>): grpc.ClientUnaryCall;
  firstCommitsNaming(argument: _linescope_analytics_v1_FirstCommitsNamingRequest, callback: grpc.requestCallback<_linescope_analytics_v1_FirstCommitsNamingResponse__Output>): grpc.ClientUnaryCall;
  
  NewestCommitBefore(argument: _linescope_analytics_v1_NewestCommitBeforeRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_linescope_analytics_v1_FindCommitResponse__Output>): grpc.ClientUnaryCall;
  NewestCommitBefore(argument: _linescope_analytics_v1_NewestCommitBeforeRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_linescope_analytics_v1_FindCommitResponse__Output>): grpc.ClientUnaryCall;
  NewestCommitBefore(argument: _linescope_analytics_v1_NewestCommitBeforeRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_linescope_analytics_v1_FindCommitResponse__Output>): grpc.ClientUnaryCall;
  NewestCommitBefore(argument: _linescope_analytics_v1_NewestCommitBeforeRequest, callback: grpc.requestCallback<_linescope_analytics_v1_FindCommitResponse__Output>): grpc.ClientUnaryCall;
  newestCommitBefore(argument: _linescope_analytics_v1_NewestCommitBeforeRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_linescope_analytics_v1_FindCommitResponse__Output>): grpc.ClientUnaryCall;
  newestCommitBefore(argument: _linescope_analytics_v1_NewestCommitBeforeRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_linescope_analytics_v1_FindCommitResponse__Output>): grpc.ClientUnaryCall;
  newestCommitBefore(argument: _linescope_analytics_v1_NewestCommitBeforeRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_linescope_analytics_v1_FindCommitResponse__Output>): grpc.ClientUnaryCall;
  newestCommitBefore(argument: _linescope_analytics_v1_NewestCommitBeforeRequest, callback: grpc.requestCallback<_linescope_analytics_v1_FindCommitResponse__Output>): grpc.ClientUnaryCall;
  
}

export interface AnalyticsHandlers extends grpc.UntypedServiceImplementation {
  CountReleases: grpc.handleUnaryCall<_linescope_analytics_v1_CountReleasesRequest__Output, _linescope_analytics_v1_CountReleasesResponse>;
  
  FindCommit: grpc.handleUnaryCall<_linescope_analytics_v1_FindCommitRequest__Output, _linescope_analytics_v1_FindCommitResponse>;
  
  FindIssues: grpc.handleUnaryCall<_linescope_analytics_v1_FindIssuesRequest__Output, _linescope_analytics_v1_FindIssuesResponse>;
  
  FirstCommitsNaming: grpc.handleUnaryCall<_linescope_analytics_v1_FirstCommitsNamingRequest__Output, _linescope_analytics_v1_FirstCommitsNamingResponse>;
  
  NewestCommitBefore: grpc.handleUnaryCall<_linescope_analytics_v1_NewestCommitBeforeRequest__Output, _linescope_analytics_v1_FindCommitResponse>;
  
}

export interface AnalyticsDefinition extends grpc.ServiceDefinition {
  CountReleases: MethodDefinition<_linescope_analytics_v1_CountReleasesRequest, _linescope_analytics_v1_CountReleasesResponse, _linescope_analytics_v1_CountReleasesRequest__Output, _linescope_analytics_v1_CountReleasesResponse__Output>
  FindCommit: MethodDefinition<_linescope_analytics_v1_FindCommitRequest, _linescope_analytics_v1_FindCommitResponse, _linescope_analytics_v1_FindCommitRequest__Output, _linescope_analytics_v1_FindCommitResponse__Output>
  FindIssues: MethodDefinition<_linescope_analytics_v1_FindIssuesRequest, _linescope_analytics_v1_FindIssuesResponse, _linescope_analytics_v1_FindIssuesRequest__Output, _linescope_analytics_v1_FindIssuesResponse__Output>
  FirstCommitsNaming: MethodDefinition<_linescope_analytics_v1_FirstCommitsNamingRequest, _linescope_analytics_v1_FirstCommitsNamingResponse, _linescope_analytics_v1_FirstCommitsNamingRequest__Output, _linescope_analytics_v1_FirstCommitsNamingResponse__Output>
  NewestCommitBefore: MethodDefinition<_linescope_analytics_v1_NewestCommitBeforeRequest, _linescope_analytics_v1_FindCommitResponse, _linescope_analytics_v1_NewestCommitBeforeRequest__Output, _linescope_analytics_v1_FindCommitResponse__Output>
}
