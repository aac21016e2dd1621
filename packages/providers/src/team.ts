/** A team as a code host or tracker has it. Members are given by what developers are known by: a host's account ids, or emails. */
export type HostTeam = {
  hostId: string;
  name: string;
  parentHostId: string | null;
  members: string[];
  /** `<organization>/<repo>`; empty where the host ties no repos to it. */
  repoPaths: string[];
};
