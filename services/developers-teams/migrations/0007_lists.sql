-- Which changes change a list: of persons (who, by what names, in what status), of their times, of where they commit, of teams.
CREATE TRIGGER persons_listed AFTER INSERT OR DELETE ON committers FOR EACH ROW EXECUTE FUNCTION note_list_change('persons');
CREATE TRIGGER persons_changed AFTER UPDATE ON committers FOR EACH ROW
  WHEN ((OLD.primary_id, OLD.user_name, OLD.email, OLD.git_provider_id, OLD.processing_status_em)
    IS DISTINCT FROM (NEW.primary_id, NEW.user_name, NEW.email, NEW.git_provider_id, NEW.processing_status_em))
  EXECUTE FUNCTION note_list_change('persons');
CREATE TRIGGER persons_worked AFTER UPDATE ON committers FOR EACH ROW
  WHEN (OLD.person_authored_at IS DISTINCT FROM NEW.person_authored_at)
  EXECUTE FUNCTION note_list_change('person_times');
CREATE TRIGGER committer_repos_listed AFTER INSERT OR DELETE ON committer_repos FOR EACH ROW
  EXECUTE FUNCTION note_list_change('committer_repos');
CREATE TRIGGER committer_repos_moved AFTER UPDATE ON committer_repos FOR EACH ROW
  WHEN (OLD.primary_id IS DISTINCT FROM NEW.primary_id)
  EXECUTE FUNCTION note_list_change('committer_repos');
CREATE TRIGGER committer_repos_worked AFTER UPDATE ON committer_repos FOR EACH ROW
  WHEN (OLD.last_authored_at IS DISTINCT FROM NEW.last_authored_at)
  EXECUTE FUNCTION note_list_change('committer_repo_times');
CREATE TRIGGER team_members_listed AFTER INSERT OR UPDATE OR DELETE ON team_members FOR EACH ROW
  EXECUTE FUNCTION note_list_change('team_members');

-- The status stands beside its rank, and the time beside the id, so that reading an outline touches no row.
DROP INDEX persons_by_status, persons_by_id;
CREATE INDEX persons_by_status ON committers
  (entity_id, (CASE processing_status_em WHEN 'processing_stats' THEN 1 WHEN 'limited_processing' THEN 2 ELSE 3 END), id)
  INCLUDE (processing_status_em) WHERE is_person;
CREATE INDEX persons_by_id ON committers (entity_id, id) INCLUDE (processing_status_em, person_authored_at) WHERE is_person;
