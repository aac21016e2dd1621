// Original file: linescope/developers_teams/v1/developers_teams.proto

import type * as grpc from '@grpc/grpc-js'
import type { MethodDefinition } from '@grpc/proto-loader'
import type { FindCommittersRequest as _linescope_developers_teams_v1_FindCommittersRequest, FindCommittersRequest__Output as _linescope_developers_teams_v1_FindCommittersRequest__Output } from '../../../linescope/developers_teams/v1/FindCommittersRequest.ts';
import type { FindCommittersResponse as _linescope_developers_teams_v1_FindCommittersResponse, FindCommittersResponse__Output as _linescope_developers_teams_v1_FindCommittersResponse__Output } from '../../../linescope/developers_teams/v1/FindCommittersResponse.ts';
import type { JoinCommittersRequest as _linescope_developers_teams_v1_JoinCommittersRequest, JoinCommittersRequest__Output as _linescope_developers_teams_v1_JoinCommittersRequest__Output } from '../../../linescope/developers_teams/v1/JoinCommittersRequest.ts';
import type { JoinCommittersResponse as _linescope_developers_teams_v1_JoinCommittersResponse, JoinCommittersResponse__Output as _linescope_developers_teams_v1_JoinCommittersResponse__Output } from '../../../linescope/developers_teams/v1/JoinCommittersResponse.ts';
import type { ResolveIdentitiesRequest as _linescope_developers_teams_v1_ResolveIdentitiesRequest, ResolveIdentitiesRequest__Output as _linescope_developers_teams_v1_ResolveIdentitiesRequest__Output } from '../../../linescope/developers_teams/v1/ResolveIdentitiesRequest.ts';
import type { ResolveIdentitiesResponse as _linescope_developers_teams_v1_ResolveIdentitiesResponse, ResolveIdentitiesResponse__Output as _linescope_developers_teams_v1_ResolveIdentitiesResponse__Output } from '../../../linescope/developers_teams/v1/ResolveIdentitiesResponse.ts';
import type { ResolveTeamRequest as _linescope_developers_teams_v1_ResolveTeamRequest, ResolveTeamRequest__Output as _linescope_developers_teams_v1_ResolveTeamRequest__Output } from '../../../linescope/developers_teams/v1/ResolveTeamRequest.ts';
import type { ResolveTeamResponse as _linescope_developers_teams_v1_ResolveTeamResponse, ResolveTeamResponse__Output as _linescope_developers_teams_v1_ResolveTeamResponse__Output } from '../../../linescope/developers_teams/v1/ResolveTeamResponse.ts';
import type { SplitCommitterRequest as _linescope_developers_teams_v1_SplitCommitterRequest, SplitCommitterRequest__Output as _linescope_developers_teams_v1_SplitCommitterRequest__Output } from '../../../linescope/developers_teams/v1/SplitCommitterRequest.ts';
import type { SplitCommitterResponse as _linescope_developers_teams_v1_SplitCommitterResponse, SplitCommitterResponse__Output as _linescope_developers_teams_v1_SplitCommitterResponse__Output } from '../../../linescope/developers_teams/v1/SplitCommitterResponse.ts';
import type { StatsAccessRequest as _linescope_developers_teams_v1_StatsAccessRequest, StatsAccessRequest__Output as _linescope_developers_teams_v1_StatsAccessRequest__Output } from '../../../linescope/developers_teams/v1/StatsAccessRequest.ts';
import type { StatsAccessResponse as _linescope_developers_teams_v1_StatsAccessResponse, StatsAccessResponse__Output as _linescope_developers_teams_v1_StatsAccessResponse__Output } from '../../../linescope/developers_teams/v1/StatsAccessResponse.ts';
import type { SyncTeamsRequest as _linescope_developers_teams_v1_SyncTeamsRequest, SyncTeamsRequest__Output as _linescope_developers_teams_v1_SyncTeamsRequest__Output } from '../../../linescope/developers_teams/v1/SyncTeamsRequest.ts';
import type { SyncTeamsResponse as _linescope_developers_teams_v1_SyncTeamsResponse, SyncTeamsResponse__Output as _linescope_developers_teams_v1_SyncTeamsResponse__Output } from '../../../linescope/developers_teams/v1/SyncTeamsResponse.ts';

