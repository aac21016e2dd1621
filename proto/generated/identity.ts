import type * as grpc from '@grpc/grpc-js';
import type { MessageTypeDefinition } from '@grpc/proto-loader';

import type { AwaitedImport as _linescope_identity_v1_AwaitedImport, AwaitedImport__Output as _linescope_identity_v1_AwaitedImport__Output } from './linescope/identity/v1/AwaitedImport.ts';
import type { ClaimIdempotencyKeyRequest as _linescope_identity_v1_ClaimIdempotencyKeyRequest, ClaimIdempotencyKeyRequest__Output as _linescope_identity_v1_ClaimIdempotencyKeyRequest__Output } from './linescope/identity/v1/ClaimIdempotencyKeyRequest.ts';
import type { ClaimIdempotencyKeyResponse as _linescope_identity_v1_ClaimIdempotencyKeyResponse, ClaimIdempotencyKeyResponse__Output as _linescope_identity_v1_ClaimIdempotencyKeyResponse__Output } from './linescope/identity/v1/ClaimIdempotencyKeyResponse.ts';
import type { Connection as _linescope_identity_v1_Connection, Connection__Output as _linescope_identity_v1_Connection__Output } from './linescope/identity/v1/Connection.ts';
import type { EnsureUserRequest as _linescope_identity_v1_EnsureUserRequest, EnsureUserRequest__Output as _linescope_identity_v1_EnsureUserRequest__Output } from './linescope/identity/v1/EnsureUserRequest.ts';
import type { EnsureUserResponse as _linescope_identity_v1_EnsureUserResponse, EnsureUserResponse__Output as _linescope_identity_v1_EnsureUserResponse__Output } from './linescope/identity/v1/EnsureUserResponse.ts';
import type { FindAwaitedImportRequest as _linescope_identity_v1_FindAwaitedImportRequest, FindAwaitedImportRequest__Output as _linescope_identity_v1_FindAwaitedImportRequest__Output } from './linescope/identity/v1/FindAwaitedImportRequest.ts';
import type { FindAwaitedImportResponse as _linescope_identity_v1_FindAwaitedImportResponse, FindAwaitedImportResponse__Output as _linescope_identity_v1_FindAwaitedImportResponse__Output } from './linescope/identity/v1/FindAwaitedImportResponse.ts';
import type { FindUsersRequest as _linescope_identity_v1_FindUsersRequest, FindUsersRequest__Output as _linescope_identity_v1_FindUsersRequest__Output } from './linescope/identity/v1/FindUsersRequest.ts';
import type { FindUsersResponse as _linescope_identity_v1_FindUsersResponse, FindUsersResponse__Output as _linescope_identity_v1_FindUsersResponse__Output } from './linescope/identity/v1/FindUsersResponse.ts';
import type { GetEntitySettingsRequest as _linescope_identity_v1_GetEntitySettingsRequest, GetEntitySettingsRequest__Output as _linescope_identity_v1_GetEntitySettingsRequest__Output } from './linescope/identity/v1/GetEntitySettingsRequest.ts';
import type { GetEntitySettingsResponse as _linescope_identity_v1_GetEntitySettingsResponse, GetEntitySettingsResponse__Output as _linescope_identity_v1_GetEntitySettingsResponse__Output } from './linescope/identity/v1/GetEntitySettingsResponse.ts';
import type { IdentityClient as _linescope_identity_v1_IdentityClient, IdentityDefinition as _linescope_identity_v1_IdentityDefinition } from './linescope/identity/v1/Identity.ts';
import type { IntrospectRequest as _linescope_identity_v1_IntrospectRequest, IntrospectRequest__Output as _linescope_identity_v1_IntrospectRequest__Output } from './linescope/identity/v1/IntrospectRequest.ts';
import type { IntrospectResponse as _linescope_identity_v1_IntrospectResponse, IntrospectResponse__Output as _linescope_identity_v1_IntrospectResponse__Output } from './linescope/identity/v1/IntrospectResponse.ts';
import type { IsOriginNamedRequest as _linescope_identity_v1_IsOriginNamedRequest, IsOriginNamedRequest__Output as _linescope_identity_v1_IsOriginNamedRequest__Output } from './linescope/identity/v1/IsOriginNamedRequest.ts';
import type { IsOriginNamedResponse as _linescope_identity_v1_IsOriginNamedResponse, IsOriginNamedResponse__Output as _linescope_identity_v1_IsOriginNamedResponse__Output } from './linescope/identity/v1/IsOriginNamedResponse.ts';
import type { LendConnectionsRequest as _linescope_identity_v1_LendConnectionsRequest, LendConnectionsRequest__Output as _linescope_identity_v1_LendConnectionsRequest__Output } from './linescope/identity/v1/LendConnectionsRequest.ts';
import type { LendConnectionsResponse as _linescope_identity_v1_LendConnectionsResponse, LendConnectionsResponse__Output as _linescope_identity_v1_LendConnectionsResponse__Output } from './linescope/identity/v1/LendConnectionsResponse.ts';
import type { LendLlmTokensRequest as _linescope_identity_v1_LendLlmTokensRequest, LendLlmTokensRequest__Output as _linescope_identity_v1_LendLlmTokensRequest__Output } from './linescope/identity/v1/LendLlmTokensRequest.ts';
import type { LendLlmTokensResponse as _linescope_identity_v1_LendLlmTokensResponse, LendLlmTokensResponse__Output as _linescope_identity_v1_LendLlmTokensResponse__Output } from './linescope/identity/v1/LendLlmTokensResponse.ts';
import type { LendTrackerRequest as _linescope_identity_v1_LendTrackerRequest, LendTrackerRequest__Output as _linescope_identity_v1_LendTrackerRequest__Output } from './linescope/identity/v1/LendTrackerRequest.ts';
import type { LendTrackerResponse as _linescope_identity_v1_LendTrackerResponse, LendTrackerResponse__Output as _linescope_identity_v1_LendTrackerResponse__Output } from './linescope/identity/v1/LendTrackerResponse.ts';
import type { ListReposRequest as _linescope_identity_v1_ListReposRequest, ListReposRequest__Output as _linescope_identity_v1_ListReposRequest__Output } from './linescope/identity/v1/ListReposRequest.ts';
import type { ListReposResponse as _linescope_identity_v1_ListReposResponse, ListReposResponse__Output as _linescope_identity_v1_ListReposResponse__Output } from './linescope/identity/v1/ListReposResponse.ts';
import type { LlmToken as _linescope_identity_v1_LlmToken, LlmToken__Output as _linescope_identity_v1_LlmToken__Output } from './linescope/identity/v1/LlmToken.ts';
import type { NoteImportRemovalRequest as _linescope_identity_v1_NoteImportRemovalRequest, NoteImportRemovalRequest__Output as _linescope_identity_v1_NoteImportRemovalRequest__Output } from './linescope/identity/v1/NoteImportRemovalRequest.ts';
import type { NoteImportRemovalResponse as _linescope_identity_v1_NoteImportRemovalResponse, NoteImportRemovalResponse__Output as _linescope_identity_v1_NoteImportRemovalResponse__Output } from './linescope/identity/v1/NoteImportRemovalResponse.ts';
import type { Quota as _linescope_identity_v1_Quota, Quota__Output as _linescope_identity_v1_Quota__Output } from './linescope/identity/v1/Quota.ts';
import type { ReadQuotasRequest as _linescope_identity_v1_ReadQuotasRequest, ReadQuotasRequest__Output as _linescope_identity_v1_ReadQuotasRequest__Output } from './linescope/identity/v1/ReadQuotasRequest.ts';
import type { ReadQuotasResponse as _linescope_identity_v1_ReadQuotasResponse, ReadQuotasResponse__Output as _linescope_identity_v1_ReadQuotasResponse__Output } from './linescope/identity/v1/ReadQuotasResponse.ts';
import type { RegisterRepoRequest as _linescope_identity_v1_RegisterRepoRequest, RegisterRepoRequest__Output as _linescope_identity_v1_RegisterRepoRequest__Output } from './linescope/identity/v1/RegisterRepoRequest.ts';
import type { RegisterRepoResponse as _linescope_identity_v1_RegisterRepoResponse, RegisterRepoResponse__Output as _linescope_identity_v1_RegisterRepoResponse__Output } from './linescope/identity/v1/RegisterRepoResponse.ts';
import type { RemoveRepoRequest as _linescope_identity_v1_RemoveRepoRequest, RemoveRepoRequest__Output as _linescope_identity_v1_RemoveRepoRequest__Output } from './linescope/identity/v1/RemoveRepoRequest.ts';
import type { RemoveRepoResponse as _linescope_identity_v1_RemoveRepoResponse, RemoveRepoResponse__Output as _linescope_identity_v1_RemoveRepoResponse__Output } from './linescope/identity/v1/RemoveRepoResponse.ts';
import type { Repo as _linescope_identity_v1_Repo, Repo__Output as _linescope_identity_v1_Repo__Output } from './linescope/identity/v1/Repo.ts';
import type { ReportConnectionRequest as _linescope_identity_v1_ReportConnectionRequest, ReportConnectionRequest__Output as _linescope_identity_v1_ReportConnectionRequest__Output } from './linescope/identity/v1/ReportConnectionRequest.ts';
import type { ReportConnectionResponse as _linescope_identity_v1_ReportConnectionResponse, ReportConnectionResponse__Output as _linescope_identity_v1_ReportConnectionResponse__Output } from './linescope/identity/v1/ReportConnectionResponse.ts';
import type { ReportLlmTokenRequest as _linescope_identity_v1_ReportLlmTokenRequest, ReportLlmTokenRequest__Output as _linescope_identity_v1_ReportLlmTokenRequest__Output } from './linescope/identity/v1/ReportLlmTokenRequest.ts';
import type { ReportLlmTokenResponse as _linescope_identity_v1_ReportLlmTokenResponse, ReportLlmTokenResponse__Output as _linescope_identity_v1_ReportLlmTokenResponse__Output } from './linescope/identity/v1/ReportLlmTokenResponse.ts';
import type { ReportTrackerRequest as _linescope_identity_v1_ReportTrackerRequest, ReportTrackerRequest__Output as _linescope_identity_v1_ReportTrackerRequest__Output } from './linescope/identity/v1/ReportTrackerRequest.ts';
import type { ReportTrackerResponse as _linescope_identity_v1_ReportTrackerResponse, ReportTrackerResponse__Output as _linescope_identity_v1_ReportTrackerResponse__Output } from './linescope/identity/v1/ReportTrackerResponse.ts';
import type { ResolveResourcePathRequest as _linescope_identity_v1_ResolveResourcePathRequest, ResolveResourcePathRequest__Output as _linescope_identity_v1_ResolveResourcePathRequest__Output } from './linescope/identity/v1/ResolveResourcePathRequest.ts';
import type { ResolveResourcePathResponse as _linescope_identity_v1_ResolveResourcePathResponse, ResolveResourcePathResponse__Output as _linescope_identity_v1_ResolveResourcePathResponse__Output } from './linescope/identity/v1/ResolveResourcePathResponse.ts';
import type { Resource as _linescope_identity_v1_Resource, Resource__Output as _linescope_identity_v1_Resource__Output } from './linescope/identity/v1/Resource.ts';
import type { SwapQuotaRequest as _linescope_identity_v1_SwapQuotaRequest, SwapQuotaRequest__Output as _linescope_identity_v1_SwapQuotaRequest__Output } from './linescope/identity/v1/SwapQuotaRequest.ts';
import type { SwapQuotaResponse as _linescope_identity_v1_SwapQuotaResponse, SwapQuotaResponse__Output as _linescope_identity_v1_SwapQuotaResponse__Output } from './linescope/identity/v1/SwapQuotaResponse.ts';
import type { UnreadTrackerPart as _linescope_identity_v1_UnreadTrackerPart, UnreadTrackerPart__Output as _linescope_identity_v1_UnreadTrackerPart__Output } from './linescope/identity/v1/UnreadTrackerPart.ts';
import type { User as _linescope_identity_v1_User, User__Output as _linescope_identity_v1_User__Output } from './linescope/identity/v1/User.ts';

