/**
 * What writes a run in another form, whole: a bundle of its own (dist/exports.js), loaded when it is first asked for, so
 * that neither the command nor the editor carries it from their start.
 */
export { writeRunBundle } from './bundle/write-run-bundle';
export { exportRunFile } from './export-run-file';
export { writeHtmlReport } from './html/write-html-report';
export { readPatterns } from './redaction-patterns';
export { knownSecrets } from './redaction-secrets';