export interface DevelopersTeamsClient extends grpc.Client {
  FindCommitters(argument: _linescope_developers_teams_v1_FindCommittersRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_linescope_developers_teams_v1_FindCommittersResponse__Output>): grpc.ClientUnaryCall;
  FindCommitters(argument: _linescope_developers_teams_v1_FindCommittersRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_linescope_developers_teams_v1_FindCommittersResponse__Output>): grpc.ClientUnaryCall;
  FindCommitters(argument: _linescope_developers_teams_v1_FindCommittersRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_linescope_developers_teams_v1_FindCommittersResponse__Output>): grpc.ClientUnaryCall;
  FindCommitters(argument: _linescope_developers_teams_v1_FindCommittersRequest, callback: grpc.requestCallback<_linescope_developers_teams_v1_FindCommittersResponse__Output>): grpc.ClientUnaryCall;
  findCommitters(argument: _linescope_developers_teams_v1_FindCommittersRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_linescope_developers_teams_v1_FindCommittersResponse__Output>): grpc.ClientUnaryCall;
  findCommitters(argument: _linescope_developers_teams_v1_FindCommittersRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_linescope_developers_teams_v1_FindCommittersResponse__Output>): grpc.ClientUnaryCall;
  findCommitters(argument: _linescope_developers_teams_v1_FindCommittersRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_linescope_developers_teams_v1_FindCommittersResponse__Output>): grpc.ClientUnaryCall;
  findCommitters(argument: _linescope_developers_teams_v1_FindCommittersRequest, callback: grpc.requestCallback<_linescope_developers_teams_v1_FindCommittersResponse__Output>): grpc.ClientUnaryCall;
  
  JoinCommitters(argument: _linescope_developers_teams_v1_JoinCommittersRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_linescope_developers_teams_v1_JoinCommittersResponse__Output>): grpc.ClientUnaryCall;
  JoinCommitters(argument: _linescope_developers_teams_v1_JoinCommittersRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_linescope_developers_teams_v1_JoinCommittersResponse__Output>): grpc.ClientUnaryCall;
  JoinCommitters(argument: _linescope_developers_teams_v1_JoinCommittersRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_linescope_developers_teams_v1_JoinCommittersResponse__Output>): grpc.ClientUnaryCall;
  JoinCommitters(argument: _linescope_developers_teams_v1_JoinCommittersRequest, callback: grpc.requestCallback<_linescope_developers_teams_v1_JoinCommittersResponse__Output>): grpc.ClientUnaryCall;
  joinCommitters(argument: _linescope_developers_teams_v1_JoinCommittersRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_linescope_developers_teams_v1_JoinCommittersResponse__Output>): grpc.ClientUnaryCall;
  joinCommitters(argument: _linescope_developers_teams_v1_JoinCommittersRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_linescope_developers_teams_v1_JoinCommittersResponse__Output>): grpc.ClientUnaryCall;
  joinCommitters(argument: _linescope_developers_teams_v1_JoinCommittersRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_linescope_developers_teams_v1_JoinCommittersResponse__Output>): grpc.ClientUnaryCall;
  joinCommitters(argument: _linescope_developers_teams_v1_JoinCommittersRequest, callback: grpc.requestCallback<_linescope_developers_teams_v1_JoinCommittersResponse__Output>): grpc.ClientUnaryCall;
  
