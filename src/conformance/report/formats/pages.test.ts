import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { createReport, createRuleResult } from '../../../../test/support/conformance/report-builder.ts'
import { mixed } from '../../../../test/support/conformance/sample-reports.ts'
import { formats } from './format.ts'

describe('the HTML report', () => {
  const page = formats.html(mixed)

  it('the HTML report loads nothing from the network and runs no script from the target', () => {
    expect(page).toContain(`default-src 'none'`)
    expect(page).not.toMatch(/src=|href="(?!#)|unsafe-inline|style=/)
    expect(page.match(/<script>/g)).toHaveLength(1)
    // The Content-Security-Policy must allow only the script and the style of the page itself, by their hashes.
    for (const element of ['script', 'style']) {
      const [, content = ''] = new RegExp(`<${element}>([\\s\\S]*?)</${element}>`).exec(page) ?? []
      const hash = createHash('sha256').update(content).digest('base64')
      expect(page).toContain(`${element}-src 'sha256-${hash}'`)
    }
    expect(page).toContain('&lt;script&gt;alert(1)&lt;/script&gt;')
  })

  it('the HTML report unfolds the details of failures if they are few, with the exchange and a curl line to copy', () => {
    expect(page).toMatch(/<details class="rule failed" data-status="failed" id="broken-RATE-001" open>/)
    expect(page).toContain('Bearer $DRYDOCK_KEY')
    expect(page).toContain('&quot;first&quot;: 1')
  })
})

describe('the Markdown report', () => {
  it('the Markdown report has one table row per rule, whatever the target sends', () => {
    const page = formats.markdown(mixed)
    const rows = page.split('\n').filter((line) => line.includes('(RATE-001)'))
    expect(rows).toHaveLength(1)
    expect(rows[0]?.split(/(?<!\\)\|/)).toHaveLength(5)
    expect(page.replaceAll(/`[^`\n]+`/g, '')).not.toContain('<script>')
  })

  it('the Markdown report shows values as code, and no value can end the code', () => {
    const page = formats.markdown(
      createReport(
        [
          createRuleResult({
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
    // In Markdown, a bar (`|`) ends a table cell if an even number of backslashes precedes it.
    expect(row?.replaceAll(/\\[\\|]/g, '').split('|')).toHaveLength(5)
    expect(page).toContain('- fields of snake_case: `["lbl_1","<b>"]`')
  })
})
