import type * as grpc from '@grpc/grpc-js';
import type { MessageTypeDefinition } from '@grpc/proto-loader';

import type { ChangedStatus as _linescope_developers_teams_v1_ChangedStatus, ChangedStatus__Output as _linescope_developers_teams_v1_ChangedStatus__Output } from './linescope/developers_teams/v1/ChangedStatus.ts';
import type { Committer as _linescope_developers_teams_v1_Committer, Committer__Output as _linescope_developers_teams_v1_Committer__Output } from './linescope/developers_teams/v1/Committer.ts';
import type { DevelopersTeamsClient as _linescope_developers_teams_v1_DevelopersTeamsClient, DevelopersTeamsDefinition as _linescope_developers_teams_v1_DevelopersTeamsDefinition } from './linescope/developers_teams/v1/DevelopersTeams.ts';
import type { ExternalTeam as _linescope_developers_teams_v1_ExternalTeam, ExternalTeam__Output as _linescope_developers_teams_v1_ExternalTeam__Output } from './linescope/developers_teams/v1/ExternalTeam.ts';
import type { FindCommittersRequest as _linescope_developers_teams_v1_FindCommittersRequest, FindCommittersRequest__Output as _linescope_developers_teams_v1_FindCommittersRequest__Output } from './linescope/developers_teams/v1/FindCommittersRequest.ts';
import type { FindCommittersResponse as _linescope_developers_teams_v1_FindCommittersResponse, FindCommittersResponse__Output as _linescope_developers_teams_v1_FindCommittersResponse__Output } from './linescope/developers_teams/v1/FindCommittersResponse.ts';
import type { Identity as _linescope_developers_teams_v1_Identity, Identity__Output as _linescope_developers_teams_v1_Identity__Output } from './linescope/developers_teams/v1/Identity.ts';
import type { JoinCommittersRequest as _linescope_developers_teams_v1_JoinCommittersRequest, JoinCommittersRequest__Output as _linescope_developers_teams_v1_JoinCommittersRequest__Output } from './linescope/developers_teams/v1/JoinCommittersRequest.ts';
import type { JoinCommittersResponse as _linescope_developers_teams_v1_JoinCommittersResponse, JoinCommittersResponse__Output as _linescope_developers_teams_v1_JoinCommittersResponse__Output } from './linescope/developers_teams/v1/JoinCommittersResponse.ts';
import type { ResolveIdentitiesRequest as _linescope_developers_teams_v1_ResolveIdentitiesRequest, ResolveIdentitiesRequest__Output as _linescope_developers_teams_v1_ResolveIdentitiesRequest__Output } from './linescope/developers_teams/v1/ResolveIdentitiesRequest.ts';
import type { ResolveIdentitiesResponse as _linescope_developers_teams_v1_ResolveIdentitiesResponse, ResolveIdentitiesResponse__Output as _linescope_developers_teams_v1_ResolveIdentitiesResponse__Output } from './linescope/developers_teams/v1/ResolveIdentitiesResponse.ts';
import type { ResolveTeamRequest as _linescope_developers_teams_v1_ResolveTeamRequest, ResolveTeamRequest__Output as _linescope_developers_teams_v1_ResolveTeamRequest__Output } from './linescope/developers_teams/v1/ResolveTeamRequest.ts';
import type { ResolveTeamResponse as _linescope_developers_teams_v1_ResolveTeamResponse, ResolveTeamResponse__Output as _linescope_developers_teams_v1_ResolveTeamResponse__Output } from './linescope/developers_teams/v1/ResolveTeamResponse.ts';
import type { SplitCommitterRequest as _linescope_developers_teams_v1_SplitCommitterRequest, SplitCommitterRequest__Output as _linescope_developers_teams_v1_SplitCommitterRequest__Output } from './linescope/developers_teams/v1/SplitCommitterRequest.ts';
import type { SplitCommitterResponse as _linescope_developers_teams_v1_SplitCommitterResponse, SplitCommitterResponse__Output as _linescope_developers_teams_v1_SplitCommitterResponse__Output } from './linescope/developers_teams/v1/SplitCommitterResponse.ts';
import type { StatsAccessRequest as _linescope_developers_teams_v1_StatsAccessRequest, StatsAccessRequest__Output as _linescope_developers_teams_v1_StatsAccessRequest__Output } from './linescope/developers_teams/v1/StatsAccessRequest.ts';
import type { StatsAccessResponse as _linescope_developers_teams_v1_StatsAccessResponse, StatsAccessResponse__Output as _linescope_developers_teams_v1_StatsAccessResponse__Output } from './linescope/developers_teams/v1/StatsAccessResponse.ts';
import type { SyncTeamsRequest as _linescope_developers_teams_v1_SyncTeamsRequest, SyncTeamsRequest__Output as _linescope_developers_teams_v1_SyncTeamsRequest__Output } from './linescope/developers_teams/v1/SyncTeamsRequest.ts';
import type { SyncTeamsResponse as _linescope_developers_teams_v1_SyncTeamsResponse, SyncTeamsResponse__Output as _linescope_developers_teams_v1_SyncTeamsResponse__Output } from './linescope/developers_teams/v1/SyncTeamsResponse.ts';

