-- Lines of a commit that was applied twice live as long as by either copy: all are derived once more.
DELETE FROM life_derivations;
