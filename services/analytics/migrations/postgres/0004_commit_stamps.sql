-- Grows with the commits alone: what is known of them in memory lasts through everything else that comes in.
ALTER TABLE fact_stamps ADD COLUMN commits bigint NOT NULL DEFAULT 0;
