import seedFile from '../../fixtures/seed.json' with { type: 'json' }

/** The default account's fixed keys with every scope, and its signing secret (command line, The account at start). */
export const defaultKeys = {
  test: findDefaultKey('pr_test_'),
  live: findDefaultKey('pr_live_'),
  signingSecret: seedFile.signing_secret,
}

function findDefaultKey(prefix: string): string {
  const found = seedFile.keys.find(({ value, scopes }) => scopes === 'all' && value.startsWith(prefix))
  if (found === undefined) throw new Error(`fixtures/seed.json has no ${prefix} key with every scope`)
  return found.value
}
