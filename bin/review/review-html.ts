import { raw } from 'hono/html'
import { plural } from '../../src/conformance/plural.ts'
import { joinLines, type Markup, markup, style } from '../../src/conformance/report/formats/html-parts.ts'
import { type CoverageKind, coverageKinds, findItemTitle } from '../../src/review/coverage-items.ts'
import {
  describeAccounts,
  describeFindingCount,
  describeVerdict,
  formatCoverageKind,
  type JudgedReview,
} from './verdict.ts'

/** The CSS of the conformance reports, and of the meters that show the coverage. */
const reviewStyle = `${style}meter{width:10rem;height:1rem;vertical-align:middle}.error>summary{color:var(--bad)}.warning>summary{color:var(--odd)}
details.error{border-left-color:var(--bad)}details.warning{border-left-color:var(--odd)}.how{color:var(--soft);font-size:.9rem}
.scopes th,.scopes td{overflow-wrap:normal}`

/** Renders a review as one HTML page without scripts or links to other files. */
export function renderHtml(judged: JudgedReview): string {
  const { review, hasFailed } = judged
  const accounts = describeAccounts(judged)
  const policy = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"
  return String(markup`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="${raw(policy)}">
<meta name="referrer" content="no-referrer">
<title>Review of ${accounts}</title>
<style>${raw(reviewStyle)}</style>
</head>
<body>
<header>
<h1>Review <small>of ${accounts}</small></h1>
<p class="facts">${plural(review.requests, 'request')} since ${review.since}</p>
<p class="${hasFailed ? 'stopped' : 'facts'}">${hasFailed ? 'Failed' : 'Passed'}: ${describeVerdict(judged)}</p>
</header>
<main>
${renderFindings(judged)}
<section><h2>Coverage</h2>
${joinLines(coverageKinds.map((kind) => renderCoverage(judged, kind)))}
</section>
${renderScopes(judged)}
</main>
</body>
</html>
`)
}

function renderFindings({ findings }: JudgedReview): Markup {
  if (findings.length === 0) return markup`<section><h2>Findings</h2><p>There are none.</p></section>`
  const items = findings.map(
    (finding) => markup`<details class="group ${finding.severity}" open>
<summary><b>${finding.id}</b> ${finding.severity}, ${describeFindingCount(finding)}</summary>
<p>${renderCodeSpans(finding.title)}</p><p>${renderCodeSpans(finding.advice)}</p>
${finding.details.length === 0 ? '' : markup`<ul>${finding.details.map((detail) => markup`<li>${renderCodeSpans(detail)}</li>`)}</ul>`}
${finding.requests.length === 0 ? '' : markup`<p class="facts">Requests: ${finding.requests.map((id, index) => markup`${index === 0 ? '' : ', '}<code>${id}</code>`)}</p>`}
</details>`,
  )
  return markup`<section><h2>Findings</h2>\n${joinLines(items)}\n</section>`
}

function renderCoverage({ review }: JudgedReview, kind: CoverageKind): Markup {
  const { met, missed } = review.coverage[kind]
  const total = met.length + missed.length
  const name = formatCoverageKind(kind)
  const rows = [
    ...met.map(
      ({ id, count }) =>
        markup`<tr><th scope="row"><code>${id}</code></th><td>${plural(count, 'time')}</td></tr>`,
    ),
    ...missed.map(
      ({ id, how }) =>
        markup`<tr><th scope="row"><code>${id}</code></th><td>missed. ${findItemTitle(kind, id) ?? ''} <span class="how">${renderCodeSpans(how)}</span></td></tr>`,
    ),
  ]
  return markup`<details class="group"><summary><meter min="0" max="${total}" value="${met.length}" aria-label="${name}"></meter> ${name}: ${met.length} of ${total}</summary>
<table><tbody>
${joinLines(rows)}
</tbody></table></details>`
}

/** Renders the parts of a text in backticks as code. */
function renderCodeSpans(text: string): readonly Markup[] {
  return text
    .split('`')
    .map((part, index) => (index % 2 === 1 ? markup`<code>${part}</code>` : markup`${part}`))
}

function renderScopes({ review }: JudgedReview): Markup | '' {
  if (review.scopes.length === 0) return ''
  const rows = review.scopes.map(({ key, granted, used, refused }) => {
    const idle = granted.filter((scope) => !used.includes(scope))
    return markup`<tr><th scope="row"><code>${key}</code></th><td>${used.join(', ')}</td><td>${idle.join(', ')}</td><td>${refused.join(', ')}</td></tr>`
  })
  return markup`<section><h2>Scopes</h2>
<table class="scopes"><thead><tr><th scope="col">key</th><th scope="col">used</th><th scope="col">never used</th><th scope="col">refused</th></tr></thead>
<tbody>
${joinLines(rows)}
</tbody></table></section>`
}
