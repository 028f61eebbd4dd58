import { expect, it } from 'vitest'
import { rules } from '../../src/conformance/catalogue.ts'
import { runSuite } from '../../src/conformance/runner/run.ts'
import { openToyTarget, testKey } from './targets/toy-target.ts'

it('each skipped conformance rule has a reason that names the options to run it', async () => {
  const target = await openToyTarget(() => ({}))
  const { report } = await runSuite({ baseUrl: target.url, key: testKey, control: 'off', pace: 'off' }, rules)
  await target.close()
  const skipped = report.rules.filter(({ status }) => status === 'skipped')
  expect(skipped.length).toBeGreaterThan(150)
  for (const { id, reason, unlock } of skipped) {
    expect(reason, id).toMatch(/^[A-Z][^\n]{15,}\.$/)
    for (const option of unlock.flatMap((each) => each.split(' or '))) expect(reason, id).toContain(option)
  }
  const needy = skipped.filter(({ reason_kind: kind }) => kind === 'capability' || kind === 'permission')
  expect(needy.filter(({ unlock }) => unlock.length === 0)).toEqual([])
})
