import { describe, expect, it } from 'vitest'
import { again, mixed } from '../../../../test/support/conformance/sample-reports.ts'
import { formats } from './format.ts'

describe('the console report', () => {
  const text = formats.console(mixed)

  it('the console report shows failures first, with the expected value, the exchange and a curl line', () => {
    const failed = text.indexOf('FAILED RATE-001')
    expect(failed).toBeGreaterThan(0)
    expect(failed).toBeLessThan(text.indexOf('Skipped:'))
    expect(text).toMatch(/expected rates/)
    expect(text).toMatch(/ step 1 {3}GET http:\S+ -> 500\n {2}step 2 {3}GET http:\S+ -> 500\n/)
    expect(text).toContain(`curl     curl -i -H "Authorization: Bearer $DRYDOCK_KEY"`)
    expect(text).toContain(`again    ${again}\n`)
  })

  it('the console report shows each cause of failures only once', () => {
    expect(text).toContain('ERRORED RATE-002')
    expect(text).toContain('errored  RATE-003\n')
    expect(text).not.toContain('ERRORED RATE-003')
  })

  it('the console report groups skipped rules by the option that enables them', () => {
    expect(text).toMatch(/2 {2}--webhook-listen\n +- Needs an inbox\.\n +HOOK-001, HOOK-002/)
    expect(text).toMatch(/1 {2}--revoked-key\n +- Needs a key\.\n +KEY-009/)
  })

  it('the console report shows known failures, charges, and the accounts and labels that the run left behind', () => {
    expect(text).toMatch(
      /Known to fail:\n {2}ADDR-001 .*\n +expected a\n +actual +b\n +profile +an old sin \(#7\)/,
    )
    expect(text).toContain('Charged live: 871 cents.')
    expect(text).toContain('live label lbl_1: bought by LABEL-001, voided')
  })

  it('the console report ends with exact counts', () => {
    const counts =
      '1 passed, 2 failed (1 known), 3 skipped (2 need --webhook-listen, 1 needs --revoked-key), 2 errored'
    const finished = formats.console({ ...mixed, stopped: null })
    expect(finished.trimEnd().split('\n').at(-1)).toBe(counts)
    // The console report must say only once, at its end, why a run did not finish.
    const why = 'The run did not finish. The run was interrupted.'
    expect(text.trimEnd().split('\n').slice(-2)).toEqual([counts, why])
    expect(text.split('interrupted')).toHaveLength(2)
  })

  it('the console report uses colours only on request', () => {
    expect(text).not.toContain('\u001b')
    expect(formats.console(mixed, { colour: true })).toContain('\u001b[31mFAILED')
  })
})