type SubtypeConstructor<Constructor extends new (...args: any) => any, Subtype> = {
  new(...args: ConstructorParameters<Constructor>): Subtype;
};

export interface ProtoGrpcType {
  linescope: {
    identity: {
      v1: {
        AwaitedImport: MessageTypeDefinition<_linescope_identity_v1_AwaitedImport, _linescope_identity_v1_AwaitedImport__Output>
        ClaimIdempotencyKeyRequest: MessageTypeDefinition<_linescope_identity_v1_ClaimIdempotencyKeyRequest, _linescope_identity_v1_ClaimIdempotencyKeyRequest__Output>
        ClaimIdempotencyKeyResponse: MessageTypeDefinition<_linescope_identity_v1_ClaimIdempotencyKeyResponse, _linescope_identity_v1_ClaimIdempotencyKeyResponse__Output>
        Connection: MessageTypeDefinition<_linescope_identity_v1_Connection, _linescope_identity_v1_Connection__Output>
        EnsureUserRequest: MessageTypeDefinition<_linescope_identity_v1_EnsureUserRequest, _linescope_identity_v1_EnsureUserRequest__Output>
        EnsureUserResponse: MessageTypeDefinition<_linescope_identity_v1_EnsureUserResponse, _linescope_identity_v1_EnsureUserResponse__Output>
        FindAwaitedImportRequest: MessageTypeDefinition<_linescope_identity_v1_FindAwaitedImportRequest, _linescope_identity_v1_FindAwaitedImportRequest__Output>
        FindAwaitedImportResponse: MessageTypeDefinition<_linescope_identity_v1_FindAwaitedImportResponse, _linescope_identity_v1_FindAwaitedImportResponse__Output>
        FindUsersRequest: MessageTypeDefinition<_linescope_identity_v1_FindUsersRequest, _linescope_identity_v1_FindUsersRequest__Output>
        FindUsersResponse: MessageTypeDefinition<_linescope_identity_v1_FindUsersResponse, _linescope_identity_v1_FindUsersResponse__Output>
        GetEntitySettingsRequest: MessageTypeDefinition<_linescope_identity_v1_GetEntitySettingsRequest, _linescope_identity_v1_GetEntitySettingsRequest__Output>
        GetEntitySettingsResponse: MessageTypeDefinition<_linescope_identity_v1_GetEntitySettingsResponse, _linescope_identity_v1_GetEntitySettingsResponse__Output>
        Identity: SubtypeConstructor<typeof grpc.Client, _linescope_identity_v1_IdentityClient> & { service: _linescope_identity_v1_IdentityDefinition }
        IntrospectRequest: MessageTypeDefinition<_linescope_identity_v1_IntrospectRequest, _linescope_identity_v1_IntrospectRequest__Output>
        IntrospectResponse: MessageTypeDefinition<_linescope_identity_v1_IntrospectResponse, _linescope_identity_v1_IntrospectResponse__Output>
        IsOriginNamedRequest: MessageTypeDefinition<_linescope_identity_v1_IsOriginNamedRequest, _linescope_identity_v1_IsOriginNamedRequest__Output>
        IsOriginNamedResponse: MessageTypeDefinition<_linescope_identity_v1_IsOriginNamedResponse, _linescope_identity_v1_IsOriginNamedResponse__Output>
        LendConnectionsRequest: MessageTypeDefinition<_linescope_identity_v1_LendConnectionsRequest, _linescope_identity_v1_LendConnectionsRequest__Output>
        LendConnectionsResponse: MessageTypeDefinition<_linescope_identity_v1_LendConnectionsResponse, _linescope_identity_v1_LendConnectionsResponse__Output>
        LendLlmTokensRequest: MessageTypeDefinition<_linescope_identity_v1_LendLlmTokensRequest, _linescope_identity_v1_LendLlmTokensRequest__Output>
        LendLlmTokensResponse: MessageTypeDefinition<_linescope_identity_v1_LendLlmTokensResponse, _linescope_identity_v1_LendLlmTokensResponse__Output>
        LendTrackerRequest: MessageTypeDefinition<_linescope_identity_v1_LendTrackerRequest, _linescope_identity_v1_LendTrackerRequest__Output>
        LendTrackerResponse: MessageTypeDefinition<_linescope_identity_v1_LendTrackerResponse, _linescope_identity_v1_LendTrackerResponse__Output>
        ListReposRequest: MessageTypeDefinition<_linescope_identity_v1_ListReposRequest, _linescope_identity_v1_ListReposRequest__Output>
        ListReposResponse: MessageTypeDefinition<_linescope_identity_v1_ListReposResponse, _linescope_identity_v1_ListReposResponse__Output>
        LlmToken: MessageTypeDefinition<_linescope_identity_v1_LlmToken, _linescope_identity_v1_LlmToken__Output>
        NoteImportRemovalRequest: MessageTypeDefinition<_linescope_identity_v1_NoteImportRemovalRequest, _linescope_identity_v1_NoteImportRemovalRequest__Output>
        NoteImportRemovalResponse: MessageTypeDefinition<_linescope_identity_v1_NoteImportRemovalResponse, _linescope_identity_v1_NoteImportRemovalResponse__Output>
        Quota: MessageTypeDefinition<_linescope_identity_v1_Quota, _linescope_identity_v1_Quota__Output>
        ReadQuotasRequest: MessageTypeDefinition<_linescope_identity_v1_ReadQuotasRequest, _linescope_identity_v1_ReadQuotasRequest__Output>
        ReadQuotasResponse: MessageTypeDefinition<_linescope_identity_v1_ReadQuotasResponse, _linescope_identity_v1_ReadQuotasResponse__Output>
        RegisterRepoRequest: MessageTypeDefinition<_linescope_identity_v1_RegisterRepoRequest, _linescope_identity_v1_RegisterRepoRequest__Output>
        RegisterRepoResponse: MessageTypeDefinition<_linescope_identity_v1_RegisterRepoResponse, _linescope_identity_v1_RegisterRepoResponse__Output>
        RemoveRepoRequest: MessageTypeDefinition<_linescope_identity_v1_RemoveRepoRequest, _linescope_identity_v1_RemoveRepoRequest__Output>
        RemoveRepoResponse: MessageTypeDefinition<_linescope_identity_v1_RemoveRepoResponse, _linescope_identity_v1_RemoveRepoResponse__Output>
        Repo: MessageTypeDefinition<_linescope_identity_v1_Repo, _linescope_identity_v1_Repo__Output>
        ReportConnectionRequest: MessageTypeDefinition<_linescope_identity_v1_ReportConnectionRequest, _linescope_identity_v1_ReportConnectionRequest__Output>
        ReportConnectionResponse: MessageTypeDefinition<_linescope_identity_v1_ReportConnectionResponse, _linescope_identity_v1_ReportConnectionResponse__Output>
        ReportLlmTokenRequest: MessageTypeDefinition<_linescope_identity_v1_ReportLlmTokenRequest, _linescope_identity_v1_ReportLlmTokenRequest__Output>
        ReportLlmTokenResponse: MessageTypeDefinition<_linescope_identity_v1_ReportLlmTokenResponse, _linescope_identity_v1_ReportLlmTokenResponse__Output>
        ReportTrackerRequest: MessageTypeDefinition<_linescope_identity_v1_ReportTrackerRequest, _linescope_identity_v1_ReportTrackerRequest__Output>
        ReportTrackerResponse: MessageTypeDefinition<_linescope_identity_v1_ReportTrackerResponse, _linescope_identity_v1_ReportTrackerResponse__Output>
        ResolveResourcePathRequest: MessageTypeDefinition<_linescope_identity_v1_ResolveResourcePathRequest, _linescope_identity_v1_ResolveResourcePathRequest__Output>
        ResolveResourcePathResponse: MessageTypeDefinition<_linescope_identity_v1_ResolveResourcePathResponse, _linescope_identity_v1_ResolveResourcePathResponse__Output>
        Resource: MessageTypeDefinition<_linescope_identity_v1_Resource, _linescope_identity_v1_Resource__Output>
        SwapQuotaRequest: MessageTypeDefinition<_linescope_identity_v1_SwapQuotaRequest, _linescope_identity_v1_SwapQuotaRequest__Output>
        SwapQuotaResponse: MessageTypeDefinition<_linescope_identity_v1_SwapQuotaResponse, _linescope_identity_v1_SwapQuotaResponse__Output>
        UnreadTrackerPart: MessageTypeDefinition<_linescope_identity_v1_UnreadTrackerPart, _linescope_identity_v1_UnreadTrackerPart__Output>
        User: MessageTypeDefinition<_linescope_identity_v1_User, _linescope_identity_v1_User__Output>
      }
    }
  }
}

