/** Where the data folder stands in the module's own file system. */
export const MOUNT_POINT = '/data';
