// Original file: linescope/identity/v1/identity.proto

import type * as grpc from '@grpc/grpc-js'
import type { MethodDefinition } from '@grpc/proto-loader'
import type { ClaimIdempotencyKeyRequest as _linescope_identity_v1_ClaimIdempotencyKeyRequest, ClaimIdempotencyKeyRequest__Output as _linescope_identity_v1_ClaimIdempotencyKeyRequest__Output } from '../../../linescope/identity/v1/ClaimIdempotencyKeyRequest.ts';
import type { ClaimIdempotencyKeyResponse as _linescope_identity_v1_ClaimIdempotencyKeyResponse, ClaimIdempotencyKeyResponse__Output as _linescope_identity_v1_ClaimIdempotencyKeyResponse__Output } from '../../../linescope/identity/v1/ClaimIdempotencyKeyResponse.ts';
import type { EnsureUserRequest as _linescope_identity_v1_EnsureUserRequest, EnsureUserRequest__Output as _linescope_identity_v1_EnsureUserRequest__Output } from '../../../linescope/identity/v1/EnsureUserRequest.ts';
import type { EnsureUserResponse as _linescope_identity_v1_EnsureUserResponse, EnsureUserResponse__Output as _linescope_identity_v1_EnsureUserResponse__Output } from '../../../linescope/identity/v1/EnsureUserResponse.ts';
import type { FindAwaitedImportRequest as _linescope_identity_v1_FindAwaitedImportRequest, FindAwaitedImportRequest__Output as _linescope_identity_v1_FindAwaitedImportRequest__Output } from '../../../linescope/identity/v1/FindAwaitedImportRequest.ts';
import type { FindAwaitedImportResponse as _linescope_identity_v1_FindAwaitedImportResponse, FindAwaitedImportResponse__Output as _linescope_identity_v1_FindAwaitedImportResponse__Output } from '../../../linescope/identity/v1/FindAwaitedImportResponse.ts';
import type { FindUsersRequest as _linescope_identity_v1_FindUsersRequest, FindUsersRequest__Output as _linescope_identity_v1_FindUsersRequest__Output } from '../../../linescope/identity/v1/FindUsersRequest.ts';
import type { FindUsersResponse as _linescope_identity_v1_FindUsersResponse, FindUsersResponse__Output as _linescope_identity_v1_FindUsersResponse__Output } from '../../../linescope/identity/v1/FindUsersResponse.ts';
import type { GetEntitySettingsRequest as _linescope_identity_v1_GetEntitySettingsRequest, GetEntitySettingsRequest__Output as _linescope_identity_v1_GetEntitySettingsRequest__Output } from '../../../linescope/identity/v1/GetEntitySettingsRequest.ts';
import type { GetEntitySettingsResponse as _linescope_identity_v1_GetEntitySettingsResponse, GetEntitySettingsResponse__Output as _linescope_identity_v1_GetEntitySettingsResponse__Output } from '../../../linescope/identity/v1/GetEntitySettingsResponse.ts';
import type { IntrospectRequest as _linescope_identity_v1_IntrospectRequest, IntrospectRequest__Output as _linescope_identity_v1_IntrospectRequest__Output } from '../../../linescope/identity/v1/IntrospectRequest.ts';
import type { IntrospectResponse as _linescope_identity_v1_IntrospectResponse, IntrospectResponse__Output as _linescope_identity_v1_IntrospectResponse__Output } from '../../../linescope/identity/v1/IntrospectResponse.ts';
import type { IsOriginNamedRequest as _linescope_identity_v1_IsOriginNamedRequest, IsOriginNamedRequest__Output as _linescope_identity_v1_IsOriginNamedRequest__Output } from '../../../linescope/identity/v1/IsOriginNamedRequest.ts';
import type { IsOriginNamedResponse as _linescope_identity_v1_IsOriginNamedResponse, IsOriginNamedResponse__Output as _linescope_identity_v1_IsOriginNamedResponse__Output } from '../../../linescope/identity/v1/IsOriginNamedResponse.ts';
import type { LendConnectionsRequest as _linescope_identity_v1_LendConnectionsRequest, LendConnectionsRequest__Output as _linescope_identity_v1_LendConnectionsRequest__Output } from '../../../linescope/identity/v1/LendConnectionsRequest.ts';
import type { LendConnectionsResponse as _linescope_identity_v1_LendConnectionsResponse, LendConnectionsResponse__Output as _linescope_identity_v1_LendConnectionsResponse__Output } from '../../../linescope/identity/v1/LendConnectionsResponse.ts';
import type { LendLlmTokensRequest as _linescope_identity_v1_LendLlmTokensRequest, LendLlmTokensRequest__Output as _linescope_identity_v1_LendLlmTokensRequest__Output } from '../../../linescope/identity/v1/LendLlmTokensRequest.ts';
import type { LendLlmTokensResponse as _linescope_identity_v1_LendLlmTokensResponse, LendLlmTokensResponse__Output as _linescope_identity_v1_LendLlmTokensResponse__Output } from '../../../linescope/identity/v1/LendLlmTokensResponse.ts';
import type { LendTrackerRequest as _linescope_identity_v1_LendTrackerRequest, LendTrackerRequest__Output as _linescope_identity_v1_LendTrackerRequest__Output } from '../../../linescope/identity/v1/LendTrackerRequest.ts';
import type { LendTrackerResponse as _linescope_identity_v1_LendTrackerResponse, LendTrackerResponse__Output as _linescope_identity_v1_LendTrackerResponse__Output } from '../../../linescope/identity/v1/LendTrackerResponse.ts';
import type { ListReposRequest as _linescope_identity_v1_ListReposRequest, ListReposRequest__Output as _linescope_identity_v1_ListReposRequest__Output } from '../../../linescope/identity/v1/ListReposRequest.ts';
import type { ListReposResponse as _linescope_identity_v1_ListReposResponse, ListReposResponse__Output as _linescope_identity_v1_ListReposResponse__Output } from '../../../linescope/identity/v1/ListReposResponse.ts';
import type { NoteImportRemovalRequest as _linescope_identity_v1_NoteImportRemovalRequest, NoteImportRemovalRequest__Output as _linescope_identity_v1_NoteImportRemovalRequest__Output } from '../../../linescope/identity/v1/NoteImportRemovalRequest.ts';
import type { NoteImportRemovalResponse as _linescope_identity_v1_NoteImportRemovalResponse, NoteImportRemovalResponse__Output as _linescope_identity_v1_NoteImportRemovalResponse__Output } from '../../../linescope/identity/v1/NoteImportRemovalResponse.ts';
import type { ReadQuotasRequest as _linescope_identity_v1_ReadQuotasRequest, ReadQuotasRequest__Output as _linescope_identity_v1_ReadQuotasRequest__Output } from '../../../linescope/identity/v1/ReadQuotasRequest.ts';
import type { ReadQuotasResponse as _linescope_identity_v1_ReadQuotasResponse, ReadQuotasResponse__Output as _linescope_identity_v1_ReadQuotasResponse__Output } from '../../../linescope/identity/v1/ReadQuotasResponse.ts';
import type { RegisterRepoRequest as _linescope_identity_v1_RegisterRepoRequest, RegisterRepoRequest__Output as _linescope_identity_v1_RegisterRepoRequest__Output } from '../../../linescope/identity/v1/RegisterRepoRequest.ts';
import type { RegisterRepoResponse as _linescope_identity_v1_RegisterRepoResponse, RegisterRepoResponse__Output as _linescope_identity_v1_RegisterRepoResponse__Output } from '../../../linescope/identity/v1/RegisterRepoResponse.ts';
import type { RemoveRepoRequest as _linescope_identity_v1_RemoveRepoRequest, RemoveRepoRequest__Output as _linescope_identity_v1_RemoveRepoRequest__Output } from '../../../linescope/identity/v1/RemoveRepoRequest.ts';
import type { RemoveRepoResponse as _linescope_identity_v1_RemoveRepoResponse, RemoveRepoResponse__Output as _linescope_identity_v1_RemoveRepoResponse__Output } from '../../../linescope/identity/v1/RemoveRepoResponse.ts';
import type { ReportConnectionRequest as _linescope_identity_v1_ReportConnectionRequest, ReportConnectionRequest__Output as _linescope_identity_v1_ReportConnectionRequest__Output } from '../../../linescope/identity/v1/ReportConnectionRequest.ts';
import type { ReportConnectionResponse as _linescope_identity_v1_ReportConnectionResponse, ReportConnectionResponse__Output as _linescope_identity_v1_ReportConnectionResponse__Output } from '../../../linescope/identity/v1/ReportConnectionResponse.ts';
import type { ReportLlmTokenRequest as _linescope_identity_v1_ReportLlmTokenRequest, ReportLlmTokenRequest__Output as _linescope_identity_v1_ReportLlmTokenRequest__Output } from '../../../linescope/identity/v1/ReportLlmTokenRequest.ts';
import type { ReportLlmTokenResponse as _linescope_identity_v1_ReportLlmTokenResponse, ReportLlmTokenResponse__Output as _linescope_identity_v1_ReportLlmTokenResponse__Output } from '../../../linescope/identity/v1/ReportLlmTokenResponse.ts';
import type { ReportTrackerRequest as _linescope_identity_v1_ReportTrackerRequest, ReportTrackerRequest__Output as _linescope_identity_v1_ReportTrackerRequest__Output } from '../../../linescope/identity/v1/ReportTrackerRequest.ts';
import type { ReportTrackerResponse as _linescope_identity_v1_ReportTrackerResponse, ReportTrackerResponse__Output as _linescope_identity_v1_ReportTrackerResponse__Output } from '../../../linescope/identity/v1/ReportTrackerResponse.ts';
import type { ResolveResourcePathRequest as _linescope_identity_v1_ResolveResourcePathRequest, ResolveResourcePathRequest__Output as _linescope_identity_v1_ResolveResourcePathRequest__Output } from '../../../linescope/identity/v1/ResolveResourcePathRequest.ts';
import type { ResolveResourcePathResponse as _linescope_identity_v1_ResolveResourcePathResponse, ResolveResourcePathResponse__Output as _linescope_identity_v1_ResolveResourcePathResponse__Output } from '../../../linescope/identity/v1/ResolveResourcePathResponse.ts';
import type { SwapQuotaRequest as _linescope_identity_v1_SwapQuotaRequest, SwapQuotaRequest__Output as _linescope_identity_v1_SwapQuotaRequest__Output } from '../../../linescope/identity/v1/SwapQuotaRequest.ts';
import type { SwapQuotaResponse as _linescope_identity_v1_SwapQuotaResponse, SwapQuotaResponse__Output as _linescope_identity_v1_SwapQuotaResponse__Output } from '../../../linescope/identity/v1/SwapQuotaResponse.ts';

