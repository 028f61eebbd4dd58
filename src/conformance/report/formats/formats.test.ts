import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { spoilt, wordsOf, zodsWords } from '../../../../test/support/original-wording.ts'
import { exchangeWith, reportWith, resultWith } from '../../../../test/support/report-builder.ts'
import { keysOf } from '../../keys-of.ts'
import { readReport, readWholeReport } from '../read-report.ts'
import { reportSchema } from '../report-schema.ts'
import { formats } from './format.ts'

const hostile =
  '\u001b]0;owned\u0007\u001b[31mred\u0000]]><script>alert(1)</script> =cmd() \ud800 %0A::error\r\n::set-output name=x::y\n  ::error::z ##vso[task.complete]'

const again = 'drydock conformance http://127.0.0.1:4010 --only RATE-001'

const mixed = reportWith(
  [
    resultWith({ id: 'WALLET-001', status: 'passed' }),
    resultWith({
      id: 'RATE-001',
      status: 'failed',
      expected: 'rates',
      actual: hostile,
      again,
      own_account: true,
      exchanges: [exchangeWith('{"first":1}'), exchangeWith(hostile)],
    }),
    resultWith({ id: 'RATE-002', status: 'errored', reason: 'What it needs first failed. A quote: 500' }),
    resultWith({ id: 'RATE-003', status: 'errored', reason: 'What it needs first failed. A quote: 500' }),
    resultWith({
      id: 'HOOK-001',
      status: 'skipped',
      reason: 'Needs an inbox.',
      unlock: ['--webhook-listen'],
    }),
    resultWith({
      id: 'HOOK-002',
      status: 'skipped',
      reason: 'Needs an inbox.',
      unlock: ['--webhook-listen'],
    }),
    resultWith({ id: 'KEY-009', status: 'skipped', reason: 'Needs a key.', unlock: ['--revoked-key'] }),
    resultWith({
      id: 'ADDR-001',
      status: 'failed',
      expected: 'a',
      actual: 'b',
      expected_failure: { reason: 'an old sin', issue: '#7', stale: false },
    }),
  ],
  {
    observations: [{ topic: 'status of a void', value: 202 }],
    leftovers: [{ kind: 'live label', id: 'lbl_1', note: 'bought by LABEL-001, voided' }],
    spent_cents: 871,
    stopped: { kind: 'interrupted', reason: 'The run was interrupted.' },
  },
)

/** The target had a hand in all that can be of its making. */
const everywhere = reportWith(
  [
    resultWith({
      id: 'RATE-001',
      status: 'failed',
      expected: hostile,
      actual: hostile,
      exchanges: [exchangeWith(hostile)],
    }),
    resultWith({ id: 'RATE-002', status: 'errored', reason: hostile, exchanges: [exchangeWith(hostile)] }),
    resultWith({ id: 'RATE-003', status: 'skipped', reason: hostile }),
    resultWith({
      id: 'RATE-004',
      status: 'failed',
      expected: 'a',
      actual: hostile,
      expected_failure: { reason: hostile, issue: hostile, stale: false },
    }),
  ],
  {
    observations: [{ topic: hostile, value: hostile }],
    leftovers: [{ kind: 'live label', id: hostile, note: hostile }],
    stopped: { kind: 'crashed', reason: hostile },
  },
)

// biome-ignore lint/suspicious/noControlCharactersInRegex: that none of them is left is the point
const unsafe = /[\u0000-\u0008\u000b-\u001f\u007f]|[\ud800-\udbff](?![\udc00-\udfff])/

describe('every format', () => {
  it.each(keysOf(formats))('%s holds every rule that broke, and nothing that a terminal obeys', (format) => {
    const text = formats[format](mixed)
    expect(text).toContain('RATE-001')
    expect(text).toContain('RATE-003')
    expect(text).not.toMatch(unsafe)
    expect(text).not.toContain('NaN')
    expect(text).not.toContain('undefined')
  })

  it.each(keysOf(formats))(
    '%s gives the target no line of its own for commands to a build server',
    (format) => {
      const commands = /^\s*::(?!(?:error|notice) title=)|##[a-z]*\[/m
      expect(formats[format](everywhere)).not.toMatch(commands)
    },
  )
})

it.each(['console', 'json', 'junit', 'html', 'tap'] as const)(
  '%s names the statements that a rule which failed judges',
  (format) => {
    const result = resultWith({ id: 'RATE-001', status: 'failed', statements: ['EVENTS-1', 'LIMITS-2'] })
    const text = formats[format](reportWith([result]))
    expect(text).toContain('EVENTS-1')
    expect(text).toContain('LIMITS-2')
  },
)

