import { describe, expect, it } from 'vitest'
import { reportWith, resultWith } from '../../../../test/support/report-builder.ts'
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
  shell: "r1=$(curl -sS 'http://127.0.0.1/v1/wallet')",
}

const failed = resultWith({
  id: 'EXPL-001',
  status: 'failed',
  expected: '700 cents left',
  actual: '699 cents left',
  again: 'drydock conformance http://127.0.0.1:4010 --only EXPL-001',
  walk,
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

describe('a walk that broke a sentence', () => {
  it.each(Object.entries(renderings))('is told step by step by %s', (_, render) => {
    const text = render(reportWith([failed])).replaceAll('&gt;', '>')
    for (const step of walk.steps) expect(text).toContain(step)
  })

  it('is a script for a shell where there is room for one', () => {
    for (const render of [renderHtml, renderJson, renderMarkdown])
      expect(render(reportWith([failed]))).toContain('r1=$(curl')
  })
})