export interface IdentityClient extends grpc.Client {
  ClaimIdempotencyKey(argument: _linescope_identity_v1_ClaimIdempotencyKeyRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_linescope_identity_v1_ClaimIdempotencyKeyResponse__Output>): grpc.ClientUnaryCall;
  ClaimIdempotencyKey(argument: _linescope_identity_v1_ClaimIdempotencyKeyRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_linescope_identity_v1_ClaimIdempotencyKeyResponse__Output>): grpc.ClientUnaryCall;
  ClaimIdempotencyKey(argument: _linescope_identity_v1_ClaimIdempotencyKeyRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_linescope_identity_v1_ClaimIdempotencyKeyResponse__Output>): grpc.ClientUnaryCall;
  ClaimIdempotencyKey(argument: _linescope_identity_v1_ClaimIdempotencyKeyRequest, callback: grpc.requestCallback<_linescope_identity_v1_ClaimIdempotencyKeyResponse__Output>): grpc.ClientUnaryCall;
  claimIdempotencyKey(argument: _linescope_identity_v1_ClaimIdempotencyKeyRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_linescope_identity_v1_ClaimIdempotencyKeyResponse__Output>): grpc.ClientUnaryCall;
  claimIdempotencyKey(argument: _linescope_identity_v1_ClaimIdempotencyKeyRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_linescope_identity_v1_ClaimIdempotencyKeyResponse__Output>): grpc.ClientUnaryCall;
  claimIdempotencyKey(argument: _linescope_identity_v1_ClaimIdempotencyKeyRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_linescope_identity_v1_ClaimIdempotencyKeyResponse__Output>): grpc.ClientUnaryCall;
  claimIdempotencyKey(argument: _linescope_identity_v1_ClaimIdempotencyKeyRequest, callback: grpc.requestCallback<_linescope_identity_v1_ClaimIdempotencyKeyResponse__Output>): grpc.ClientUnaryCall;
  
