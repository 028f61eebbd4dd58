import { describe, expect, it } from 'vitest'
import { createReport, createRuleResult } from '../../../../test/support/conformance/report-builder.ts'
import { renderConsole } from './console.ts'
import { renderGithub } from './github.ts'
import { renderHtml } from './html.ts'
import { renderJson } from './json.ts'
import { renderJunit } from './junit.ts'
import { renderMarkdown } from './markdown.ts'
import { renderTap } from './tap.ts'

const walk = {
  seed: 'suite 1.0.0',
  number: 3,
  steps: ['s2 a.live POST /v1/labels -> 201', 's5 a.live GET /v1/wallet -> 200'],
  why: 'the wallet held 700 cents at s2',
  again: '2 of 2',
  sent: 40,
  isCut: false,
  script: '{"format":"walk/1"}',
  shell: "#!/usr/bin/env bash\nr1=$(curl -sS 'http://127.0.0.1/v1/wallet')\nr2=$(jq .id <<<$r1)",
}

const failed = createRuleResult({
  id: 'EXPL-001',
  status: 'failed',
  expected: '700 cents left',
  actual: '699 cents left',
  again: 'drydock conformance http://127.0.0.1:4010 --only EXPL-001',
  walk,
  broken: { id: 'STATES-6', text: 'A live purchase takes its price.' },
})

const renderings = {
  renderConsole,
  renderGithub,
  renderHtml,
  renderJson,
  renderJunit,
  renderMarkdown,
  renderTap,
}

describe('a failed random walk in reports', () => {
  it.each(Object.entries(renderings))(
    'the %s report describes a failed random walk step by step',
    (_, render) => {
      const text = render(createReport([failed])).replaceAll('&gt;', '>')
      for (const step of walk.steps) expect(text).toContain(step)
    },
  )

  it.each(Object.entries(renderings))(
    'the %s report names the statement that the target broke in a random walk',
    (_, render) => {
      expect(render(createReport([failed]))).toContain('A live purchase takes its price.')
      expect(render(createReport([failed]))).toContain('STATES-6')
    },
  )

  it.each(Object.entries(renderings))(
    'the %s report has the failed random walk as a shell script that sets its variables',
    (_, render) => {
      const text = render(createReport([failed]))
      for (const part of ['r1=$(curl', 'r2=$(jq']) expect(text).toContain(part)
    },
  )

  it('the console report names a command that prints the long script of a random walk', () => {
    const long = { ...walk, shell: `r1=$(true)\n${'echo "$r1"\n'.repeat(40)}` }
    const text = renderConsole(createReport([{ ...failed, walk: long }]))
    expect(text).toContain(`jq -r '.rules[] | select(.id == "EXPL-001").walk.shell' walked.json`)
    expect(text).not.toContain('$r1')
  })
})
