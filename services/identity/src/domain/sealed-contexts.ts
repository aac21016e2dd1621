/** What a sealed value is bound to: moved to another row or column, it does not open. */
export const connectionContext = (id: number): string => `connection:${id}`;
export const webhookContext = (id: number): string => `connection:${id}:webhook`;
export const trackerContext = (id: number): string => `tracker:${id}`;
export const llmTokenContext = (id: number): string => `llm_token:${id}`;
export const oidcClientContext = (id: number): string => `oidc_client:${id}`;