  EnsureUser(argument: _linescope_identity_v1_EnsureUserRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_linescope_identity_v1_EnsureUserResponse__Output>): grpc.ClientUnaryCall;
  EnsureUser(argument: _linescope_identity_v1_EnsureUserRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_linescope_identity_v1_EnsureUserResponse__Output>): grpc.ClientUnaryCall;
  EnsureUser(argument: _linescope_identity_v1_EnsureUserRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_linescope_identity_v1_EnsureUserResponse__Output>): grpc.ClientUnaryCall;
  EnsureUser(argument: _linescope_identity_v1_EnsureUserRequest, callback: grpc.requestCallback<_linescope_identity_v1_EnsureUserResponse__Output>): grpc.ClientUnaryCall;
  ensureUser(argument: _linescope_identity_v1_EnsureUserRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_linescope_identity_v1_EnsureUserResponse__Output>): grpc.ClientUnaryCall;
  ensureUser(argument: _linescope_identity_v1_EnsureUserRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_linescope_identity_v1_EnsureUserResponse__Output>): grpc.ClientUnaryCall;
  ensureUser(argument: _linescope_identity_v1_EnsureUserRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_linescope_identity_v1_EnsureUserResponse__Output>): grpc.ClientUnaryCall;
  ensureUser(argument: _linescope_identity_v1_EnsureUserRequest, callback: grpc.requestCallback<_linescope_identity_v1_EnsureUserResponse__Output>): grpc.ClientUnaryCall;
  
  FindAwaitedImport(argument: _linescope_identity_v1_FindAwaitedImportRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_linescope_identity_v1_FindAwaitedImportResponse__Output>): grpc.ClientUnaryCall;
  FindAwaitedImport(argument: _linescope_identity_v1_FindAwaitedImportRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_linescope_identity_v1_FindAwaitedImportResponse__Output>): grpc.ClientUnaryCall;
  FindAwaitedImport(argument: _linescope_identity_v1_FindAwaitedImportRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_linescope_identity_v1_FindAwaitedImportResponse__Output>): grpc.ClientUnaryCall;
  FindAwaitedImport(argument: _linescope_identity_v1_FindAwaitedImportRequest, callback: grpc.requestCallback<_linescope_identity_v1_FindAwaitedImportResponse__Output>): grpc.ClientUnaryCall;
  findAwaitedImport(argument: _linescope_identity_v1_FindAwaitedImportRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_linescope_identity_v1_FindAwaitedImportResponse__Output>): grpc.ClientUnaryCall;
  findAwaitedImport(argument: _linescope_identity_v1_FindAwaitedImportRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_linescope_identity_v1_FindAwaitedImportResponse__Output>): grpc.ClientUnaryCall;
  findAwaitedImport(argument: _linescope_identity_v1_FindAwaitedImportRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_linescope_identity_v1_FindAwaitedImportResponse__Output>): grpc.ClientUnaryCall;
  findAwaitedImport(argument: _linescope_identity_v1_FindAwaitedImportRequest, callback: grpc.requestCallback<_linescope_identity_v1_FindAwaitedImportResponse__Output>): grpc.ClientUnaryCall;
  
  FindUsers(argument: _linescope_identity_v1_FindUsersRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_linescope_identity_v1_FindUsersResponse__Output>): grpc.ClientUnaryCall;
  FindUsers(argument: _linescope_identity_v1_FindUsersRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_linescope_identity_v1_FindUsersResponse__Output>): grpc.ClientUnaryCall;
  FindUsers(argument: _linescope_identity_v1_FindUsersRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_linescope_identity_v1_FindUsersResponse__Output>): grpc.ClientUnaryCall;
  FindUsers(argument: _linescope_identity_v1_FindUsersRequest, callback: grpc.requestCallback<_linescope_identity_v1_FindUsersResponse__Output>): grpc.ClientUnaryCall;
  findUsers(argument: _linescope_identity_v1_FindUsersRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_linescope_identity_v1_FindUsersResponse__Output>): grpc.ClientUnaryCall;
  findUsers(argument: _linescope_identity_v1_FindUsersRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_linescope_identity_v1_FindUsersResponse__Output>): grpc.ClientUnaryCall;
  findUsers(argument: _linescope_identity_v1_FindUsersRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_linescope_identity_v1_FindUsersResponse__Output>): grpc.ClientUnaryCall;
  findUsers(argument: _linescope_identity_v1_FindUsersRequest, callback: grpc.requestCallback<_linescope_identity_v1_FindUsersResponse__Output>): grpc.ClientUnaryCall;
  
  GetEntitySettings(argument: _linescope_identity_v1_GetEntitySettingsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_linescope_identity_v1_GetEntitySettingsResponse__Output>): grpc.ClientUnaryCall;
  GetEntitySettings(argument: _linescope_identity_v1_GetEntitySettingsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_linescope_identity_v1_GetEntitySettingsResponse__Output>): grpc.ClientUnaryCall;
  GetEntitySettings(argument: _linescope_identity_v1_GetEntitySettingsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_linescope_identity_v1_GetEntitySettingsResponse__Output>): grpc.ClientUnaryCall;
  GetEntitySettings(argument: _linescope_identity_v1_GetEntitySettingsRequest, callback: grpc.requestCallback<_linescope_identity_v1_GetEntitySettingsResponse__Output>): grpc.ClientUnaryCall;
  getEntitySettings(argument: _linescope_identity_v1_GetEntitySettingsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_linescope_identity_v1_GetEntitySettingsResponse__Output>): grpc.ClientUnaryCall;
  getEntitySettings(argument: _linescope_identity_v1_GetEntitySettingsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_linescope_identity_v1_GetEntitySettingsResponse__Output>): grpc.ClientUnaryCall;
  getEntitySettings(argument: _linescope_identity_v1_GetEntitySettingsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_linescope_identity_v1_GetEntitySettingsResponse__Output>): grpc.ClientUnaryCall;
  getEntitySettings(argument: _linescope_identity_v1_GetEntitySettingsRequest, callback: grpc.requestCallback<_linescope_identity_v1_GetEntitySettingsResponse__Output>): grpc.ClientUnaryCall;
  
