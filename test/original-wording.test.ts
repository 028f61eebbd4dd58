import { expect, it } from 'vitest'
import profile from '../fixtures/profiles/default.json' with { type: 'json' }
import { checkOptions } from '../src/conformance/runner/option-checks.ts'
import { readProfile } from '../src/conformance/target/profile.ts'
import { optionNames, readOptions } from '../src/options.ts'
import { listSpoiltVersions, readRefusalMessage, zodMessages } from './support/original-wording.ts'

/** Checks that no message about wrong input, of a caller or in a file, has the original wording of the library Zod. */

const suiteOptions = {
  baseUrl: 'http://127.0.0.1:4010',
  control: 'auto',
  only: ['A-001'],
  skip: [],
  shard: { index: 1, count: 2 },
  profile: {},
  allowSpend: true,
  allowWaitMs: 5,
  maxSpendCents: 5,
  concurrency: 4,
  timeoutMs: 100,
  pace: 'off',
  signal: new AbortController().signal,
  onWait: () => undefined,
  onSlow: () => undefined,
}

const wholeProfile = {
  ...profile,
  carriers: ['UPS'],
  limits: { 'POST /v1/rates': 5 },
  rules: { skip: ['A-*'] },
  expected_failures: [{ rule: 'A-001', reason: 'known', issue: 'x', until: '2030-01-31' }],
}

const libraryOptions = {
  ...Object.fromEntries(optionNames.map((name) => [name, 'odd'])),
  clock: { mode: 'frozen', rate: 1, now: '2030-01-31T12:00:00Z' },
}

it.each([
  ['a profile', wholeProfile, (given: unknown) => readProfile(given)],
  [
    'options of the suite',
    suiteOptions,
    (given: unknown) => Reflect.apply(checkOptions, undefined, [given, []]),
  ],
  [
    'options of the library',
    libraryOptions,
    (given: unknown) => Reflect.apply(readOptions, undefined, [given]),
  ],
])('no message that refuses wrong input comes from the library Zod: %s', async (_, good, read) => {
  const told: string[] = []
  for (const given of listSpoiltVersions(good)) told.push(await readRefusalMessage(() => read(given)))
  expect(new Set(told.filter((words) => zodMessages.test(words)))).toEqual(new Set())
  expect(told.filter((words) => words !== '').length).toBeGreaterThan(50)
})
