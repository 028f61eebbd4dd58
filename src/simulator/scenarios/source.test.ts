import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseScenario, parseScenarioInSteps } from './parse.ts'
import { ScenarioError } from './scenario-error.ts'

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

const step = '  - at: 0s\n    fault: { target: webhook, mode: drop }\n'

describe('reading a hostile scenario file', () => {
  it('reading a scenario file fails if it is over 64 KiB, nested too deep or has too many fields', () => {
    const most = 2 ** 16
    expect(readRefusal(`${head}${step}# ${'ä'.repeat(most / 2)}`).reason).toBe(
      'the file is larger than 65536 bytes',
    )
    for (const unit of ['[', '{a: ', '- ', '? ', 'a: ', '[\n']) {
      expect(readRefusal(unit.repeat(most / unit.length)).reason).toBe('nests more than 64 levels deep')
    }
    const indented = Array.from({ length: 200 }, (_, level) => `${' '.repeat(level)}a:`).join('\n')
    expect(readRefusal(indented).message).toBe('rainy-day.yaml:65:66 nests more than 64 levels deep')
    const fields = Array.from({ length: 3_000 }, (_, index) => `k${index}: 1\n`).join('')
    expect(readRefusal(fields).reason).toMatch(/^k0 is unknown/)
  })

  it('reading a scenario file stops after many mistakes in its YAML and reports some of them', () => {
    for (const unit of ['[]', ']', '}']) {
      const { mistakes, message } = readRefusal(unit.repeat(30_000 / unit.length))
      expect(mistakes.length).toBeLessThan(50)
      expect(message.length).toBeLessThan(10_000)
    }
    expect(readRefusal('"'.repeat(60_000)).message).toBe(
      'rainy-day.yaml:1:3 a quoted text begins right after another quoted text',
    )
    expect(readRefusal(`[${'1,'.repeat(30_000)}]`).reason).toBe(
      'holds more than 40000 words and punctuation marks',
    )
  })

  it('reading a scenario file is divided into small steps', () => {
    const text = head + step.repeat(500)
    const steps = parseScenarioInSteps(text, 'f')
    let count = 0
    while (steps.next().done !== true) count += 1
    expect(count).toBeGreaterThan(10_000)
  })

  it('reading a scenario file accepts any number of brackets in a long text or comment', () => {
    const brackets = '[{- '.repeat(40)
    const text = `name: a # ${brackets}\ndescription: "${brackets}"\ntimeline:\n${step}      # ${brackets}\n`
    expect(parseScenario(text, 'f').description).toBe(brackets)
    const block = `name: a\ndescription: |\n  ${brackets}\n${' '.repeat(80)}- deep\ntimeline:\n${step}`
    expect(parseScenario(block, 'f').steps).toHaveLength(1)
  })

  it('reading random text as a scenario file fails with an error that names a line', () => {
    const piece = fc.constantFrom(
      'a',
      ': ',
      '- ',
      '\n',
      '  ',
      '{',
      '}',
      '[',
      ']',
      '*',
      '&x ',
      '!t ',
      '"',
      '|',
      '>',
      '?',
      '#',
      '---\n',
      '\t',
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
        const text = pieces.join('')
        const { line, column } = readRefusal(text)
        expect(line).toBeGreaterThanOrEqual(1)
        expect(line).toBeLessThanOrEqual(text.split('\n').length)
        expect(column).toBeGreaterThanOrEqual(1)
      }),
      { numRuns: 500 },
    )
  })
})
