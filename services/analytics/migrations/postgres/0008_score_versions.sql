-- The weights by which a `diff_delta` derivation scores. The newest version that is finished is the one that answers follow.
ALTER TABLE derivations ADD COLUMN weights jsonb;