  ResolveIdentities(argument: _linescope_developers_teams_v1_ResolveIdentitiesRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_linescope_developers_teams_v1_ResolveIdentitiesResponse__Output>): grpc.ClientUnaryCall;
  ResolveIdentities(argument: _linescope_developers_teams_v1_ResolveIdentitiesRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_linescope_developers_teams_v1_ResolveIdentitiesResponse__Output>): grpc.ClientUnaryCall;
  ResolveIdentities(argument: _linescope_developers_teams_v1_ResolveIdentitiesRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_linescope_developers_teams_v1_ResolveIdentitiesResponse__Output>): grpc.ClientUnaryCall;
  ResolveIdentities(argument: _linescope_developers_teams_v1_ResolveIdentitiesRequest, callback: grpc.requestCallback<_linescope_developers_teams_v1_ResolveIdentitiesResponse__Output>): grpc.ClientUnaryCall;
  resolveIdentities(argument: _linescope_developers_teams_v1_ResolveIdentitiesRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_linescope_developers_teams_v1_ResolveIdentitiesResponse__Output>): grpc.ClientUnaryCall;
  resolveIdentities(argument: _linescope_developers_teams_v1_ResolveIdentitiesRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_linescope_developers_teams_v1_ResolveIdentitiesResponse__Output>): grpc.ClientUnaryCall;
  resolveIdentities(argument: _linescope_developers_teams_v1_ResolveIdentitiesRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_linescope_developers_teams_v1_ResolveIdentitiesResponse__Output>): grpc.ClientUnaryCall;
  resolveIdentities(argument: _linescope_developers_teams_v1_ResolveIdentitiesRequest, callback: grpc.requestCallback<_linescope_developers_teams_v1_ResolveIdentitiesResponse__Output>): grpc.ClientUnaryCall;
  
  ResolveTeam(argument: _linescope_developers_teams_v1_ResolveTeamRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_linescope_developers_teams_v1_ResolveTeamResponse__Output>): grpc.ClientUnaryCall;
  ResolveTeam(argument: _linescope_developers_teams_v1_ResolveTeamRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_linescope_developers_teams_v1_ResolveTeamResponse__Output>): grpc.ClientUnaryCall;
  ResolveTeam(argument: _linescope_developers_teams_v1_ResolveTeamRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_linescope_developers_teams_v1_ResolveTeamResponse__Output>): grpc.ClientUnaryCall;
  ResolveTeam(argument: _linescope_developers_teams_v1_ResolveTeamRequest, callback: grpc.requestCallback<_linescope_developers_teams_v1_ResolveTeamResponse__Output>): grpc.ClientUnaryCall;
  resolveTeam(argument: _linescope_developers_teams_v1_ResolveTeamRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_linescope_developers_teams_v1_ResolveTeamResponse__Output>): grpc.ClientUnaryCall;
  resolveTeam(argument: _linescope_developers_teams_v1_ResolveTeamRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_linescope_developers_teams_v1_ResolveTeamResponse__Output>): grpc.ClientUnaryCall;
  resolveTeam(argument: _linescope_developers_teams_v1_ResolveTeamRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_linescope_developers_teams_v1_ResolveTeamResponse__Output>): grpc.ClientUnaryCall;
  resolveTeam(argument: _linescope_developers_teams_v1_ResolveTeamRequest, callback: grpc.requestCallback<_linescope_developers_teams_v1_ResolveTeamResponse__Output>): grpc.ClientUnaryCall;
  