  Introspect(argument: _linescope_identity_v1_IntrospectRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_linescope_identity_v1_IntrospectResponse__Output>): grpc.ClientUnaryCall;
  Introspect(argument: _linescope_identity_v1_IntrospectRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_linescope_identity_v1_IntrospectResponse__Output>): grpc.ClientUnaryCall;
  Introspect(argument: _linescope_identity_v1_IntrospectRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_linescope_identity_v1_IntrospectResponse__Output>): grpc.ClientUnaryCall;
  Introspect(argument: _linescope_identity_v1_IntrospectRequest, callback: grpc.requestCallback<_linescope_identity_v1_IntrospectResponse__Output>): grpc.ClientUnaryCall;
  introspect(argument: _linescope_identity_v1_IntrospectRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_linescope_identity_v1_IntrospectResponse__Output>): grpc.ClientUnaryCall;
  introspect(argument: _linescope_identity_v1_IntrospectRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_linescope_identity_v1_IntrospectResponse__Output>): grpc.ClientUnaryCall;
  introspect(argument: _linescope_identity_v1_IntrospectRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_linescope_identity_v1_IntrospectResponse__Output>): grpc.ClientUnaryCall;
  introspect(argument: _linescope_identity_v1_IntrospectRequest, callback: grpc.requestCallback<_linescope_identity_v1_IntrospectResponse__Output>): grpc.ClientUnaryCall;
  
  IsOriginNamed(argument: _linescope_identity_v1_IsOriginNamedRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_linescope_identity_v1_IsOriginNamedResponse__Output>): grpc.ClientUnaryCall;
  IsOriginNamed(argument: _linescope_identity_v1_IsOriginNamedRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_linescope_identity_v1_IsOriginNamedResponse__Output>): grpc.ClientUnaryCall;
  IsOriginNamed(argument: _linescope_identity_v1_IsOriginNamedRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_linescope_identity_v1_IsOriginNamedResponse__Output>): grpc.ClientUnaryCall;
  IsOriginNamed(argument: _linescope_identity_v1_IsOriginNamedRequest, callback: grpc.requestCallback<_linescope_identity_v1_IsOriginNamedResponse__Output>): grpc.ClientUnaryCall;
  isOriginNamed(argument: _linescope_identity_v1_IsOriginNamedRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_linescope_identity_v1_IsOriginNamedResponse__Output>): grpc.ClientUnaryCall;
  isOriginNamed(argument: _linescope_identity_v1_IsOriginNamedRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_linescope_identity_v1_IsOriginNamedResponse__Output>): grpc.ClientUnaryCall;
  isOriginNamed(argument: _linescope_identity_v1_IsOriginNamedRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_linescope_identity_v1_IsOriginNamedResponse__Output>): grpc.ClientUnaryCall;
  isOriginNamed(argument: _linescope_identity_v1_IsOriginNamedRequest, callback: grpc.requestCallback<_linescope_identity_v1_IsOriginNamedResponse__Output>): grpc.ClientUnaryCall;
  
  LendConnections(argument: _linescope_identity_v1_LendConnectionsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_linescope_identity_v1_LendConnectionsResponse__Output>): grpc.ClientUnaryCall;
  LendConnections(argument: _linescope_identity_v1_LendConnectionsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_linescope_identity_v1_LendConnectionsResponse__Output>): grpc.ClientUnaryCall;
  LendConnections(argument: _linescope_identity_v1_LendConnectionsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_linescope_identity_v1_LendConnectionsResponse__Output>): grpc.ClientUnaryCall;
  LendConnections(argument: _linescope_identity_v1_LendConnectionsRequest, callback: grpc.requestCallback<_linescope_identity_v1_LendConnectionsResponse__Output>): grpc.ClientUnaryCall;
  lendConnections(argument: _linescope_identity_v1_LendConnectionsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_linescope_identity_v1_LendConnectionsResponse__Output>): grpc.ClientUnaryCall;
  lendConnections(argument: _linescope_identity_v1_LendConnectionsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_linescope_identity_v1_LendConnectionsResponse__Output>): grpc.ClientUnaryCall;
  lendConnections(argument: _linescope_identity_v1_LendConnectionsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_linescope_identity_v1_LendConnectionsResponse__Output>): grpc.ClientUnaryCall;
  lendConnections(argument: _linescope_identity_v1_LendConnectionsRequest, callback: grpc.requestCallback<_linescope_identity_v1_LendConnectionsResponse__Output>): grpc.ClientUnaryCall;
  
  LendLlmTokens(argument: _linescope_identity_v1_LendLlmTokensRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_linescope_identity_v1_LendLlmTokensResponse__Output>): grpc.ClientUnaryCall;
  LendLlmTokens(argument: _linescope_identity_v1_LendLlmTokensRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_linescope_identity_v1_LendLlmTokensResponse__Output>): grpc.ClientUnaryCall;
  LendLlmTokens(argument: _linescope_identity_v1_LendLlmTokensRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_linescope_identity_v1_LendLlmTokensResponse__Output>): grpc.ClientUnaryCall;
  LendLlmTokens(argument: _linescope_identity_v1_LendLlmTokensRequest, callback: grpc.requestCallback<_linescope_identity_v1_LendLlmTokensResponse__Output>): grpc.ClientUnaryCall;
  lendLlmTokens(argument: _linescope_identity_v1_LendLlmTokensRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_linescope_identity_v1_LendLlmTokensResponse__Output>): grpc.ClientUnaryCall;
  lendLlmTokens(argument: _linescope_identity_v1_LendLlmTokensRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_linescope_identity_v1_LendLlmTokensResponse__Output>): grpc.ClientUnaryCall;
  lendLlmTokens(argument: _linescope_identity_v1_LendLlmTokensRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_linescope_identity_v1_LendLlmTokensResponse__Output>): grpc.ClientUnaryCall;
  lendLlmTokens(argument: _linescope_identity_v1_LendLlmTokensRequest, callback: grpc.requestCallback<_linescope_identity_v1_LendLlmTokensResponse__Output>): grpc.ClientUnaryCall;
  