type SubtypeConstructor<Constructor extends new (...args: any) => any, Subtype> = {
  new(...args: ConstructorParameters<Constructor>): Subtype;
};

export interface ProtoGrpcType {
  linescope: {
    developers_teams: {
      v1: {
        ChangedStatus: MessageTypeDefinition<_linescope_developers_teams_v1_ChangedStatus, _linescope_developers_teams_v1_ChangedStatus__Output>
        Committer: MessageTypeDefinition<_linescope_developers_teams_v1_Committer, _linescope_developers_teams_v1_Committer__Output>
        DevelopersTeams: SubtypeConstructor<typeof grpc.Client, _linescope_developers_teams_v1_DevelopersTeamsClient> & { service: _linescope_developers_teams_v1_DevelopersTeamsDefinition }
        ExternalTeam: MessageTypeDefinition<_linescope_developers_teams_v1_ExternalTeam, _linescope_developers_teams_v1_ExternalTeam__Output>
        FindCommittersRequest: MessageTypeDefinition<_linescope_developers_teams_v1_FindCommittersRequest, _linescope_developers_teams_v1_FindCommittersRequest__Output>
        FindCommittersResponse: MessageTypeDefinition<_linescope_developers_teams_v1_FindCommittersResponse, _linescope_developers_teams_v1_FindCommittersResponse__Output>
        Identity: MessageTypeDefinition<_linescope_developers_teams_v1_Identity, _linescope_developers_teams_v1_Identity__Output>
        JoinCommittersRequest: MessageTypeDefinition<_linescope_developers_teams_v1_JoinCommittersRequest, _linescope_developers_teams_v1_JoinCommittersRequest__Output>
        JoinCommittersResponse: MessageTypeDefinition<_linescope_developers_teams_v1_JoinCommittersResponse, _linescope_developers_teams_v1_JoinCommittersResponse__Output>
        ResolveIdentitiesRequest: MessageTypeDefinition<_linescope_developers_teams_v1_ResolveIdentitiesRequest, _linescope_developers_teams_v1_ResolveIdentitiesRequest__Output>
        ResolveIdentitiesResponse: MessageTypeDefinition<_linescope_developers_teams_v1_ResolveIdentitiesResponse, _linescope_developers_teams_v1_ResolveIdentitiesResponse__Output>
        ResolveTeamRequest: MessageTypeDefinition<_linescope_developers_teams_v1_ResolveTeamRequest, _linescope_developers_teams_v1_ResolveTeamRequest__Output>
        ResolveTeamResponse: MessageTypeDefinition<_linescope_developers_teams_v1_ResolveTeamResponse, _linescope_developers_teams_v1_ResolveTeamResponse__Output>
        SplitCommitterRequest: MessageTypeDefinition<_linescope_developers_teams_v1_SplitCommitterRequest, _linescope_developers_teams_v1_SplitCommitterRequest__Output>
        SplitCommitterResponse: MessageTypeDefinition<_linescope_developers_teams_v1_SplitCommitterResponse, _linescope_developers_teams_v1_SplitCommitterResponse__Output>
        StatsAccessRequest: MessageTypeDefinition<_linescope_developers_teams_v1_StatsAccessRequest, _linescope_developers_teams_v1_StatsAccessRequest__Output>
        StatsAccessResponse: MessageTypeDefinition<_linescope_developers_teams_v1_StatsAccessResponse, _linescope_developers_teams_v1_StatsAccessResponse__Output>
        SyncTeamsRequest: MessageTypeDefinition<_linescope_developers_teams_v1_SyncTeamsRequest, _linescope_developers_teams_v1_SyncTeamsRequest__Output>
        SyncTeamsResponse: MessageTypeDefinition<_linescope_developers_teams_v1_SyncTeamsResponse, _linescope_developers_teams_v1_SyncTeamsResponse__Output>
      }
    }
  }
}