  SplitCommitter(argument: _linescope_developers_teams_v1_SplitCommitterRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_linescope_developers_teams_v1_SplitCommitterResponse__Output>): grpc.ClientUnaryCall;
  SplitCommitter(argument: _linescope_developers_teams_v1_SplitCommitterRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_linescope_developers_teams_v1_SplitCommitterResponse__Output>): grpc.ClientUnaryCall;
  SplitCommitter(argument: _linescope_developers_teams_v1_SplitCommitterRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_linescope_developers_teams_v1_SplitCommitterResponse__Output>): grpc.ClientUnaryCall;
  SplitCommitter(argument: _linescope_developers_teams_v1_SplitCommitterRequest, callback: grpc.requestCallback<_linescope_developers_teams_v1_SplitCommitterResponse__Output>): grpc.ClientUnaryCall;
  splitCommitter(argument: _linescope_developers_teams_v1_SplitCommitterRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_linescope_developers_teams_v1_SplitCommitterResponse__Output>): grpc.ClientUnaryCall;
  splitCommitter(argument: _linescope_developers_teams_v1_SplitCommitterRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_linescope_developers_teams_v1_SplitCommitterResponse__Output>): grpc.ClientUnaryCall;
  splitCommitter(argument: _linescope_developers_teams_v1_SplitCommitterRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_linescope_developers_teams_v1_SplitCommitterResponse__Output>): grpc.ClientUnaryCall;
  splitCommitter(argument: _linescope_developers_teams_v1_SplitCommitterRequest, callback: grpc.requestCallback<_linescope_developers_teams_v1_SplitCommitterResponse__Output>): grpc.ClientUnaryCall;
  
  StatsAccess(argument: _linescope_developers_teams_v1_StatsAccessRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_linescope_developers_teams_v1_StatsAccessResponse__Output>): grpc.ClientUnaryCall;
  StatsAccess(argument: _linescope_developers_teams_v1_StatsAccessRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_linescope_developers_teams_v1_StatsAccessResponse__Output>): grpc.ClientUnaryCall;
  StatsAccess(argument: _linescope_developers_teams_v1_StatsAccessRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_linescope_developers_teams_v1_StatsAccessResponse__Output>): grpc.ClientUnaryCall;
  StatsAccess(argument: _linescope_developers_teams_v1_StatsAccessRequest, callback: grpc.requestCallback<_linescope_developers_teams_v1_StatsAccessResponse__Output>): grpc.ClientUnaryCall;
  statsAccess(argument: _linescope_developers_teams_v1_StatsAccessRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_linescope_developers_teams_v1_StatsAccessResponse__Output>): grpc.ClientUnaryCall;
  statsAccess(argument: _linescope_developers_teams_v1_StatsAccessRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_linescope_developers_teams_v1_StatsAccessResponse__Output>): grpc.ClientUnaryCall;
  statsAccess(argument: _linescope_developers_teams_v1_StatsAccessRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_linescope_developers_teams_v1_StatsAccessResponse__Output>): grpc.ClientUnaryCall;
  statsAccess(argument: _linescope_developers_teams_v1_StatsAccessRequest, callback: grpc.requestCallback<_linescope_developers_teams_v1_StatsAccessResponse__Output>): grpc.ClientUnaryCall;
  
  SyncTeams(argument: _linescope_developers_teams_v1_SyncTeamsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_linescope_developers_teams_v1_SyncTeamsResponse__Output>): grpc.ClientUnaryCall;
  SyncTeams(argument: _linescope_developers_teams_v1_SyncTeamsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_linescope_developers_teams_v1_SyncTeamsResponse__Output>): grpc.ClientUnaryCall;
  SyncTeams(argument: _linescope_developers_teams_v1_SyncTeamsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_linescope_developers_teams_v1_SyncTeamsResponse__Output>): grpc.ClientUnaryCall;
  SyncTeams(argument: _linescope_developers_teams_v1_SyncTeamsRequest, callback: grpc.requestCallback<_linescope_developers_teams_v1_SyncTeamsResponse__Output>): grpc.ClientUnaryCall;
  syncTeams(argument: _linescope_developers_teams_v1_SyncTeamsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_linescope_developers_teams_v1_SyncTeamsResponse__Output>): grpc.ClientUnaryCall;
  syncTeams(argument: _linescope_developers_teams_v1_SyncTeamsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_linescope_developers_teams_v1_SyncTeamsResponse__Output>): grpc.ClientUnaryCall;
  syncTeams(argument: _linescope_developers_teams_v1_SyncTeamsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_linescope_developers_teams_v1_SyncTeamsResponse__Output>): grpc.ClientUnaryCall;
  syncTeams(argument: _linescope_developers_teams_v1_SyncTeamsRequest, callback: grpc.requestCallback<_linescope_developers_teams_v1_SyncTeamsResponse__Output>): grpc.ClientUnaryCall;
  
}