describe('the reports that show steps', () => {
  const ofTheRule = {
    ...exchangeWith('{}'),
    curl: `curl -H "Authorization: Bearer $KEY_OF_THE_RULE" 'http://h'`,
  }
  const made = reportWith([
    resultWith({ id: 'KEY-001', status: 'failed', expected: 'a', actual: 'b', exchanges: [ofTheRule] }),
  ])

  it.each(['console', 'json', 'junit', 'html', 'markdown', 'tap', 'github'] as const)(
    '%s says how to run the rule again',
    (format) => {
      expect(formats[format](mixed)).toContain(again)
    },
  )

  it.each(['console', 'junit', 'html', 'markdown', 'tap'] as const)(
    '%s says which ids and keys of the steps are gone',
    (format) => {
      expect(formats[format](mixed)).toMatch(/account of the rule.{1,5}s own, which is gone/)
      expect(formats[format](mixed)).not.toContain('KEY_OF_THE_RULE')
      expect(formats[format](made)).toContain('$KEY_OF_THE_RULE is a key that the rule had made')
      expect(formats[format](made)).not.toContain('which is gone')
      expect(formats[format](made)).not.toContain('about people')
      const hiding = {
        ...exchangeWith('{}'),
        request: { ...exchangeWith('{}').request, body: '{"name":"…"}' },
      }
      const result = resultWith({
        id: 'KEY-001',
        status: 'failed',
        expected: 'a',
        actual: 'b',
        exchanges: [hiding],
      })
      expect(formats[format](reportWith([result]))).toContain('a text about people was taken out')
    },
  )

  it.each(['html', 'markdown'] as const)('%s has a line for every step', (format) => {
    expect(formats[format](mixed).split('Bearer $DRYDOCK_KEY')).toHaveLength(3)
  })
})