  LendTracker(argument: _linescope_identity_v1_LendTrackerRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_linescope_identity_v1_LendTrackerResponse__Output>): grpc.ClientUnaryCall;
  LendTracker(argument: _linescope_identity_v1_LendTrackerRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_linescope_identity_v1_LendTrackerResponse__Output>): grpc.ClientUnaryCall;
  LendTracker(argument: _linescope_identity_v1_LendTrackerRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_linescope_identity_v1_LendTrackerResponse__Output>): grpc.ClientUnaryCall;
  LendTracker(argument: _linescope_identity_v1_LendTrackerRequest, callback: grpc.requestCallback<_linescope_identity_v1_LendTrackerResponse__Output>): grpc.ClientUnaryCall;
  lendTracker(argument: _linescope_identity_v1_LendTrackerRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_linescope_identity_v1_LendTrackerResponse__Output>): grpc.ClientUnaryCall;
  lendTracker(argument: _linescope_identity_v1_LendTrackerRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_linescope_identity_v1_LendTrackerResponse__Output>): grpc.ClientUnaryCall;
  lendTracker(argument: _linescope_identity_v1_LendTrackerRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_linescope_identity_v1_LendTrackerResponse__Output>): grpc.ClientUnaryCall;
  lendTracker(argument: _linescope_identity_v1_LendTrackerRequest, callback: grpc.requestCallback<_linescope_identity_v1_LendTrackerResponse__Output>): grpc.ClientUnaryCall;
  
  ListRepos(argument: _linescope_identity_v1_ListReposRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_linescope_identity_v1_ListReposResponse__Output>): grpc.ClientUnaryCall;
  ListRepos(argument: _linescope_identity_v1_ListReposRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_linescope_identity_v1_ListReposResponse__Output>): grpc.ClientUnaryCall;
  ListRepos(argument: _linescope_identity_v1_ListReposRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_linescope_identity_v1_ListReposResponse__Output>): grpc.ClientUnaryCall;
  ListRepos(argument: _linescope_identity_v1_ListReposRequest, callback: grpc.requestCallback<_linescope_identity_v1_ListReposResponse__Output>): grpc.ClientUnaryCall;
  listRepos(argument: _linescope_identity_v1_ListReposRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_linescope_identity_v1_ListReposResponse__Output>): grpc.ClientUnaryCall;
  listRepos(argument: _linescope_identity_v1_ListReposRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_linescope_identity_v1_ListReposResponse__Output>): grpc.ClientUnaryCall;
  listRepos(argument: _linescope_identity_v1_ListReposRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_linescope_identity_v1_ListReposResponse__Output>): grpc.ClientUnaryCall;
  listRepos(argument: _linescope_identity_v1_ListReposRequest, callback: grpc.requestCallback<_linescope_identity_v1_ListReposResponse__Output>): grpc.ClientUnaryCall;
  
  NoteImportRemoval(argument: _linescope_identity_v1_NoteImportRemovalRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_linescope_identity_v1_NoteImportRemovalResponse__Output>): grpc.ClientUnaryCall;
  NoteImportRemoval(argument: _linescope_identity_v1_NoteImportRemovalRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_linescope_identity_v1_NoteImportRemovalResponse__Output>): grpc.ClientUnaryCall;
  NoteImportRemoval(argument: _linescope_identity_v1_NoteImportRemovalRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_linescope_identity_v1_NoteImportRemovalResponse__Output>): grpc.ClientUnaryCall;
  NoteImportRemoval(argument: _linescope_identity_v1_NoteImportRemovalRequest, callback: grpc.requestCallback<_linescope_identity_v1_NoteImportRemovalResponse__Output>): grpc.ClientUnaryCall;
  noteImportRemoval(argument: _linescope_identity_v1_NoteImportRemovalRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_linescope_identity_v1_NoteImportRemovalResponse__Output>): grpc.ClientUnaryCall;
  noteImportRemoval(argument: _linescope_identity_v1_NoteImportRemovalRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_linescope_identity_v1_NoteImportRemovalResponse__Output>): grpc.ClientUnaryCall;
  noteImportRemoval(argument: _linescope_identity_v1_NoteImportRemovalRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_linescope_identity_v1_NoteImportRemovalResponse__Output>): grpc.ClientUnaryCall;
  noteImportRemoval(argument: _linescope_identity_v1_NoteImportRemovalRequest, callback: grpc.requestCallback<_linescope_identity_v1_NoteImportRemovalResponse__Output>): grpc.ClientUnaryCall;
  
  ReadQuotas(argument: _linescope_identity_v1_ReadQuotasRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_linescope_identity_v1_ReadQuotasResponse__Output>): grpc.ClientUnaryCall;
  ReadQuotas(argument: _linescope_identity_v1_ReadQuotasRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_linescope_identity_v1_ReadQuotasResponse__Output>): grpc.ClientUnaryCall;
  ReadQuotas(argument: _linescope_identity_v1_ReadQuotasRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_linescope_identity_v1_ReadQuotasResponse__Output>): grpc.ClientUnaryCall;
  ReadQuotas(argument: _linescope_identity_v1_ReadQuotasRequest, callback: grpc.requestCallback<_linescope_identity_v1_ReadQuotasResponse__Output>): grpc.ClientUnaryCall;
  readQuotas(argument: _linescope_identity_v1_ReadQuotasRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_linescope_identity_v1_ReadQuotasResponse__Output>): grpc.ClientUnaryCall;
  readQuotas(argument: _linescope_identity_v1_ReadQuotasRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_linescope_identity_v1_ReadQuotasResponse__Output>): grpc.ClientUnaryCall;
  readQuotas(argument: _linescope_identity_v1_ReadQuotasRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_linescope_identity_v1_ReadQuotasResponse__Output>): grpc.ClientUnaryCall;
  readQuotas(argument: _linescope_identity_v1_ReadQuotasRequest, callback: grpc.requestCallback<_linescope_identity_v1_ReadQuotasResponse__Output>): grpc.ClientUnaryCall;
  
  RegisterRepo(argument: _linescope_identity_v1_RegisterRepoRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_linescope_identity_v1_RegisterRepoResponse__Output>): grpc.ClientUnaryCall;
  RegisterRepo(argument: _linescope_identity_v1_RegisterRepoRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_linescope_identity_v1_RegisterRepoResponse__Output>): grpc.ClientUnaryCall;
  RegisterRepo(argument: _linescope_identity_v1_RegisterRepoRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_linescope_identity_v1_RegisterRepoResponse__Output>): grpc.ClientUnaryCall;
  RegisterRepo(argument: _linescope_identity_v1_RegisterRepoRequest, callback: grpc.requestCallback<_linescope_identity_v1_RegisterRepoResponse__Output>): grpc.ClientUnaryCall;
  registerRepo(argument: _linescope_identity_v1_RegisterRepoRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_linescope_identity_v1_RegisterRepoResponse__Output>): grpc.ClientUnaryCall;
  registerRepo(argument: _linescope_identity_v1_RegisterRepoRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_linescope_identity_v1_RegisterRepoResponse__Output>): grpc.ClientUnaryCall;
  registerRepo(argument: _linescope_identity_v1_RegisterRepoRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_linescope_identity_v1_RegisterRepoResponse__Output>): grpc.ClientUnaryCall;
  registerRepo(argument: _linescope_identity_v1_RegisterRepoRequest, callback: grpc.requestCallback<_linescope_identity_v1_RegisterRepoResponse__Output>): grpc.ClientUnaryCall;
  