export interface DevelopersTeamsHandlers extends grpc.UntypedServiceImplementation {
  FindCommitters: grpc.handleUnaryCall<_linescope_developers_teams_v1_FindCommittersRequest__Output, _linescope_developers_teams_v1_FindCommittersResponse>;
  
  JoinCommitters: grpc.handleUnaryCall<_linescope_developers_teams_v1_JoinCommittersRequest__Output, _linescope_developers_teams_v1_JoinCommittersResponse>;
  
  ResolveIdentities: grpc.handleUnaryCall<_linescope_developers_teams_v1_ResolveIdentitiesRequest__Output, _linescope_developers_teams_v1_ResolveIdentitiesResponse>;
  
  ResolveTeam: grpc.handleUnaryCall<_linescope_developers_teams_v1_ResolveTeamRequest__Output, _linescope_developers_teams_v1_ResolveTeamResponse>;
  
  SplitCommitter: grpc.handleUnaryCall<_linescope_developers_teams_v1_SplitCommitterRequest__Output, _linescope_developers_teams_v1_SplitCommitterResponse>;
  
  StatsAccess: grpc.handleUnaryCall<_linescope_developers_teams_v1_StatsAccessRequest__Output, _linescope_developers_teams_v1_StatsAccessResponse>;
  
  SyncTeams: grpc.handleUnaryCall<_linescope_developers_teams_v1_SyncTeamsRequest__Output, _linescope_developers_teams_v1_SyncTeamsResponse>;
  
}

export interface DevelopersTeamsDefinition extends grpc.ServiceDefinition {
  FindCommitters: MethodDefinition<_linescope_developers_teams_v1_FindCommittersRequest, _linescope_developers_teams_v1_FindCommittersResponse, _linescope_developers_teams_v1_FindCommittersRequest__Output, _linescope_developers_teams_v1_FindCommittersResponse__Output>
  JoinCommitters: MethodDefinition<_linescope_developers_teams_v1_JoinCommittersRequest, _linescope_developers_teams_v1_JoinCommittersResponse, _linescope_developers_teams_v1_JoinCommittersRequest__Output, _linescope_developers_teams_v1_JoinCommittersResponse__Output>
  ResolveIdentities: MethodDefinition<_linescope_developers_teams_v1_ResolveIdentitiesRequest, _linescope_developers_teams_v1_ResolveIdentitiesResponse, _linescope_developers_teams_v1_ResolveIdentitiesRequest__Output, _linescope_developers_teams_v1_ResolveIdentitiesResponse__Output>
  ResolveTeam: MethodDefinition<_linescope_developers_teams_v1_ResolveTeamRequest, _linescope_developers_teams_v1_ResolveTeamResponse, _linescope_developers_teams_v1_ResolveTeamRequest__Output, _linescope_developers_teams_v1_ResolveTeamResponse__Output>
  SplitCommitter: MethodDefinition<_linescope_developers_teams_v1_SplitCommitterRequest, _linescope_developers_teams_v1_SplitCommitterResponse, _linescope_developers_teams_v1_SplitCommitterRequest__Output, _linescope_developers_teams_v1_SplitCommitterResponse__Output>
  StatsAccess: MethodDefinition<_linescope_developers_teams_v1_StatsAccessRequest, _linescope_developers_teams_v1_StatsAccessResponse, _linescope_developers_teams_v1_StatsAccessRequest__Output, _linescope_developers_teams_v1_StatsAccessResponse__Output>
  SyncTeams: MethodDefinition<_linescope_developers_teams_v1_SyncTeamsRequest, _linescope_developers_teams_v1_SyncTeamsResponse, _linescope_developers_teams_v1_SyncTeamsRequest__Output, _linescope_developers_teams_v1_SyncTeamsResponse__Output>
}
