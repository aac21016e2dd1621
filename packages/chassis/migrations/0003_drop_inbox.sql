-- No consumer used it: effects are idempotent by keys and versions instead.
DROP TABLE inbox;
