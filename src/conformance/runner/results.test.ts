import { describe, expect, it } from 'vitest'
import { rules } from '../catalogue.ts'
import type { ConformanceOptions } from '../options.ts'
import type { Rule } from '../rule.ts'
import { renderRerunCommand } from './results.ts'

const selectByIds = (...ids: readonly string[]): readonly Rule[] => rules.filter(({ id }) => ids.includes(id))

const everything: ConformanceOptions = {
  baseUrl: 'https://api.example.com',
  key: 'a secret',
  controlToken: 'another secret',
  webhookSecret: 'a third',
  control: 'off',
  profileFile: 'our sandbox.json',
  allowSpend: true,
  maxSpendCents: 900,
  allowLoad: true,
  allowWaitMs: 960_000,
  webhookListen: '0.0.0.0:4011',
  webhookPublicUrl: 'https://tunnel.example.com/hooks',
  timeoutMs: 5_000,
}

describe('the command that repeats a rule', () => {
  it('the command in a report that repeats a failed rule is short if the run had few options', () => {
    expect(renderRerunCommand({ baseUrl: 'http://127.0.0.1:4010' }, selectByIds('RATE-001'))).toBe(
      'drydock conformance http://127.0.0.1:4010 --only RATE-001',
    )
  })

  it('the command in a report that repeats a failed rule has the options that the rule needs, and no secret', () => {
    expect(renderRerunCommand(everything, selectByIds('RATE-001'))).toBe(
      "drydock conformance https://api.example.com --only RATE-001 --control off --profile 'our sandbox.json' --timeout 5s",
    )
    const needy = rules.filter(
      (rule) =>
        rule.kind === 'active' &&
        ['spend', 'load', 'inbox'].some((need) => rule.needs.flat().some((each) => each === need)),
    )
    const line = renderRerunCommand(everything, needy)
    expect(line).toContain('--allow-spend --max-spend 900 --allow-load')
    expect(line).toContain(
      '--webhook-listen 0.0.0.0:4011 --webhook-public-url https://tunnel.example.com/hooks',
    )
    expect(line).not.toMatch(/secret|a third/)
  })

  it('the command in a report that repeats a failed rule has --allow-wait if the rule waits', () => {
    const waiting = rules.filter(
      (rule) => rule.kind === 'active' && rule.needs.flat().some((need) => typeof need === 'object'),
    )
    expect(renderRerunCommand(everything, waiting)).toContain('--allow-wait 16m')
  })
})
