-- A member's name is what this entity was told, not what another one was. Rows of a version that does not write it show the address.
ALTER TABLE memberships ADD COLUMN user_name text, ADD COLUMN full_name text, ADD COLUMN avatar_url text;
UPDATE memberships SET user_name = users.user_name, full_name = users.full_name, avatar_url = users.avatar_url
FROM users WHERE users.id = memberships.user_id;
