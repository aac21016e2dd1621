/** What the field agrees to call a test, by folder and by file name. */
const testFolders = new Set([
  'test',
  'tests',
  '__tests__',
  '__test__',
  '__mocks__',
  '__snapshots__',
  '__fixtures__',
  'testing',
  'testdata',
  'test-data',
  'test_data',
  'testutil',
  'testutils',
  'test-utils',
  'test_utils',
  'testlib',
  'unittest',
  'unittests',
  'unit-tests',
  'integration-tests',
  'integration_tests',
  'integrationtest',
  'e2e',
  'e2e-tests',
  'cypress',
  'playwright',
  'androidtest',
  'testfixtures',
  'commontest',
  'jvmtest',
  'step_definitions',
]);

/** These hold tests only when they hold programs: `spec/openapi.yaml` is none. */
const codeTestFolders = new Set(['spec', 'specs', 't', 'features', 'acceptance', 'functional']);

const folderPattern = /(?:[.-][Tt]ests?|[a-z0-9]Tests|_tests?)$/;

const filePattern = new RegExp(
  [
    '[._-](?:test|tests|spec|specs|e2e|cy|itest|stories-test)\\.[a-z0-9]+(?:\\.snap)?$',
    '_(?:unittest|browsertest|gtest)\\.[a-z]+$',
    '^(?:test|spec)[_-][^/]*\\.[a-z0-9]+$',
    '^(?:conftest|tests?)\\.py$',
    '^(?:tests?|spec)\\.[cm]?[jt]sx?$',
    '^(?:test_helper|spec_helper|rails_helper)\\.rb$',
    '^(?:jest|vitest|karma|cypress|playwright)[.-](?:config|setup|conf)\\.',
    '\\.(?:feature|bats|snap|t)$',
  ].join('|'),
);

/** Capitals matter here: `OrderTest.java` is a test, `Latest.java` is not. */
const typePattern =
  /(?:^|[a-z0-9_])(?:Tests?|TestCase|Specs?|IT|ITCase|TestSuite|Steps)\.(?:java|kt|kts|cs|vb|fs|php|scala|swift|groovy|m|mm|hs|cpp|cc|dart|ts|js|purs|hx)$|^(?:Test|IT)[A-Z]\w*\.(?:java|kt|cs|cpp|groovy|scala|swift|hs|py)$/;

export function isTestPath(path: string, isProgram: boolean): boolean {
  const slash = path.lastIndexOf('/');
  const basename = path.slice(slash + 1);
  if (filePattern.test(basename.toLowerCase()) && (isProgram || !/^(?:test|spec)[_-]/i.test(basename))) return true;
  if (typePattern.test(basename)) return true;
  let start = 0;
  while (start <= slash) {
    const end = path.indexOf('/', start);
    const folder = path.slice(start, end);
    const lower = folder.toLowerCase();
    if (testFolders.has(lower) || folderPattern.test(folder)) return true;
    if (isProgram && codeTestFolders.has(lower)) return true;
    start = end + 1;
  }
  return false;
}