  RemoveRepo(argument: _linescope_identity_v1_RemoveRepoRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_linescope_identity_v1_RemoveRepoResponse__Output>): grpc.ClientUnaryCall;
  RemoveRepo(argument: _linescope_identity_v1_RemoveRepoRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_linescope_identity_v1_RemoveRepoResponse__Output>): grpc.ClientUnaryCall;
  RemoveRepo(argument: _linescope_identity_v1_RemoveRepoRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_linescope_identity_v1_RemoveRepoResponse__Output>): grpc.ClientUnaryCall;
  RemoveRepo(argument: _linescope_identity_v1_RemoveRepoRequest, callback: grpc.requestCallback<_linescope_identity_v1_RemoveRepoResponse__Output>): grpc.ClientUnaryCall;
  removeRepo(argument: _linescope_identity_v1_RemoveRepoRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_linescope_identity_v1_RemoveRepoResponse__Output>): grpc.ClientUnaryCall;
  removeRepo(argument: _linescope_identity_v1_RemoveRepoRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_linescope_identity_v1_RemoveRepoResponse__Output>): grpc.ClientUnaryCall;
  removeRepo(argument: _linescope_identity_v1_RemoveRepoRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_linescope_identity_v1_RemoveRepoResponse__Output>): grpc.ClientUnaryCall;
  removeRepo(argument: _linescope_identity_v1_RemoveRepoRequest, callback: grpc.requestCallback<_linescope_identity_v1_RemoveRepoResponse__Output>): grpc.ClientUnaryCall;
  
  ReportConnection(argument: _linescope_identity_v1_ReportConnectionRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_linescope_identity_v1_ReportConnectionResponse__Output>): grpc.ClientUnaryCall;
  ReportConnection(argument: _linescope_identity_v1_ReportConnectionRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_linescope_identity_v1_ReportConnectionResponse__Output>): grpc.ClientUnaryCall;
  ReportConnection(argument: _linescope_identity_v1_ReportConnectionRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_linescope_identity_v1_ReportConnectionResponse__Output>): grpc.ClientUnaryCall;
  ReportConnection(argument: _linescope_identity_v1_ReportConnectionRequest, callback: grpc.requestCallback<_linescope_identity_v1_ReportConnectionResponse__Output>): grpc.ClientUnaryCall;
  reportConnection(argument: _linescope_identity_v1_ReportConnectionRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_linescope_identity_v1_ReportConnectionResponse__Output>): grpc.ClientUnaryCall;
  reportConnection(argument: _linescope_identity_v1_ReportConnectionRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_linescope_identity_v1_ReportConnectionResponse__Output>): grpc.ClientUnaryCall;
  reportConnection(argument: _linescope_identity_v1_ReportConnectionRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_linescope_identity_v1_ReportConnectionResponse__Output>): grpc.ClientUnaryCall;
  reportConnection(argument: _linescope_identity_v1_ReportConnectionRequest, callback: grpc.requestCallback<_linescope_identity_v1_ReportConnectionResponse__Output>): grpc.ClientUnaryCall;
  
  ReportLlmToken(argument: _linescope_identity_v1_ReportLlmTokenRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_linescope_identity_v1_ReportLlmTokenResponse__Output>): grpc.ClientUnaryCall;
  ReportLlmToken(argument: _linescope_identity_v1_ReportLlmTokenRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_linescope_identity_v1_ReportLlmTokenResponse__Output>): grpc.ClientUnaryCall;
  ReportLlmToken(argument: _linescope_identity_v1_ReportLlmTokenRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_linescope_identity_v1_ReportLlmTokenResponse__Output>): grpc.ClientUnaryCall;
  ReportLlmToken(argument: _linescope_identity_v1_ReportLlmTokenRequest, callback: grpc.requestCallback<_linescope_identity_v1_ReportLlmTokenResponse__Output>): grpc.ClientUnaryCall;
  reportLlmToken(argument: _linescope_identity_v1_ReportLlmTokenRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_linescope_identity_v1_ReportLlmTokenResponse__Output>): grpc.ClientUnaryCall;
  reportLlmToken(argument: _linescope_identity_v1_ReportLlmTokenRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_linescope_identity_v1_ReportLlmTokenResponse__Output>): grpc.ClientUnaryCall;
  reportLlmToken(argument: _linescope_identity_v1_ReportLlmTokenRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_linescope_identity_v1_ReportLlmTokenResponse__Output>): grpc.ClientUnaryCall;
  reportLlmToken(argument: _linescope_identity_v1_ReportLlmTokenRequest, callback: grpc.requestCallback<_linescope_identity_v1_ReportLlmTokenResponse__Output>): grpc.ClientUnaryCall;
  
  ReportTracker(argument: _linescope_identity_v1_ReportTrackerRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_linescope_identity_v1_ReportTrackerResponse__Output>): grpc.ClientUnaryCall;
  ReportTracker(argument: _linescope_identity_v1_ReportTrackerRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_linescope_identity_v1_ReportTrackerResponse__Output>): grpc.ClientUnaryCall;
  ReportTracker(argument: _linescope_identity_v1_ReportTrackerRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_linescope_identity_v1_ReportTrackerResponse__Output>): grpc.ClientUnaryCall;
  ReportTracker(argument: _linescope_identity_v1_ReportTrackerRequest, callback: grpc.requestCallback<_linescope_identity_v1_ReportTrackerResponse__Output>): grpc.ClientUnaryCall;
  reportTracker(argument: _linescope_identity_v1_ReportTrackerRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_linescope_identity_v1_ReportTrackerResponse__Output>): grpc.ClientUnaryCall;
  reportTracker(argument: _linescope_identity_v1_ReportTrackerRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_linescope_identity_v1_ReportTrackerResponse__Output>): grpc.ClientUnaryCall;
  reportTracker(argument: _linescope_identity_v1_ReportTrackerRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_linescope_identity_v1_ReportTrackerResponse__Output>): grpc.ClientUnaryCall;
  reportTracker(argument: _linescope_identity_v1_ReportTrackerRequest, callback: grpc.requestCallback<_linescope_identity_v1_ReportTrackerResponse__Output>): grpc.ClientUnaryCall;
  
