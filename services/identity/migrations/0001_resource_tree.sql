-- The tenants. `version` grows with each change, so that a late event can be told from a new one.
CREATE TABLE entities (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  slug text NOT NULL UNIQUE CHECK (slug = lower(slug)),
  settings jsonb NOT NULL DEFAULT '{}',
  status text NOT NULL DEFAULT 'active' CHECK (status IN ('active', 'offboarding')),
  version bigint NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now()
);

-- Hosts ignore case in names and so do we, but what the customer wrote is what is shown.
-- `host_slug` is the host's own; `slug` differs from it where two hosts collide.
CREATE TABLE organizations (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  entity_id bigint NOT NULL REFERENCES entities ON DELETE CASCADE,
  slug text NOT NULL,
  git_provider_em text NOT NULL,
  host_name text NOT NULL,
  host_slug text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE UNIQUE INDEX organizations_slug ON organizations (entity_id, lower(slug));
CREATE UNIQUE INDEX organizations_host_slug
  ON organizations (entity_id, git_provider_em, host_name, lower(host_slug));

CREATE TABLE repos (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  entity_id bigint NOT NULL REFERENCES entities ON DELETE CASCADE,
  organization_id bigint NOT NULL REFERENCES organizations ON DELETE CASCADE,
  slug text NOT NULL,
  git_provider_em text NOT NULL,
  host_name text NOT NULL,
  external_id text,
  default_branch text,
  html_url text,
  version bigint NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE UNIQUE INDEX repos_slug ON repos (organization_id, lower(slug));
CREATE UNIQUE INDEX repos_external_id ON repos (entity_id, git_provider_em, host_name, external_id);
