import { describe, expect, it } from 'vitest'
import { modesOf } from '../faults/targets.ts'
import { parseScenario } from './parse.ts'
import { ScenarioError } from './scenario-error.ts'

const webhookModes = modesOf('webhook').join(', ')
const head = 'name: rainy-day\ndescription: It rains.\ntimeline:\n'

function readRefusal(text: string): ScenarioError {
  try {
    parseScenario(text, 'rainy-day.yaml')
  } catch (error) {
    if (error instanceof ScenarioError) return error
    throw error
  }
  throw new Error('The scenario was taken.')
}

describe('parseScenario', () => {
  it('parseScenario reads faults and wallet changes in the order of their start', () => {
    const text = `${head}
  - at: 1h
    wallet: { payment_method: none, auto_reload: null }
  - at: 90s
    for: 10m
    fault:
      target: carrier:usps
      operation: labels
      mode: reject
      code: LABEL.WEIGHT.EXCEEDED
      probability: 0.5
  - at: 0s
    fault: { target: carrier:*, mode: down }
  - at: 0s
    wallet:
      balance_cents: 0
      auto_reload: { threshold_cents: 0, amount_cents: 500 }
`
    expect(parseScenario(text, 'rainy-day.yaml')).toEqual({
      name: 'rainy-day',
      description: 'It rains.',
      steps: [
        { atMs: 0, fault: { target: 'carrier:*', mode: 'down' } },
        { atMs: 0, wallet: { balance_cents: 0, auto_reload: { threshold_cents: 0, amount_cents: 500 } } },
        {
          atMs: 90_000,
          forMs: 600_000,
          fault: {
            target: 'carrier:USPS',
            operation: 'labels',
            mode: 'reject',
            code: 'LABEL.WEIGHT.EXCEEDED',
            probability: 0.5,
          },
        },
        { atMs: 3_600_000, wallet: { payment_method: 'none', auto_reload: null } },
      ],
    })
  })

  it('parseScenario reports a mistake as FILE:LINE:COLUMN with the reason', () => {
    const error = readRefusal(`${head}  - at: 0s\n    fault: { target: webhook, mode: explode }\n`)
    expect(error).toMatchObject({ name: 'ScenarioError', file: 'rainy-day.yaml', line: 5, column: 31 })
    expect(error.reason).toBe(`mode must be one of ${webhookModes}, not "explode"`)
    expect(error.message).toBe(`rainy-day.yaml:5:31 ${error.reason}`)
  })

  const step = '  - at: 0s\n    fault: { target: webhook, mode: drop }\n'

  it.each<[string, string, string, RegExp]>([
    ['an empty file', '', '1:1', /a scenario must be a record/],
    ['a list', '- a\n', '1:1', /a scenario must be a record/],
    ['a text that is not YAML', 'name: [rainy\n', '2:1', /flow/i],
    ['a tab for indentation', `${head}\t- at: 0s\n`, '4:1', /Tabs/],
    ['an unclosed quote', 'name: "rainy\n', '2:1', /quote/],
    ['a second document', `${head}${step}---\nname: b\n`, '6:1', /one/],
    [
      'a bare asterisk',
      `${head}  - at: 0s\n    fault: { target: api, operation: *, mode: reset }\n`,
      '5:38',
      /quote a text/,
    ],
    [
      'an alias',
      `${head}  - &a\n    at: 0s\n    fault: { target: webhook, mode: drop }\n  - *a\n`,
      '7:5',
      /aliases/,
    ],
    ['an alias of nothing', 'name: *x\n', '1:7', /aliases/],
    ['a tag', 'name: !!binary aGVsbG8=\n', '1:7', /tag/],
    ['a field that is a list', '? [name]\n: rainy\n', '1:3', /field name/],
    ['an unknown field', `${head}${step}colour: grey\n`, '6:1', /^colour is unknown/],
    ['a field from a prototype', `__proto__: {}\n${head}${step}`, '1:1', /^__proto__ is unknown/],
    ['a field given twice', `name: sunny-day\n${head}${step}`, '2:1', /^name is given twice/],
    ['no name', 'description: It rains.\ntimeline:\n  - at: 0s\n', '1:1', /^name is missing/],
    [
      'a name with spaces',
      `name: Rainy Day\ndescription: d\ntimeline:\n${step}`,
      '1:1',
      /^name must be words in lower case/,
    ],
    [
      'a description that is a number',
      `name: a\ndescription: 7\ntimeline:\n${step}`,
      '2:1',
      /^description must be a text/,
    ],
    ['no timeline', 'name: a\ndescription: d\n', '1:1', /^timeline is missing/],
    [
      'an empty timeline',
      'name: a\ndescription: d\ntimeline: []\n',
      '3:1',
      /^timeline must have at least one step/,
    ],
    [
      'a timeline that is no list',
      'name: a\ndescription: d\ntimeline: soon\n',
      '3:1',
      /^timeline must be a list/,
    ],
    ['a step that is a text', `${head}  - soon\n`, '4:5', /^a step must be a record/],
    ['a step without a time', `${head}  - fault: { target: webhook, mode: drop }\n`, '4:5', /^at is missing/],
    ['a time that is a number', `${head}  - at: 10\n`, '4:5', /^at must be a duration .* not 10$/],
    ['a time before the start', `${head}  - at: -5m\n`, '4:5', /^at must be a duration .* not "-5m"$/],
    ['a time too far ahead', `${head}  - at: 365001d\n`, '4:5', /^at must be a duration .* at most 365000d/],
    ['a step for no time', `${head}${step}    for: 0m\n`, '6:5', /^for must be longer/],
    ['a step that does nothing', `${head}  - at: 5m\n`, '4:5', /needs a fault or a wallet/],
    ['a step that does both', `${head}${step}    wallet: { balance_cents: 0 }\n`, '6:5', /not both/],
    ['a step with an unknown field', `${head}${step}    webhook: off\n`, '6:5', /^webhook is unknown/],
    ['a fault that is nothing', `${head}  - at: 0s\n    fault:\n`, '5:5', /^fault must be a record/],
    [
      'a fault without a target',
      `${head}  - at: 0s\n    fault: { mode: down }\n`,
      '5:5',
      /^target is missing/,
    ],
    [
      'an unknown carrier',
      `${head}  - at: 0s\n    fault:\n      mode: down\n      target: carrier:acme\n`,
      '7:7',
      /carrier:acme/,
    ],
    [
      'a code the endpoint does not document',
      `${head}  - at: 0s\n    fault:\n      target: api\n      operation: GET /v1/wallet\n      mode: error\n      code: RATE.EXPIRED\n`,
      '9:7',
      /^code RATE.EXPIRED is no code of api GET/,
    ],
    [
      'a fault with a list in it',
      `${head}  - at: 0s\n    fault: { target: api, mode: reset, times: [1] }\n`,
      '5:40',
      /^times .* a list$/,
    ],
    [
      'a fault with the field lasts',
      `${head}  - at: 0s\n    fault: { target: api, mode: reset, lasts: 5m }\n`,
      '5:40',
      /^lasts .* use at and for in the step$/,
    ],
    [
      'a wallet step that ends',
      `${head}  - at: 0s\n    for: 5m\n    wallet: { balance_cents: 0 }\n`,
      '5:5',
      /^for is allowed only/,
    ],
    ['a wallet step that changes nothing', `${head}  - at: 0s\n    wallet: {}\n`, '5:5', /at least one of/],
    [
      'an unknown payment method',
      `${head}  - at: 0s\n    wallet: { payment_method: gold }\n`,
      '5:15',
      /valid, declined, none/,
    ],
    ['half a cent', `${head}  - at: 0s\n    wallet: { balance_cents: 0.5 }\n`, '5:15', /whole number/],
    [
      'auto-reload with one of its two amounts',
      `${head}  - at: 0s\n    wallet: { auto_reload: { amount_cents: 500 } }\n`,
      '5:15',
      /^threshold_cents is missing/,
    ],
    [
      'auto-reload under the minimum funding',
      `${head}  - at: 0s\n    wallet: { auto_reload: { threshold_cents: 0, amount_cents: 499 } }\n`,
      '5:50',
      /^amount_cents must be a whole number from 500/,
    ],
    [
      'a balance above the maximum',
      `${head}  - at: 0s\n    wallet: { balance_cents: 1000000000001 }\n`,
      '5:15',
      /^balance_cents must be a whole number from 0 to 1000000000000,/,
    ],
    [
      'an auto-reload threshold above the maximum',
      `${head}  - at: 0s\n    wallet: { auto_reload: { threshold_cents: 1000000000001, amount_cents: 500 } }\n`,
      '5:30',
      /^threshold_cents must be a whole number from 0 to 1000000000000,/,
    ],
    [
      'an auto-reload amount above the maximum',
      `${head}  - at: 0s\n    wallet: { auto_reload: { threshold_cents: 0, amount_cents: 1000000000001 } }\n`,
      '5:50',
      /^amount_cents must be a whole number from 500 to 1000000000000,/,
    ],
  ])('parseScenario refuses a scenario file with this mistake: %s', (_what, text, place, reason) => {
    const error = readRefusal(text)
    expect(`${error.line}:${error.column} ${error.reason}`).toMatch(new RegExp(`^${place} `))
    expect(error.reason).toMatch(reason)
  })

  it('parseScenario reports all mistakes of a scenario file at once, in the order of the file', () => {
    const error = readRefusal(`name: Rainy Day
timeline:
  - at: soon
    fault: { target: webhook, mode: explode, lasts: 5m }
  - at: 5m
  - at: 10m
    wallet: { balance_cents: 0.5, payment_method: gold }
    for: 1m
  - nothing
`)
    expect(error.message.split('\n')).toEqual([
      expect.stringMatching(/^rainy-day.yaml:1:1 name must be words in lower case/),
      'rainy-day.yaml:1:1 description is missing',
      expect.stringMatching(/^rainy-day.yaml:3:5 at must be a duration .*, not "soon"$/),
      `rainy-day.yaml:4:31 mode must be one of ${webhookModes}, not "explode"`,
      'rainy-day.yaml:4:46 lasts cannot be a field of the fault in a step; instead, use at and for in the step',
      'rainy-day.yaml:5:5 a step needs a fault or a wallet',
      expect.stringMatching(/^rainy-day.yaml:7:15 balance_cents must be a whole number/),
      expect.stringMatching(/^rainy-day.yaml:7:35 payment_method must be one of/),
      expect.stringMatching(/^rainy-day.yaml:8:5 for is allowed only in a step with a fault/),
      'rainy-day.yaml:9:5 a step must be a record of fields',
    ])
    expect(error.mistakes).toHaveLength(10)
    expect(error.mistakes[3]).toMatchObject({ line: 4, column: 31 })
  })

  it('parseScenario names fifty mistakes of a scenario file and the number of further mistakes', () => {
    const error = readRefusal(`${head}${'  - nothing\n'.repeat(60)}`)
    const lines = error.message.split('\n')
    expect(lines).toHaveLength(51)
    expect(lines[49]).toBe('rainy-day.yaml:53:5 a step must be a record of fields')
    expect(lines[50]).toBe('and 10 more mistakes in rainy-day.yaml')
  })

  it('the error of parseScenario begins with the mistake that is first in the scenario file', () => {
    const error = readRefusal(
      `${head}  - at: 0s\n    fault:\n      times: 0\n      mode: explode\n      target: api\n      x: 1\n`,
    )
    expect([error.line, error.reason]).toEqual([
      6,
      'times must be a whole number from 1 to 9007199254740991, not 0',
    ])
  })

  it('parseScenario accepts at most a thousand steps in a scenario', () => {
    expect(parseScenario(head + step.repeat(1_000), 'f').steps).toHaveLength(1_000)
    expect(readRefusal(head + step.repeat(1_001)).message).toBe(
      'rainy-day.yaml:3:1 timeline must have at most 1000 steps',
    )
  })
})