  ResolveResourcePath(argument: _linescope_identity_v1_ResolveResourcePathRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_linescope_identity_v1_ResolveResourcePathResponse__Output>): grpc.ClientUnaryCall;
  ResolveResourcePath(argument: _linescope_identity_v1_ResolveResourcePathRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_linescope_identity_v1_ResolveResourcePathResponse__Output>): grpc.ClientUnaryCall;
  ResolveResourcePath(argument: _linescope_identity_v1_ResolveResourcePathRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_linescope_identity_v1_ResolveResourcePathResponse__Output>): grpc.ClientUnaryCall;
  ResolveResourcePath(argument: _linescope_identity_v1_ResolveResourcePathRequest, callback: grpc.requestCallback<_linescope_identity_v1_ResolveResourcePathResponse__Output>): grpc.ClientUnaryCall;
  resolveResourcePath(argument: _linescope_identity_v1_ResolveResourcePathRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_linescope_identity_v1_ResolveResourcePathResponse__Output>): grpc.ClientUnaryCall;
  resolveResourcePath(argument: _linescope_identity_v1_ResolveResourcePathRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_linescope_identity_v1_ResolveResourcePathResponse__Output>): grpc.ClientUnaryCall;
  resolveResourcePath(argument: _linescope_identity_v1_ResolveResourcePathRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_linescope_identity_v1_ResolveResourcePathResponse__Output>): grpc.ClientUnaryCall;
  resolveResourcePath(argument: _linescope_identity_v1_ResolveResourcePathRequest, callback: grpc.requestCallback<_linescope_identity_v1_ResolveResourcePathResponse__Output>): grpc.ClientUnaryCall;
  
  SwapQuota(argument: _linescope_identity_v1_SwapQuotaRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_linescope_identity_v1_SwapQuotaResponse__Output>): grpc.ClientUnaryCall;
  SwapQuota(argument: _linescope_identity_v1_SwapQuotaRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_linescope_identity_v1_SwapQuotaResponse__Output>): grpc.ClientUnaryCall;
  SwapQuota(argument: _linescope_identity_v1_SwapQuotaRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_linescope_identity_v1_SwapQuotaResponse__Output>): grpc.ClientUnaryCall;
  SwapQuota(argument: _linescope_identity_v1_SwapQuotaRequest, callback: grpc.requestCallback<_linescope_identity_v1_SwapQuotaResponse__Output>): grpc.ClientUnaryCall;
  swapQuota(argument: _linescope_identity_v1_SwapQuotaRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_linescope_identity_v1_SwapQuotaResponse__Output>): grpc.ClientUnaryCall;
  swapQuota(argument: _linescope_identity_v1_SwapQuotaRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_linescope_identity_v1_SwapQuotaResponse__Output>): grpc.ClientUnaryCall;
  swapQuota(argument: _linescope_identity_v1_SwapQuotaRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_linescope_identity_v1_SwapQuotaResponse__Output>): grpc.ClientUnaryCall;
  swapQuota(argument: _linescope_identity_v1_SwapQuotaRequest, callback: grpc.requestCallback<_linescope_identity_v1_SwapQuotaResponse__Output>): grpc.ClientUnaryCall;
  
}

export interface IdentityHandlers extends grpc.UntypedServiceImplementation {
  ClaimIdempotencyKey: grpc.handleUnaryCall<_linescope_identity_v1_ClaimIdempotencyKeyRequest__Output, _linescope_identity_v1_ClaimIdempotencyKeyResponse>;
  
  EnsureUser: grpc.handleUnaryCall<_linescope_identity_v1_EnsureUserRequest__Output, _linescope_identity_v1_EnsureUserResponse>;
  
  FindAwaitedImport: grpc.handleUnaryCall<_linescope_identity_v1_FindAwaitedImportRequest__Output, _linescope_identity_v1_FindAwaitedImportResponse>;
  
  FindUsers: grpc.handleUnaryCall<_linescope_identity_v1_FindUsersRequest__Output, _linescope_identity_v1_FindUsersResponse>;
  
  GetEntitySettings: grpc.handleUnaryCall<_linescope_identity_v1_GetEntitySettingsRequest__Output, _linescope_identity_v1_GetEntitySettingsResponse>;
  
  Introspect: grpc.handleUnaryCall<_linescope_identity_v1_IntrospectRequest__Output, _linescope_identity_v1_IntrospectResponse>;
  
  IsOriginNamed: grpc.handleUnaryCall<_linescope_identity_v1_IsOriginNamedRequest__Output, _linescope_identity_v1_IsOriginNamedResponse>;
  
  LendConnections: grpc.handleUnaryCall<_linescope_identity_v1_LendConnectionsRequest__Output, _linescope_identity_v1_LendConnectionsResponse>;
  
  LendLlmTokens: grpc.handleUnaryCall<_linescope_identity_v1_LendLlmTokensRequest__Output, _linescope_identity_v1_LendLlmTokensResponse>;
  
  LendTracker: grpc.handleUnaryCall<_linescope_identity_v1_LendTrackerRequest__Output, _linescope_identity_v1_LendTrackerResponse>;
  
  ListRepos: grpc.handleUnaryCall<_linescope_identity_v1_ListReposRequest__Output, _linescope_identity_v1_ListReposResponse>;
  
  NoteImportRemoval: grpc.handleUnaryCall<_linescope_identity_v1_NoteImportRemovalRequest__Output, _linescope_identity_v1_NoteImportRemovalResponse>;
  
  ReadQuotas: grpc.handleUnaryCall<_linescope_identity_v1_ReadQuotasRequest__Output, _linescope_identity_v1_ReadQuotasResponse>;
  
  RegisterRepo: grpc.handleUnaryCall<_linescope_identity_v1_RegisterRepoRequest__Output, _linescope_identity_v1_RegisterRepoResponse>;
  
  RemoveRepo: grpc.handleUnaryCall<_linescope_identity_v1_RemoveRepoRequest__Output, _linescope_identity_v1_RemoveRepoResponse>;
  
  ReportConnection: grpc.handleUnaryCall<_linescope_identity_v1_ReportConnectionRequest__Output, _linescope_identity_v1_ReportConnectionResponse>;
  
  ReportLlmToken: grpc.handleUnaryCall<_linescope_identity_v1_ReportLlmTokenRequest__Output, _linescope_identity_v1_ReportLlmTokenResponse>;
  
