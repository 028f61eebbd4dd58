import { html } from 'hono/html'
import provocations from '../../fixtures/simulator/provocations.json' with { type: 'json' }
import operationTable from '../../fixtures/spec/operations.json' with { type: 'json' }
import {
  type AnyErrorCode,
  errorCodes,
  errorFact,
  isErrorCode,
  occursWhere,
  simulatorErrorCodes,
} from '../simulator/specification/errors.ts'
import { operationFacts, operationNames } from '../simulator/specification/operations.ts'

type Html = ReturnType<typeof html>

/** One page with a section for every code; the code is the section's anchor. */
export function allErrorsPage(): Html {
  return page(
    'Errors',
    html`<h1>Errors</h1>${group(errorCodes)}
<h1>The simulator's own errors</h1>
<p>The service documents none of these: they are for what only the simulator has, and for what HTTP itself can get wrong.</p>
${group(simulatorErrorCodes)}`,
  )
}

/** The page of one code. */
export function errorPage(code: AnyErrorCode): Html {
  const own = isErrorCode(code)
    ? ''
    : html`<p>This error is the simulator's own; the service documents none like it.</p>`
  return page(code, html`${section(code)}${own}<p><a href="/docs/errors">All errors</a></p>`)
}

function group(codes: readonly AnyErrorCode[]): Html {
  const list = codes.map((code) => html`<li><a href="#${code}">${code}</a></li>`)
  return html`<ul class="codes">${list}</ul>${codes.map(section)}`
}

function section(code: AnyErrorCode): Html {
  const { status, message, suggestion } = errorFact(code)
  return html`<section id="${code}"><h2><a href="/docs/errors/${code}">${code}</a> <small>${status}</small></h2>
<p>${message} ${suggestion}</p>
<p><b>Where:</b> ${whereOf(code)}</p>
<p><b>To meet it here:</b> ${provocations[code]}</p></section>`
}

function whereOf(code: AnyErrorCode): string {
  if (!isErrorCode(code)) return occursWhere(code)
  const endpoints = operationNames
    .filter((name) => operationTable[name].errors.some((documented) => documented === code))
    .map((name) => `${operationFacts(name).method} ${operationFacts(name).path}`)
  return endpoints.length === 0 ? 'every endpoint' : endpoints.join(', ')
}

function page(title: string, body: Html): Html {
  return html`<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title} - Drydock</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<style>:root{color-scheme:light dark}body{font:16px/1.5 system-ui,sans-serif;max-width:46rem;margin:2rem auto;padding:0 1rem}
h2{font-size:1.1rem;margin:2.5rem 0 .5rem}small{font-weight:normal;opacity:.7}a{color:inherit}
.codes{columns:2;font-size:.9rem}section:target{outline:2px solid;outline-offset:.75rem}</style></head>
<body>${body}</body></html>`
}
