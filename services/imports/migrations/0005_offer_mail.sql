-- Whom an offer is told, and when its mail is tried again after a mail server refused it.
ALTER TABLE imports
  ADD COLUMN offered_to_user bigint,
  ADD COLUMN offer_mail_after timestamptz NOT NULL DEFAULT now();
CREATE INDEX imports_offers_to_mail ON imports (offer_mail_after)
  WHERE import_status = 'offered_pending_acceptance' AND offer_mailed_at IS NULL;