describe('the console report', () => {
  const text = formats.console(mixed)

  it('shows failures first, with what was expected, the exchange and a curl line', () => {
    const failed = text.indexOf('FAILED RATE-001')
    expect(failed).toBeGreaterThan(0)
    expect(failed).toBeLessThan(text.indexOf('Skipped:'))
    expect(text).toMatch(/expected rates/)
    expect(text).toMatch(/ step 1 {3}GET http:\S+ -> 500\n {2}step 2 {3}GET http:\S+ -> 500\n/)
    expect(text).toContain(`curl     curl -i -H "Authorization: Bearer $DRYDOCK_KEY"`)
    expect(text).toContain(`again    ${again}\n`)
  })

  it('shows one cause once', () => {
    expect(text).toContain('ERRORED RATE-002')
    expect(text).toContain('errored  RATE-003\n')
    expect(text).not.toContain('ERRORED RATE-003')
  })

  it('groups what was skipped by what would unlock it', () => {
    expect(text).toMatch(/2 {2}--webhook-listen\n +- Needs an inbox\.\n +HOOK-001, HOOK-002/)
    expect(text).toMatch(/1 {2}--revoked-key\n +- Needs a key\.\n +KEY-009/)
  })

  it('says what is known to fail, what was charged and what stays', () => {
    expect(text).toMatch(
      /Known to fail:\n {2}ADDR-001 .*\n +expected a\n +actual +b\n +profile +an old sin \(#7\)/,
    )
    expect(text).toContain('Charged live: 871 cents.')
    expect(text).toContain('live label lbl_1: bought by LABEL-001, voided')
  })

  it('ends with exact counts', () => {
    const counts =
      '1 passed, 2 failed (1 known), 3 skipped (2 need --webhook-listen, 1 needs --revoked-key), 2 errored'
    const finished = formats.console({ ...mixed, stopped: null })
    expect(finished.trimEnd().split('\n').at(-1)).toBe(counts)
    // Unless the run did not finish: then why comes last, and once.
    const why = 'The run did not finish. The run was interrupted.'
    expect(text.trimEnd().split('\n').slice(-2)).toEqual([counts, why])
    expect(text.split('interrupted')).toHaveLength(2)
  })

  it('has colours only where they are asked for', () => {
    expect(text).not.toContain('\u001b')
    expect(formats.console(mixed, { colour: true })).toContain('\u001b[31mFAILED')
  })
})

describe('the JSON report', () => {
  it('is what the published schema describes', async () => {
    const schema = z.toJSONSchema(reportSchema, { target: 'draft-2020-12' })
    const titled = { title: 'The report of drydock conformance', ...schema }
    await expect(`${JSON.stringify(titled, null, 2)}\n`).toMatchFileSnapshot(
      '../../../../schemas/conformance-report.schema.json',
    )
    expect(readReport(formats.json(everywhere), 'it').observations[0]?.value).toBe(hostile)
    expect(reportSchema.parse(JSON.parse(formats.json(mixed)))).toEqual(mixed)
  })

  it('is read again where it has no more than the fields that have always been there', () => {
    const rules = [{ id: 'RATE-001', title: 'Rates.', section: 'Endpoints', status: 'failed' }]
    const read = readReport(
      JSON.stringify({ tool: 'drydock', version: '0', target: 'http://a', rules }),
      'it',
    )
    expect(read.rules).toMatchObject([{ id: 'RATE-001', status: 'failed' }])
  })

  it.each([
    ['{', /^a\.json is no JSON report: it is damaged, or ends too early\. Write it with --report json=FILE/],
    ['', /^a\.json is no JSON report: it is empty\. Write it/],
    ['<testsuites/>', /^a\.json is no JSON report: it is of another format\. Write it/],
    ['[]', /^a\.json is no report of this suite: it: must be an object\. Write it/],
    [
      '{}',
      /^a\.json is no report of this suite: tool: is missing; target: is missing; rules: is missing\. Write/,
    ],
    [
      formats.json(mixed).replace('"status": "failed"', '"status": "green"'),
      /: rules\.1\.status: must be passed or failed or skipped or errored\. Write it/,
    ],
  ])('is told from what is none', (text, says) => {
    expect(() => readReport(text, 'a.json')).toThrow(says)
  })

  it('is refused in our words, whatever is wrong with it', async () => {
    expect(() => readWholeReport('{}', 'a.json')).toThrow(
      /^a\.json is no whole report of this version of drydock: tool: is missing; .*; and \d+ more\. Write it/,
    )
    const told: string[] = []
    for (const report of spoilt(mixed)) {
      const text = JSON.stringify(report) ?? ''
      for (const read of [readReport, readWholeReport]) told.push(await wordsOf(() => read(text, 'a.json')))
    }
    expect(new Set(told.filter((words) => zodsWords.test(words)))).toEqual(new Set())
    expect(told.filter((words) => words !== '').length).toBeGreaterThan(100)
  })
})

describe('the JUnit report', () => {
  it('is read by a strict parser, with real failures, errors and skips', () => {
    const program = `
import sys, json, xml.etree.ElementTree as tree
root = tree.fromstring(sys.stdin.buffer.read())
cases = root.findall('.//testcase')
print(json.dumps({
  'root': {name: root.get(name) for name in ('tests', 'failures', 'errors', 'skipped')},
  'suites': [[suite.get('name'), suite.get('tests'), suite.get('failures')] for suite in root],
  'cases': [[case.get('name'), [child.tag for child in case]] for case in cases],
  'known': next(skip.get('message') for skip in root.findall('.//skipped') if 'known' in skip.get('message')),
  'failure': root.find('.//failure').get('message'),
}))`
    const { stdout, stderr } = spawnSync('python3', ['-c', program], {
      input: formats.junit(mixed),
      encoding: 'utf8',
    })
    expect(stderr).toBe('')
    const read = JSON.parse(stdout)
    expect(read.root).toEqual({ tests: '9', failures: '1', errors: '3', skipped: '4' })
    expect(read.suites[0]).toEqual(['run', '1', '0'])
    expect(read.cases[0][1]).toEqual(['error'])
    expect(read.known).toBe('known to fail: an old sin (#7); expected a, got b')
    expect(read.suites).toContainEqual(['RATE', '3', '1'])
    expect(read.cases).toContainEqual(['RATE-001 Something is so.', ['failure']])
    expect(read.cases).toContainEqual(['WALLET-001 Something is so.', []])
    expect(read.cases).toContainEqual(['KEY-009 Something is so.', ['skipped']])
    expect(read.cases).toContainEqual(['RATE-002 Something is so.', ['error']])
    expect(read.failure).toContain('expected rates, got')
  })
})

describe('the times of a run', () => {
  const spans = [1_234, 5_678, 0, 3_333]
  const report = reportWith(
    spans.map((duration_ms, index) => resultWith({ id: `RATE-${index}`, status: 'passed', duration_ms })),
    { duration_ms: 2_000 },
  )

  it('add up in JUnit, each rule with its share', () => {
    const text = formats.junit(report)
    const [run, area, ...cases] = [...text.matchAll(/time="([\d.]+)"/g)].map(
      ([, time]) => Number(time) * 1_000,
    )
    expect([run, area]).toEqual([2_000, 2_000])
    expect(cases.map(Math.round)).toEqual([241, 1_108, 0, 651])
    // Where none took any time, there is no share of it.
    const idle = resultWith({ id: 'RATE-001', status: 'skipped', duration_ms: 0 })
    expect(formats.junit(reportWith([idle])).match(/ time="[^"]*"/g)).not.toContain(' time="NaN"')
  })

  it('are told of the slowest rules, the slowest first', () => {
    expect(formats.console(report)).toContain('Slowest: RATE-1 5.7s, RATE-3 3.3s, RATE-0 1.2s\n')
    for (const format of ['html', 'markdown'] as const) {
      expect(formats[format](report)).toMatch(/Slowest[\s\S]*RATE-1\b[\s\S]*RATE-3\b[\s\S]*RATE-0\b/)
    }
    expect(formats.console(reportWith([resultWith({ id: 'RATE-001', status: 'passed' })]))).not.toContain(
      'Slowest',
    )
  })
})

describe('the TAP report', () => {
  it('numbers every rule, skips with reasons and explains failures', () => {
    const lines = formats.tap(mixed).split('\n')
    expect(lines.slice(0, 2)).toEqual(['TAP version 14', '1..8'])
    expect(lines).toContain('ok 1 - WALLET-001 Something is so.')
    expect(lines).toContain('not ok 2 - RATE-001 Something is so.')
    expect(lines).toContain('ok 5 - HOOK-001 Something is so. # SKIP Needs an inbox.')
    expect(lines).toContain('not ok 8 - ADDR-001 Something is so. # TODO an old sin (\\#7)')
    expect(lines).toContain('Bail out! The run did not finish. The run was interrupted.')
  })
})

describe('the GitHub report', () => {
  it('annotates ten causes at most, and names the others in the last', () => {
    const many = reportWith(
      Array.from({ length: 25 }, (_, index) =>
        resultWith({ id: `RATE-${index}`, status: 'failed', expected: 'a', actual: 'b' }),
      ),
    )
    const commands = formats
      .github(many)
      .split('\n')
      .filter((line) => line.startsWith('::error'))
    expect(commands).toHaveLength(10)
    expect(commands.at(-1)).toMatch(/^::error title=16 more::RATE-9 failed%0A/)
  })

  it('is one command a line, whatever the target says', () => {
    const lines = formats.github(mixed).trimEnd().split('\n')
    expect(lines.filter((line) => line.startsWith('::error'))).toHaveLength(3)
    expect(lines.filter((line) => line.startsWith('::notice'))).toEqual([
      '::notice title=ADDR-001 known to fail::Something is so.%0Aknown to fail: an old sin (#7)%0Aexpected a, got b',
    ])
    expect(lines).toHaveLength(5)
    expect(lines[0]).toBe('::error title=The run did not finish::The run was interrupted.')
    expect(lines[2]).toContain('%250A::error')
  })
})

describe('the HTML report', () => {
  const page = formats.html(mixed)

  it('needs nothing from anywhere, and runs nothing of the target', () => {
    expect(page).toContain(`default-src 'none'`)
    expect(page).not.toMatch(/src=|href="(?!#)|unsafe-inline|style=/)
    expect(page.match(/<script>/g)).toHaveLength(1)
    // Its own script and style alone are let through, by what they are.
    for (const element of ['script', 'style']) {
      const [, content = ''] = new RegExp(`<${element}>([\\s\\S]*?)</${element}>`).exec(page) ?? []
      const hash = createHash('sha256').update(content).digest('base64')
      expect(page).toContain(`${element}-src 'sha256-${hash}'`)
    }
    expect(page).toContain('&lt;script&gt;alert(1)&lt;/script&gt;')
  })

  it('opens what broke where that is little, with the exchange and a line to copy', () => {
    expect(page).toMatch(/<details class="rule failed" data-status="failed" id="broken-RATE-001" open>/)
    expect(page).toContain('Bearer $DRYDOCK_KEY')
    expect(page).toContain('&quot;first&quot;: 1')
  })
})

describe('the Markdown report', () => {
  it('keeps a row a row, whatever the target says', () => {
    const page = formats.markdown(mixed)
    const rows = page.split('\n').filter((line) => line.includes('(RATE-001)'))
    expect(rows).toHaveLength(1)
    expect(rows[0]?.split(/(?<!\\)\|/)).toHaveLength(5)
    expect(page.replaceAll(/`[^`\n]+`/g, '')).not.toContain('<script>')
  })

  it('shows values as they are, in code that nothing in them ends', () => {
    const page = formats.markdown(
      reportWith(
        [
          resultWith({
            id: 'RATE-001',
            status: 'failed',
            expected: '{"a_b": "c-d"}',
            actual: '``x`` \\| y | z',
          }),
        ],
        { observations: [{ topic: 'fields of snake_case', value: ['lbl_1', '<b>'] }] },
      ),
    )
    expect(page).toContain('- RATE-001 failed: expected `{"a_b": "c-d"}`, got ``` ``x`` ')
    const row = page.split('\n').find((line) => line.includes('(RATE-001)'))
    // A bar with an even number of backslashes before it ends a cell.
    expect(row?.replaceAll(/\\[\\|]/g, '').split('|')).toHaveLength(5)
    expect(page).toContain('- fields of snake_case: `["lbl_1","<b>"]`')
  })
})