  ReportTracker: grpc.handleUnaryCall<_linescope_identity_v1_ReportTrackerRequest__Output, _linescope_identity_v1_ReportTrackerResponse>;
  
  ResolveResourcePath: grpc.handleUnaryCall<_linescope_identity_v1_ResolveResourcePathRequest__Output, _linescope_identity_v1_ResolveResourcePathResponse>;
  
  SwapQuota: grpc.handleUnaryCall<_linescope_identity_v1_SwapQuotaRequest__Output, _linescope_identity_v1_SwapQuotaResponse>;
  
}

export interface IdentityDefinition extends grpc.ServiceDefinition {
  ClaimIdempotencyKey: MethodDefinition<_linescope_identity_v1_ClaimIdempotencyKeyRequest, _linescope_identity_v1_ClaimIdempotencyKeyResponse, _linescope_identity_v1_ClaimIdempotencyKeyRequest__Output, _linescope_identity_v1_ClaimIdempotencyKeyResponse__Output>
  EnsureUser: MethodDefinition<_linescope_identity_v1_EnsureUserRequest, _linescope_identity_v1_EnsureUserResponse, _linescope_identity_v1_EnsureUserRequest__Output, _linescope_identity_v1_EnsureUserResponse__Output>
  FindAwaitedImport: MethodDefinition<_linescope_identity_v1_FindAwaitedImportRequest, _linescope_identity_v1_FindAwaitedImportResponse, _linescope_identity_v1_FindAwaitedImportRequest__Output, _linescope_identity_v1_FindAwaitedImportResponse__Output>
  FindUsers: MethodDefinition<_linescope_identity_v1_FindUsersRequest, _linescope_identity_v1_FindUsersResponse, _linescope_identity_v1_FindUsersRequest__Output, _linescope_identity_v1_FindUsersResponse__Output>
  GetEntitySettings: MethodDefinition<_linescope_identity_v1_GetEntitySettingsRequest, _linescope_identity_v1_GetEntitySettingsResponse, _linescope_identity_v1_GetEntitySettingsRequest__Output, _linescope_identity_v1_GetEntitySettingsResponse__Output>
  Introspect: MethodDefinition<_linescope_identity_v1_IntrospectRequest, _linescope_identity_v1_IntrospectResponse, _linescope_identity_v1_IntrospectRequest__Output, _linescope_identity_v1_IntrospectResponse__Output>
  IsOriginNamed: MethodDefinition<_linescope_identity_v1_IsOriginNamedRequest, _linescope_identity_v1_IsOriginNamedResponse, _linescope_identity_v1_IsOriginNamedRequest__Output, _linescope_identity_v1_IsOriginNamedResponse__Output>
  LendConnections: MethodDefinition<_linescope_identity_v1_LendConnectionsRequest, _linescope_identity_v1_LendConnectionsResponse, _linescope_identity_v1_LendConnectionsRequest__Output, _linescope_identity_v1_LendConnectionsResponse__Output>
  LendLlmTokens: MethodDefinition<_linescope_identity_v1_LendLlmTokensRequest, _linescope_identity_v1_LendLlmTokensResponse, _linescope_identity_v1_LendLlmTokensRequest__Output, _linescope_identity_v1_LendLlmTokensResponse__Output>
  LendTracker: MethodDefinition<_linescope_identity_v1_LendTrackerRequest, _linescope_identity_v1_LendTrackerResponse, _linescope_identity_v1_LendTrackerRequest__Output, _linescope_identity_v1_LendTrackerResponse__Output>
  ListRepos: MethodDefinition<_linescope_identity_v1_ListReposRequest, _linescope_identity_v1_ListReposResponse, _linescope_identity_v1_ListReposRequest__Output, _linescope_identity_v1_ListReposResponse__Output>
  NoteImportRemoval: MethodDefinition<_linescope_identity_v1_NoteImportRemovalRequest, _linescope_identity_v1_NoteImportRemovalResponse, _linescope_identity_v1_NoteImportRemovalRequest__Output, _linescope_identity_v1_NoteImportRemovalResponse__Output>
  ReadQuotas: MethodDefinition<_linescope_identity_v1_ReadQuotasRequest, _linescope_identity_v1_ReadQuotasResponse, _linescope_identity_v1_ReadQuotasRequest__Output, _linescope_identity_v1_ReadQuotasResponse__Output>
  RegisterRepo: MethodDefinition<_linescope_identity_v1_RegisterRepoRequest, _linescope_identity_v1_RegisterRepoResponse, _linescope_identity_v1_RegisterRepoRequest__Output, _linescope_identity_v1_RegisterRepoResponse__Output>
  RemoveRepo: MethodDefinition<_linescope_identity_v1_RemoveRepoRequest, _linescope_identity_v1_RemoveRepoResponse, _linescope_identity_v1_RemoveRepoRequest__Output, _linescope_identity_v1_RemoveRepoResponse__Output>
  ReportConnection: MethodDefinition<_linescope_identity_v1_ReportConnectionRequest, _linescope_identity_v1_ReportConnectionResponse, _linescope_identity_v1_ReportConnectionRequest__Output, _linescope_identity_v1_ReportConnectionResponse__Output>
  ReportLlmToken: MethodDefinition<_linescope_identity_v1_ReportLlmTokenRequest, _linescope_identity_v1_ReportLlmTokenResponse, _linescope_identity_v1_ReportLlmTokenRequest__Output, _linescope_identity_v1_ReportLlmTokenResponse__Output>
  ReportTracker: MethodDefinition<_linescope_identity_v1_ReportTrackerRequest, _linescope_identity_v1_ReportTrackerResponse, _linescope_identity_v1_ReportTrackerRequest__Output, _linescope_identity_v1_ReportTrackerResponse__Output>
  ResolveResourcePath: MethodDefinition<_linescope_identity_v1_ResolveResourcePathRequest, _linescope_identity_v1_ResolveResourcePathResponse, _linescope_identity_v1_ResolveResourcePathRequest__Output, _linescope_identity_v1_ResolveResourcePathResponse__Output>
  SwapQuota: MethodDefinition<_linescope_identity_v1_SwapQuotaRequest, _linescope_identity_v1_SwapQuotaResponse, _linescope_identity_v1_SwapQuotaRequest__Output, _linescope_identity_v1_SwapQuotaResponse__Output>
}
