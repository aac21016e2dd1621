export { sourceReading } from '@linescope/git-engine/source-reading';
